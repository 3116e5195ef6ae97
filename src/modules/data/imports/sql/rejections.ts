import { type Context, queryable, type TransactionContext } from '#core/context.ts';
import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import type { Cell } from '#lib/tabular/table.ts';

/** A row of a file that an import rejected. */
export interface Rejection {
  readonly n: number;
  readonly line: number;
  readonly cells: readonly Cell[];
  readonly reason: string;
}

export async function insertRejections(
  { tx, caller }: TransactionContext,
  importId: string,
  rejections: readonly Rejection[],
): Promise<void> {
  if (rejections.length === 0) return;
  await tx.query(
    `insert into import_rejections (tenant_id, import_id, n, line, cells, reason)
     select $1::bigint, $2::uuid, r.n, r.line, r.cells, r.reason
     from jsonb_to_recordset($3::jsonb) r(n bigint, line bigint, cells jsonb, reason text)`,
    [caller.tenantId, importId, JSON.stringify(rejections).replaceAll('\\u0000', '\\ufffd')],
  );
}

/** The characters that one page of rejected rows may have; a longer row is alone on its page. */
const maxPageCharacters = 4_000_000;

/** The next rejected rows after a position, in the order of the file: fewer than `limit` when they are long. */
export const readRejections = (
  context: Context,
  importId: string,
  after: number,
  limit: number,
): Promise<Rejection[]> =>
  queryable(context).query<Rejection>(
    `select r.* from ${scoped(
      'r',
      `select r.n::float8 as n, r.line::float8 as line, r.cells, r.reason from (
         select r.*, row_number() over (order by r.n) as k, sum(length(r.cells::text)) over (order by r.n) as characters from (
           select r.n, r.line, r.cells, r.reason from import_rejections r
           where ${inTenant('r')} and r.import_id = $2::uuid and r.n > $3::bigint order by r.n limit $4::int
         ) r
       ) r where r.k = 1 or r.characters <= ${maxPageCharacters}`,
    )} order by r.n`,
    [context.caller.tenantId, importId, after, limit],
  );

/** Rejected rows are copies of the file, which nothing else deletes and no quota counts. */
export const keptDays = 90;

/** Deletes up to `limit` rejected rows of old imports. Returns how many were deleted. */
export async function deleteOldRejections(tx: Queryable, tenantId: string, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from import_rejections where tenant_id = $1::bigint and (import_id, n) in (
       select r.import_id, r.n from import_rejections r join data_imports i on i.tenant_id = r.tenant_id and i.id = r.import_id
       where r.tenant_id = $1::bigint and i.updated_at < now() - interval '${keptDays} days' limit $2::int) returning 1`,
    [tenantId, limit],
  );
  return rows.length;
}
