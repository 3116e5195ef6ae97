import { setImmediate as nextTurn } from 'node:timers/promises';
import { buildModel } from '#core/models/model.ts';
import { searchLimits, vectorOf, wordsExpression, wordsTable } from '#core/query/text-search.ts';
import type { Transaction } from '#db/database.ts';
import { shownText } from '../../../messages/html/shown-text.ts';
import { emails } from '../../models/emails.ts';

const model = buildModel('communications', emails);
/** The HTML is read up to this length, because styles make it longer than its text. */
const maxHtml = 5 * searchLimits.maxTextLength;

interface DueMail {
  readonly id: string;
  /** The beginning of the HTML of a mail without plain text. */
  readonly html: string | null;
}

/**
 * Indexes the newest mails first, skipping those that another node indexes. A change of a mail waits for the row lock of its words, and
 * the mail is indexed again. Returns the number of mails.
 */
export async function indexMails(tx: Transaction, tenantId: string, limit: number): Promise<number> {
  const due = await tx.query<DueMail>(
    `select w.id, case when e.text is null then left(e.html, ${maxHtml}) end as html
     from ${wordsTable(model)} w join ${model.table} e on e.tenant_id = $1::bigint and e.id = w.id
     where w.tenant_id = $1::bigint and w.words is null order by w.id desc limit $2::int for update of w skip locked`,
    [tenantId, limit],
  );
  if (due.length === 0) return 0;
  const texts: string[] = [];
  for (const { html } of due) {
    texts.push(html === null ? '' : shownText(html).slice(0, searchLimits.maxTextLength));
    // Yield, so that requests do not wait for all mails.
    if (html !== null) await nextTurn();
  }
  await tx.query(
    `update ${wordsTable(model)} w set words = ${wordsExpression(model, 'e')} || ${vectorOf(`left(coalesce(e.text, s.shown), ${searchLimits.maxTextLength})`)}
     from unnest($2::uuid[], $3::text[]) s(id, shown) join ${model.table} e on e.tenant_id = $1::bigint and e.id = s.id
     where w.tenant_id = $1::bigint and w.id = s.id`,
    [tenantId, due.map(({ id }) => id), texts],
  );
  return due.length;
}
