import type { TransactionContext } from '#core/context.ts';
import { enqueueMail } from '#core/mail/outbox.ts';
import { escapeHtml } from '#lib/html.ts';
import { activeAddresses } from '../../identity/contract.ts';
import { stringsIn } from '../definition/form-definition.ts';
import { submitActionOf } from '../definition/submit-action.ts';
import { deliverSubmission } from '../jobs/deliver-submission.ts';
import { countConversion } from './count-conversion.ts';
import type { DeliveredSubmission } from './delivered-submission.ts';

/** True when the submission is delivered to a receiver or counted for a page. */
export const isForwarded = ({ form, given }: DeliveredSubmission): boolean =>
  submitActionOf(form) === 'callWebhook' ||
  given.pageId !== undefined ||
  stringsIn(form.notifyUserIds).length > 0 ||
  stringsIn(form.notifyEmails).length > 0;

/**
 * Mails the answers to the notified addresses, and posts them to the URL of the form after the commit. Counts a
 * conversion for the page that shows the form.
 */
export async function forwardSubmission(
  context: TransactionContext,
  submission: DeliveredSubmission,
  submissionId: string,
): Promise<void> {
  const { form } = submission;
  const { services, caller } = context;
  const userIds = stringsIn(form.notifyUserIds);
  const users = userIds.length === 0 ? [] : await activeAddresses(context.tx, caller.tenantId, userIds);
  const addresses = new Set([...users, ...stringsIn(form.notifyEmails)].map((address) => address.toLowerCase()));
  for (const address of addresses) await enqueueMail(context, address, mailOf(submission));
  if (submitActionOf(form) === 'callWebhook') await services.jobs.enqueue(context, deliverSubmission, { submissionId });
  // Run this last, because it locks the page: from here on, submissions of one page wait for each other.
  await countConversion(context, submission);
}

function mailOf({ form, answers, given }: DeliveredSubmission): { subject: string; text: string; html: string } {
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
