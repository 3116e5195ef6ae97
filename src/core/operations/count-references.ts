import { Params } from '#db/params.ts';
import type { TransactionContext } from '../context.ts';
import { tableAs, tenantRows } from '../query/rows.ts';
import { pointing, type Reference } from './relink.ts';

export interface ReferenceCount {
  readonly reference: Reference;
  readonly count: number;
}

/** Counts the rows that point to the records, up to `limit` for each reference. Omits references that no row uses. */
export async function countReferences(
  { caller, tx }: TransactionContext,
  references: readonly Reference[],
  ids: readonly string[],
  limit: number,
): Promise<ReferenceCount[]> {
  if (references.length === 0) return [];
  const params = new Params(caller.tenantId);
  const idsParam = params.add(ids, 'uuid[]');
  const limitParam = params.add(limit, 'int');
  const counts = references.map(
    (reference, n) =>
      `select ${n} as n, (select count(*)::int from (select from ${tableAs(reference.model, 't')}
        where ${tenantRows(reference.model, 't')} and ${pointing(reference, 't', idsParam, params)} limit ${limitParam}) c) as count`,
  );
  const rows = await tx.query<{ n: number; count: number }>(
    `select * from (${counts.join(' union all ')}) c where count > 0`,
    params.values,
  );
  return rows.map(({ n, count }) => ({ reference: references[n] as Reference, count }));
}

/** Locks up to `limit` rows that point to the records, except these rows. Returns their ids. */
export async function lockPointing(
  { caller, tx }: TransactionContext,
  reference: Reference,
  ids: readonly string[],
  { except, limit }: { readonly except: readonly string[]; readonly limit: number },
): Promise<string[]> {
  const { model } = reference;
  const params = new Params(caller.tenantId);
  const rows = await tx.query<{ id: string; late: boolean }>(
    `select t.id, written_later(t.xmin) as late from ${tableAs(model, 't')}
     where ${tenantRows(model, 't')} and ${pointing(reference, 't', params.add(ids, 'uuid[]'), params)}
       and t.id <> all(${params.add(except, 'uuid[]')}) order by t.id limit ${params.add(limit, 'int')} for update`,
    params.values,
  );
  if (rows.some((row) => row.late)) tx.retryTransaction();
  return rows.map((row) => row.id);
}
