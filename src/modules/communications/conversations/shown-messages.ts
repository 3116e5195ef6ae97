import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '#core/context.ts';
import { renderMails } from './render-mails.ts';
import { type MessageOptions, type Shown, shownComment, shownMail } from './shown-message.ts';
import type { MessageRow } from './sql/list-messages.ts';

/** The mails and comments of a page. A mail that was deleted meanwhile is left out. */
export async function shownMessages(
  context: Context,
  rows: readonly MessageRow[],
  reading: MessageOptions,
): Promise<Shown[]> {
  const missing = rows.flatMap(({ kind, id, shown }) => (kind === 'email' && shown === null ? [id] : []));
  const made = await renderMails(context, missing);
  const messages: Shown[] = [];
  for (const row of rows) {
    if (row.kind === 'comment') {
      messages.push(shownComment(row));
      continue;
    }
    const shown = row.shown ?? made.get(row.id);
    if (shown) messages.push(shownMail({ ...row, shown }, reading));
    // Yield, so that other requests do not wait for a page of long mails.
    await nextTurn();
  }
  return messages;
}
