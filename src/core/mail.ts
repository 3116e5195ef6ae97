import { Type } from 'typebox';
import { defineJob } from './jobs/job.ts';

/** Mail goes out by a job: enqueued in the transaction that has reason for it, and tried until the server takes it. */
export const sendMail = defineJob({
  name: 'mail.send',
  summary: 'Sends a mail',
  input: Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      to: Type.String({ maxLength: 254 }),
      subject: Type.String({ maxLength: 500 }),
      text: Type.String(),
      html: Type.String(),
    },
    { additionalProperties: false },
  ),
  // Some two days altogether.
  retry: { limit: 50, delay: '30s', backoff: true },
  run: ({ services: { mailer } }, mail) => mailer.send(mail),
});
