import { buildModel } from '#core/models/model.ts';
import { wordsExpression, wordsTable } from '#core/query/text-search.ts';
import type { Transaction } from '#db/database.ts';
import { emails } from '../../models/emails.ts';

const model = buildModel('communications', emails);

/**
 * Reads the words of mails, the newest first, without those that another node reads. A mail that is changed meanwhile waits for the
 * lock of its words, and they are read again. Returns the number of mails.
 */
export async function readWords(tx: Transaction, tenantId: string, limit: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `with due as materialized (
       select w.id from ${wordsTable(model)} w where w.tenant_id = $1::bigint and w.words is null
       order by w.id desc limit $2::int for update skip locked
     ), done as (
       update ${wordsTable(model)} w set words = ${wordsExpression(model, 'e')}
       from due join ${model.table} e on e.tenant_id = $1::bigint and e.id = due.id
       where w.tenant_id = $1::bigint and w.id = due.id returning 1
     )
     select count(*)::int as count from done`,
    [tenantId, limit],
  );
  return row?.count ?? 0;
}
