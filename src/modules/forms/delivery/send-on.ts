import type { TransactionContext } from '#core/context.ts';
import { enqueueMail } from '#core/mail/outbox.ts';
import { escapeHtml } from '#lib/html.ts';
import { stringsIn } from '../definition/form-definition.ts';
import { deliverSubmission } from '../jobs/deliver-submission.ts';
import type { Accepted } from '../submissions/accepted.ts';
import { readAddresses } from './sql/read-addresses.ts';

/** Whether somebody gets the submission. */
export const isSentOn = ({ form }: Accepted): boolean =>
  form.submitAction === 'callWebhook' ||
  stringsIn(form.notifyUserIds).length > 0 ||
  stringsIn(form.notifyEmails).length > 0;

/** Mails the answers to those who are notified, and posts them to the URL of the form, once the submission is committed. */
export async function sendOn(context: TransactionContext, accepted: Accepted, submissionId: string): Promise<void> {
  const { form } = accepted;
  const { services, caller } = context;
  const userIds = stringsIn(form.notifyUserIds);
  const users = userIds.length === 0 ? [] : await readAddresses(context.tx, caller.tenantId, userIds);
  const addresses = new Set([...users, ...stringsIn(form.notifyEmails)].map((address) => address.toLowerCase()));
  for (const address of addresses) await enqueueMail(context, address, mailOf(accepted));
  if (form.submitAction === 'callWebhook') await services.jobs.enqueue(context, deliverSubmission, { submissionId });
}

function mailOf({ form, answers, given }: Accepted): { subject: string; text: string; html: string } {
  const title = String(form.title || form.name);
  const lines = [...answers].map(([{ label }, value]) => [label, shown(value)] as const);
  if (given.files.length > 0) lines.push(['Files', given.files.map(({ name }) => name).join(', ')]);
  const rows = lines.map(([label, value]) => `<p><b>${escapeHtml(label)}</b><br>${escapeHtml(value)}</p>`);
  return {
    subject: `New submission: ${title}`.replace(/\s+/g, ' ').slice(0, 200),
    text: lines.map(([label, value]) => `${label}: ${value}`).join('\n\n'),
    html: rows.join('\n'),
  };
}

const shown = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : value === true ? 'yes' : value === false ? 'no' : String(value);
