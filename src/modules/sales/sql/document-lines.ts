import type { TransactionContext } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { Params } from '#db/params.ts';

export interface StoredLine {
  readonly id: string;
  readonly quantity: string | null;
  readonly unitPrice: string | null;
  readonly discountPercent: string | null;
  readonly taxPercent: string | null;
  readonly net: string | null;
}

/** The lines of a document, with all digits of their amounts. */
export function readLines({ tx, caller }: TransactionContext, lines: Model, documentId: string): Promise<StoredLine[]> {
  const params = new Params(caller.tenantId);
  return tx.query<StoredLine>(
    `select l.id, l.quantity::text, l.unit_price::text as "unitPrice", l.discount_percent::text as "discountPercent",
       l.tax_percent::text as "taxPercent", l.net::text
     from ${lines.table} l
     where l.tenant_id = $1::bigint and l."${lines.parent?.column}" = ${params.add(documentId, 'uuid')}
     order by l.position, l.created_at, l.id`,
    params.values,
  );
}

/** The ids of the documents that have these lines. */
export async function documentsOfLines(
  { tx, caller }: TransactionContext,
  lines: Model,
  ids: readonly string[],
): Promise<string[]> {
  const params = new Params(caller.tenantId);
  const rows = await tx.query<{ id: string }>(
    `select distinct l."${lines.parent?.column}" as id from ${lines.table} l
     where l.tenant_id = $1::bigint and l.id = any(${params.add(ids, 'uuid[]')}) order by 1`,
    params.values,
  );
  return rows.map(({ id }) => id);
}

export interface BundleLine {
  readonly id: string;
  readonly quantity: string | null;
}

/** The lines that a bundle added with one of these lines. */
export function linesOfBundles(
  { tx, caller }: TransactionContext,
  lines: Model,
  ids: readonly string[],
): Promise<BundleLine[]> {
  const params = new Params(caller.tenantId);
  return tx.query<BundleLine>(
    `select l.id, l.quantity::text from ${lines.table} l
     where l.tenant_id = $1::bigint and l.bundle_line_id = any(${params.add(ids, 'text[]')}) order by l.id`,
    params.values,
  );
}
