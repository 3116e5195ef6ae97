import { withAllAccess } from '#core/access/platform.ts';
import { companyOf } from '#core/company/company.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { enqueueMail } from '#core/mail/outbox.ts';
import type { RecordObject } from '#core/models/record.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { platformModels } from '#core/platform-names.ts';
import { paragraphs } from '#lib/mail.ts';
import { quoteLanguages } from './languages/index.ts';

export interface CustomerNotice {
  readonly kind: 'accepted' | 'declined' | 'commented';
  readonly name: string;
  readonly comment: string;
}

/** Mails the owner of a quote what its customer did. Nobody gets a mail when the owner was deactivated. */
export async function notifyOwner(context: TransactionContext, quote: RecordObject, notice: CustomerNotice) {
  const email = await ownerAddress(context, quote.ownerId);
  if (email === undefined) return;
  const { notice: texts } = quoteLanguages.textsIn((await companyOf(context)).language);
  const number = String(quote.number ?? '');
  const subject = texts[notice.kind](number, notice.name);
  await enqueueMail(context, email, {
    subject: subject.replaceAll(/\s+/g, ' ').slice(0, 200),
    ...paragraphs(
      subject,
      ...(notice.name === '' ? [] : [`${texts.from}: ${notice.name}`]),
      ...(notice.comment === '' ? [] : [`${texts.comment}: ${notice.comment}`]),
      `${texts.open} ${context.services.publicUrl()}/app/m/sales/quotes/${String(quote._id)}`,
    ),
  });
}

async function ownerAddress(context: TransactionContext, ownerId: unknown): Promise<string | undefined> {
  const model = context.registry.named(platformModels.users);
  if (!model || typeof ownerId !== 'string') return undefined;
  try {
    const { body } = await invoke(withAllAccess(context), operations.get, model, { id: ownerId, query: {} });
    const { email, active } = JSON.parse(body) as { email: string; active: boolean | null };
    return active === false ? undefined : email;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}
