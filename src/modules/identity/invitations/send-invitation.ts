import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { enqueueMail } from '#core/mail/outbox.ts';
import { createLink } from '../mail/links.ts';
import { consumeMailQuota } from '../mail/mail-limits.ts';
import { accountLink, invitationMail } from '../mail/mails.ts';
import { renewToken } from '../sql/one-time-tokens.ts';

const invitationDays = 7;
const lifetimeMs = invitationDays * 86_400_000;

/**
 * Sends an invitation and returns its id. When the mail limit of the address is reached, its existing link is extended
 * and gets the new roles and teams instead.
 */
export async function sendInvitation(
  context: TransactionContext,
  given: { readonly email: string; readonly roles: readonly string[]; readonly teamIds: readonly string[] },
): Promise<string> {
  const { services, caller } = context;
  const { email } = given;
  const invitation = { ...given, purpose: 'invitation', createdBy: caller.userId, lifetimeMs } as const;
  if (!(await consumeMailQuota(context, 'invitation', email))) {
    const renewedId = await renewToken(context, invitation);
    if (renewedId !== undefined) return renewedId;
    const message = `${email} had an invitation within ten minutes, or five within a day, of which none is open; invite it later.`;
    throw new AppError('rate_limited', message, [{ field: 'email', code: 'rate_limited', message }], {
      'retry-after': '600',
    });
  }
  const { id, token } = await createLink(context, invitation);
  const link = accountLink(services.publicUrl(), 'accept-invitation', token);
  const { accountKey, email: inviter } = caller;
  await enqueueMail(
    context,
    email,
    invitationMail({ link, accountKey, invitedBy: inviter ?? '', days: invitationDays }),
  );
  return id;
}
