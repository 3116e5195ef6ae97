import { type Context, inTransaction } from '#core/context.ts';
import { Semaphore } from '#lib/semaphore.ts';
import type { ShownMail } from '../messages/html/show-mail.ts';
import { mailThread } from '../messages/reading/mail-thread-of.ts';
import { readTexts, saveShownMails } from '../messages/sql/shown-mails.ts';

/** Number of mails whose texts are in memory at a time. */
const maxConcurrent = 4;

/** Renders mails that nobody has opened yet, and stores the result. The threads that read mail do the parsing. */
export async function renderMails(context: Context, ids: readonly string[]): Promise<Map<string, ShownMail>> {
  const made = new Map<string, ShownMail>();
  const turns = new Semaphore(maxConcurrent);
  await Promise.all(ids.map((id) => turns.use(() => renderMail(context, id, made))));
  return made;
}

async function renderMail(context: Context, id: string, made: Map<string, ShownMail>): Promise<void> {
  const { tenantId } = context.caller;
  const [found] = await inTransaction(context, ({ tx }) => readTexts(tx, tenantId, [id]));
  if (!found) return;
  const { html, text, state } = found;
  // No transaction is open while the thread works.
  const shown = await context.services.of(mailThread).show(tenantId, { html, text });
  made.set(id, shown);
  await inTransaction(context, ({ tx }) => saveShownMails(tx, tenantId, [{ id, shown, state }]));
}
