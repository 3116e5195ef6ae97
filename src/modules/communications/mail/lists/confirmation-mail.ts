import { companyOf } from '#core/company/company.ts';
import type { TransactionContext } from '#core/context.ts';
import { enqueueMail } from '#core/mail/outbox.ts';
import { paragraphs } from '#lib/mail.ts';
import { mailTextsIn } from '../pages/languages/index.ts';
import { linkSigner } from '../tracking/link-signer-of.ts';

interface Recipient {
  readonly memberId: string;
  readonly email: string;
}

/** Number of statements that are sent without waiting for earlier answers. */
const maxConcurrent = 100;

/** Sends the mails that ask owners of addresses to confirm their subscription. */
export async function askForConfirmation(
  context: TransactionContext,
  listName: string,
  recipients: readonly Recipient[],
): Promise<void> {
  const signer = context.services.of(linkSigner);
  const { name, language } = await companyOf(context);
  const { confirmationMail: texts } = mailTextsIn(language);
  const subject = texts.subject(listName).slice(0, 200);
  for (let from = 0; from < recipients.length; from += maxConcurrent) {
    await Promise.all(
      recipients.slice(from, from + maxConcurrent).map(({ memberId, email }) =>
        enqueueMail(context, email, {
          subject,
          ...paragraphs(
            texts.who(listName, name),
            texts.open(signer.confirmUrl(context.caller.tenantId, memberId)),
            texts.ignore,
          ),
        }),
      ),
    );
  }
}
