import { Type } from 'typebox';
import { inTransaction, type Writing } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { mailTo } from '#core/mail.ts';
import type { Rate } from '#core/rates.ts';
import { newLink } from '../links.ts';
import { accountLink, alreadyRegisteredMail, resetMail } from '../mails.ts';
import { securityEvent } from '../security.ts';
import { findUserByEmail } from '../sql/find-user.ts';
import { sendVerification } from '../verification.ts';

/** Nobody's mailbox is filled by strangers who ask again and again. */
const mailsToOne: Rate = { name: 'account mails', most: 10, perMs: 3_600_000 };

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
    const { rates } = context.services;
    await inTransaction(context, async (within) => {
      const user = await findUserByEmail(within, email);
      if (!user?.active) return;
      if (!byAdmin && !(await rates.take(within, mailsToOne, `${within.caller.tenantId} ${user.id}`))) return;
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

async function sendReset(context: Writing, { userId, email }: { userId: string; email: string }): Promise<void> {
  const { services, caller } = context;
  const lifetimeMs = services.settings.resetTokenMs;
  const { token } = await newLink(context, { purpose: 'reset', email, userId, lifetimeMs });
  const link = accountLink(services.publicUrl(), 'reset-password', token);
  const minutes = Math.max(1, Math.round(lifetimeMs / 60_000));
  await mailTo(context, email, resetMail({ link, accountKey: caller.accountKey, minutes }));
}
