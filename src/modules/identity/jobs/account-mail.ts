import { Type } from 'typebox';
import { inTransaction } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { enqueueMail } from '#core/mail/outbox.ts';
import { consumeMailQuota } from '../mail/mail-limits.ts';
import { alreadyRegisteredMail } from '../mail/mails.ts';
import { sendReset } from '../mail/send-reset.ts';
import { sendVerification } from '../mail/send-verification.ts';
import { appendSecurityEvent } from '../security-events/security-event.ts';
import { findUserByEmail } from '../sql/find-user.ts';

/**
 * Looks up the address after the request was answered. The request does the same work for every address, so its answer
 * and duration do not reveal whether the address has a user.
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
      // The link of the previous mail stays valid, because it is not replaced.
      if (!(await consumeMailQuota(within, byAdmin ? 'resetByAdmin' : 'asked', user.email))) return;
      const about = { userId: user.id, email: user.email };
      if (kind === 'verification') {
        if (!user.verified) await sendVerification(within, about);
      } else if (kind === 'reset') {
        await appendSecurityEvent(within, 'security.resetRequested', about);
        await sendReset(within, about);
      } else await enqueueMail(within, user.email, alreadyRegisteredMail({ accountKey: within.caller.accountKey }));
    });
  },
});
