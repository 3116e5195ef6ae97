import type { Context, TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { givenValue, type ModelHooks, type PendingSave } from '#core/models/hooks.ts';
import { countOfOthers } from '../sql/count-of-others.ts';

const ofOthers = (): AppError =>
  new AppError('forbidden', 'Only administrators of the screens change what belongs to other users.', [
    { field: 'ui:admin', code: 'missing_scope', message: 'The scope ui:admin is missing for records of others.' },
  ]);

const mayChangeOthers = ({ caller: { userId, access } }: Context): boolean =>
  userId === null || access.reach('ui:admin') === 'all';

/** Refuses a record of another user, before and after the change, unless the caller has `ui:admin`. */
export function requireOwn(context: Context, saving: PendingSave): void {
  if (mayChangeOthers(context)) return;
  const isOther = (user: JsonValue | undefined) => user !== undefined && user !== context.caller.userId;
  if (isOther(givenValue(saving, 'userId')) || isOther(saving.previous?.userId)) throw ofOthers();
}

async function requireOwnIds(context: TransactionContext, ids: readonly string[], table: string): Promise<void> {
  if (!mayChangeOthers(context) && (await countOfOthers(context, table, ids)) > 0) throw ofOthers();
}

/** The hooks of a model whose records belong to one user each, in `userId`. */
export const ownRecords: ModelHooks = {
  async beforeSave(context, saving) {
    requireOwn(context, saving);
    return undefined;
  },
  beforeRemove: (context, ids, model) => requireOwnIds(context, ids, model.table),
};
