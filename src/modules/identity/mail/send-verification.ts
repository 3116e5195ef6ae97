import type { TransactionContext } from '#core/context.ts';
import { mailTo } from '#core/jobs/send-mail.ts';
import { newLink } from '../sign-in/links.ts';
import { accountLink, verificationMail } from './mails.ts';

/** Sends the link by which an address is verified; an earlier one is void. */
export async function sendVerification(
  context: TransactionContext,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const { services, caller } = context;
  const lifetimeMs = services.settings.verificationMs;
  const { token } = await newLink(context, { purpose: 'verification', email, userId, lifetimeMs });
  const link = accountLink(services.publicUrl(), 'verify-email', token);
  const hours = Math.max(1, Math.round(lifetimeMs / 3_600_000));
  await mailTo(context, email, verificationMail({ link, accountKey: caller.accountKey, hours }));
}
