import { buffer } from 'node:stream/consumers';
import type { Services } from '#core/context.ts';
import { composeMessage } from '../transports/message.ts';
import type { OutgoingMail } from '../transports/transport.ts';
import type { ClaimedMail, Outcome } from './claimed-mail.ts';

/**
 * Only these mailboxes need a copy: the SMTP servers of Google and Microsoft put the mail into the folder of sent mail
 * themselves.
 */
const keepsNoSentMail = 'imap';

/**
 * Composes the message for the folder of sent mail, as ASCII text and encrypted, when the server does not put it there.
 * A failure returns undefined too, because the mail is sent already and its result must not be lost.
 */
export async function sealSentCopy(
  { vault, log }: Services,
  { settings, emailId }: ClaimedMail,
  { kind }: Outcome,
  mail: OutgoingMail,
): Promise<string | undefined> {
  if (kind !== 'accepted' || settings?.mailboxProvider !== keepsNoSentMail) return undefined;
  try {
    const content = await (await composeMessage(mail, undefined, undefined, { showsBcc: true })).open();
    const message = Buffer.isBuffer(content) ? content : await buffer(content);
    return await vault.encrypt(message.toString('latin1'));
  } catch (error) {
    log.warn({ emailId }, `the copy for the folder of sent mail could not be made: ${(error as Error).message}`);
    return undefined;
  }
}
