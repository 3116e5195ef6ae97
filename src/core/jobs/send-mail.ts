import { Type } from 'typebox';
import { newId } from '#lib/ids.ts';
import type { Mail } from '#lib/mail.ts';
import type { Context } from '../context.ts';
import { defineJob } from './job.ts';

/**
 * Sends a mail. The job is enqueued in the transaction that causes the mail, and retried until the mail server accepts
 * it. The content is stored encrypted until then, because it can contain a link that gives access to an account.
 */
export const sendMail = defineJob({
  name: 'mail.send',
  summary: 'Sends a mail',
  input: Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      to: Type.String({ maxLength: 254 }),
      subject: Type.String({ maxLength: 500 }),
      sealed: Type.String(),
    },
    { additionalProperties: false },
  ),
  // About two days in total.
  retry: { limit: 50, delay: '30s', backoff: true },
  run: ({ services: { mailer, vault } }, { sealed, ...mail }) =>
    mailer.send({ ...mail, ...(JSON.parse(vault.decrypt(sealed)) as Pick<Mail, 'text' | 'html'>) }),
});

/** Enqueues a mail. It is sent after the transaction has committed. */
export async function enqueueMail(
  context: Context,
  to: string,
  { subject, text, html }: Omit<Mail, 'id' | 'to'>,
): Promise<void> {
  const { jobs, vault } = context.services;
  const sealed = await vault.encrypt(JSON.stringify({ text, html }));
  await jobs.enqueue(context, sendMail, { id: newId(), to, subject, sealed });
}
