import type { TransactionContext } from '#core/context.ts';
import { enqueueMail } from '#core/mail/outbox.ts';
import { createLink } from './links.ts';
import { accountLink, resetMail } from './mails.ts';

declare module '#core/context.ts' {
  interface Settings {
    readonly resetTokenMs: number;
  }
}

/** Sends the link to choose a new password. Earlier links become invalid. */
export async function sendReset(
  context: TransactionContext,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const { services, caller } = context;
  const lifetimeMs = services.settings.resetTokenMs;
  const { token } = await createLink(context, { purpose: 'reset', email, userId, lifetimeMs });
  const link = accountLink(services.publicUrl(), 'reset-password', token);
  const minutes = Math.max(1, Math.round(lifetimeMs / 60_000));
  await enqueueMail(context, email, resetMail({ link, accountKey: caller.accountKey, minutes }));
}
