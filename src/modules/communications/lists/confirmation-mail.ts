import type { TransactionContext } from '#core/context.ts';
import { enqueueMail } from '#core/mail/outbox.ts';
import { paragraphs } from '#lib/mail.ts';
import { linkSignerOf } from '../tracking/link-signer-of.ts';

interface Recipient {
  readonly memberId: string;
  readonly email: string;
}

/** Statements that are sent without waiting for the answer of the one before. */
const atOnce = 100;

/** Asks the owners of addresses to confirm that they want mail of the list. */
export async function askForConfirmation(
  context: TransactionContext,
  listName: string,
  recipients: readonly Recipient[],
): Promise<void> {
  const signer = linkSignerOf(context.services);
  const subject = `Please confirm your subscription to ${listName}`.slice(0, 200);
  for (let from = 0; from < recipients.length; from += atOnce) {
    await Promise.all(
      recipients.slice(from, from + atOnce).map(({ memberId, email }) =>
        enqueueMail(context, email, {
          subject,
          ...paragraphs(
            `Somebody, probably you, asked to send mail of "${listName}" to this address.`,
            `Open this page to confirm it: ${signer.confirmUrl(context.caller.tenantId, memberId)}`,
            'If it was not you, do nothing: you will get no mail of this list.',
          ),
        }),
      ),
    );
  }
}
