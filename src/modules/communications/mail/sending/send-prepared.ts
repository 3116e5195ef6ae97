import { withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { addToOutbox, notifyOutbox, type SecretLink, sealLink } from '#core/mail/outbox.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { newId } from '#lib/ids.ts';
import { emails } from '../../model-names.ts';
import { requireNotSuppressed } from './send-single.ts';

/** A mail that another module has written completely: it has no template and no variables. */
export interface PreparedMail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The name and the address that replies go to. The address of the sender is that of the mail server. */
  readonly fromName: string | null;
  readonly replyTo: string | null;
  /** Ids of records of data/storedFiles. The caller has checked that they may be sent. */
  readonly attachmentIds: readonly string[];
  readonly contactId: string | null;
  readonly accountId: string | null;
  readonly opportunityId: string | null;
  /** The link that the mail contains and its record does not. */
  readonly secretLink?: SecretLink;
}

/**
 * Writes the record of a mail and puts the mail into the outbox. Throws when the address gets no mail. Returns the id of
 * the record.
 */
export async function sendPrepared(context: Context, { secretLink, ...mail }: PreparedMail): Promise<string> {
  await requireNotSuppressed(context, mail.to, { bulk: false, personal: true });
  const sealedLink = secretLink && (await sealLink(context.services, secretLink));
  return inTransaction(context, async (within) => {
    const emailId = newId();
    const values = { ...mail, type: 'single', status: 'queued', direction: 'outbound' };
    await insertMany(withAllAccess(within), emails(within), [{ id: emailId, values: values as never }], {
      withoutHooks: true,
    });
    await addToOutbox(within.tx, within.caller.tenantId, [
      { emailId, ...(sealedLink !== undefined && { sealedLink }) },
    ]);
    await notifyOutbox(within.tx);
    return emailId;
  });
}
