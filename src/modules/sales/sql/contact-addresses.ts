import type { Grant } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import { scopedRows, tableAs, withinReach } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';

interface ContactAddress {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
}

/** The addresses of contacts that the caller may read. */
export function readContactAddresses(
  context: Context,
  grant: Grant,
  ids: readonly string[],
): Promise<ContactAddress[]> {
  const params = new Params(context.caller.tenantId);
  return queryable(context).query<ContactAddress>(
    `select c.* from ${scoped(
      'c',
      `select c.id, c.email, nullif(concat_ws(' ', c.first_name, c.last_name), '') as name from ${tableAs(grant.model, 'c')}
       where ${scopedRows(grant.model, 'c')} and c.id = any(${params.add(ids, 'uuid[]')})${withinReach(grant, 'c', params)}`,
    )}`,
    params.values,
  );
}
