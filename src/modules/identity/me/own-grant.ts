import type { Grant } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import { fieldRestrictionsOfCaller } from '../sql/roles.ts';
import { usersModel } from '../users/users.ts';

/** Every user may read and write their own record, whatever their permissions, except fields that their roles restrict. */
export async function ownGrant(context: Context): Promise<Grant> {
  const model = usersModel(context);
  const restrictions = await fieldRestrictionsOfCaller(context, model.name);
  const canBeHidden = (key: string) => key !== '_id' && key !== 'version';
  return {
    model,
    reach: 'all',
    userId: context.caller.userId,
    hidden: new Set(restrictions.flatMap(({ hidden }) => hidden ?? []).filter(canBeHidden)),
    readOnly: new Set(restrictions.flatMap(({ readOnly }) => readOnly ?? [])),
  };
}
