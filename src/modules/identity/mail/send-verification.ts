import type { TransactionContext } from '#core/context.ts';
import { enqueueMail } from '#core/mail/outbox.ts';
import { createLink } from './links.ts';
import { accountLink, verificationMail } from './mails.ts';

declare module '#core/context.ts' {
  interface Settings {
    /** How long a verification link is valid, and how long a new user may sign in without verifying the address. */
    readonly verificationMs: number;
  }
}

/** Sends the link that verifies an address. Earlier links become invalid. */
export async function sendVerification(
  context: TransactionContext,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const { services, caller } = context;
  const lifetimeMs = services.settings.verificationMs;
  const { token } = await createLink(context, { purpose: 'verification', email, userId, lifetimeMs });
  const link = accountLink(services.publicUrl(), 'verify-email', token);
  const hours = Math.max(1, Math.round(lifetimeMs / 3_600_000));
  await enqueueMail(context, email, verificationMail({ link, accountKey: caller.accountKey, hours }));
}
