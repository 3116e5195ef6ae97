import { Type } from 'typebox';
import { newId } from '#lib/ids.ts';
import type { Mail } from '#lib/mail.ts';
import type { Context } from '../context.ts';
import { defineJob } from './job.ts';

/**
 * Mail goes out by a job: enqueued in the transaction that has reason for it, and tried until the server takes it. What it
 * says is kept encrypted until then, for it may hold a link that opens an account.
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
  // Some two days altogether.
  retry: { limit: 50, delay: '30s', backoff: true },
  run: ({ services: { mailer, vault } }, { sealed, ...mail }) =>
    mailer.send({ ...mail, ...(JSON.parse(vault.decrypt(sealed)) as Pick<Mail, 'text' | 'html'>) }),
});

/** Sends a mail as soon as the transaction has committed, and as often as it takes. */
export async function mailTo(
  context: Context,
  to: string,
  { subject, text, html }: Omit<Mail, 'id' | 'to'>,
): Promise<void> {
  const { jobs, vault } = context.services;
  const sealed = await vault.encrypt(JSON.stringify({ text, html }));
  await jobs.enqueue(context, sendMail, { id: newId(), to, subject, sealed });
}
