import { Params, scoped } from '#db/params.ts';
import { type Context, queryable } from '../context.ts';
import type { JsonValue } from '../fields/field.ts';
import { ownerWithinReach } from '../query/rows.ts';
import type { Grant } from './access.ts';

/** Whether a grant covers the records of an owner. Only `:team` needs a query. */
export async function reachesOwner(context: Context, grant: Grant, owner: JsonValue | undefined): Promise<boolean> {
  const { reach, userId } = grant;
  if (reach === 'all') return true;
  if (typeof owner !== 'string' || userId === null) return false;
  if (owner === userId) return true;
  if (reach === 'own') return false;
  const params = new Params(context.caller.tenantId);
  const within = ownerWithinReach(grant, params.add(owner, 'uuid'), params);
  const [row] = await queryable(context).query<{ within: boolean }>(
    `select r.within from ${scoped('r', `select ${within} as within`)}`,
    params.values,
  );
  return row?.within ?? false;
}
