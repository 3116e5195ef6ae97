import { createHash } from 'node:crypto';
import { type Context, queryable, type TransactionContext } from '#core/context.ts';
import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** What a mapping maps: column to field, or to null for a column that is left out. */
export type Mapping = Readonly<Record<string, string | null>>;

/** Files with the same titles have the same signature, whatever the order of the columns. */
const signatureOf = (columns: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(columns.map((column) => column.trim().toLowerCase()).toSorted()))
    .digest('hex');

/** Remembers the mapping of an import for the next file with these titles. */
export const rememberMapping = (
  { tx, caller }: TransactionContext,
  model: string,
  columns: readonly string[],
  mapping: Mapping,
): Promise<unknown> =>
  tx.query(
    `insert into import_mappings (tenant_id, model, titles, mapping) values ($1::bigint, $2::text, $3::text, $4::jsonb)
     on conflict (tenant_id, model, titles) do update set mapping = excluded.mapping, used_at = now()`,
    [caller.tenantId, model, signatureOf(columns), JSON.stringify(mapping)],
  );

export interface RememberedMapping {
  readonly model: string;
  readonly mapping: Mapping;
}

/** The mapping that was used last for a file with these titles, for the model or for any model. */
export async function rememberedMapping(
  context: Context,
  model: string | undefined,
  columns: readonly string[],
): Promise<RememberedMapping | undefined> {
  const [row] = await queryable(context).query<RememberedMapping>(
    `select m.* from ${scoped(
      'm',
      `select m.model, m.mapping from import_mappings m where ${inTenant('m')} and m.titles = $2::text
         and ($3::text is null or m.model = $3::text) order by m.used_at desc limit 1`,
    )}`,
    [context.caller.tenantId, signatureOf(columns), model ?? null],
  );
  return row;
}

/** Deletes up to `limit` mappings that were not used for a year. Returns how many were deleted. */
export async function deleteOldMappings(tx: Queryable, tenantId: string, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from import_mappings where tenant_id = $1::bigint and (model, titles) in (
       select m.model, m.titles from import_mappings m
       where m.tenant_id = $1::bigint and m.used_at < now() - interval '1 year' limit $2::int) returning 1`,
    [tenantId, limit],
  );
  return rows.length;
}
