import { Type } from 'typebox';
import { inTransaction, type TransactionContext } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { mailTo } from '#core/jobs/send-mail.ts';
import { takeMail } from '../mail/mail-limits.ts';
import { accountLink, alreadyRegisteredMail, resetMail } from '../mail/mails.ts';
import { sendVerification } from '../mail/send-verification.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { newLink } from '../sign-in/links.ts';
import { findUserByEmail } from '../sql/find-user.ts';

/**
 * Who asks for a link by an address is answered before anybody looks whether somebody has it: the request does the same
 * work for every address, and this job does the rest.
 */
export const accountMail = defineJob({
  name: 'identity.account-mail',
  summary: 'Sends the link that somebody asked for, if the address belongs to a user',
  input: Type.Object(
    {
      kind: Type.Union([Type.Literal('reset'), Type.Literal('verification'), Type.Literal('registered')]),
      email: Type.String({ maxLength: 254 }),
      byAdmin: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  async run(context, { kind, email, byAdmin = false }) {
    await inTransaction(context, async (within) => {
      const user = await findUserByEmail(within, email);
      if (!user?.active) return;
      // The link of the mail before stays good, because it is not replaced.
      if (!(await takeMail(within, byAdmin ? 'resetByAdmin' : 'asked', user.email))) return;
      const about = { userId: user.id, email: user.email };
      if (kind === 'verification') {
        if (!user.verified) await sendVerification(within, about);
      } else if (kind === 'reset') {
        await securityEvent(within, 'security.resetRequested', about);
        await sendReset(within, about);
      } else await mailTo(within, user.email, alreadyRegisteredMail({ accountKey: within.caller.accountKey }));
    });
  },
});

async function sendReset(
  context: TransactionContext,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const { services, caller } = context;
  const lifetimeMs = services.settings.resetTokenMs;
  const { token } = await newLink(context, { purpose: 'reset', email, userId, lifetimeMs });
  const link = accountLink(services.publicUrl(), 'reset-password', token);
  const minutes = Math.max(1, Math.round(lifetimeMs / 60_000));
  await mailTo(context, email, resetMail({ link, accountKey: caller.accountKey, minutes }));
}
