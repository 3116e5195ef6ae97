import { allParts, decodedText, type HeaderFields, headerOf, type MimePart, readFields } from './mime.ts';
import { addressIn, type Report } from './report.ts';

interface Feedback {
  readonly fields: HeaderFields;
  readonly reports: readonly Report[];
}

/** Reads complaints in the Abuse Reporting Format (RFC 5965); undefined for other messages. */
export function readFeedbackReport(message: MimePart): Feedback | undefined {
  const part = allParts(message).find(({ type }) => type === 'message/feedback-report');
  if (!part) return undefined;
  const fields = readFields(decodedText(part));
  const type = headerOf(fields, 'feedback-type')?.toLowerCase() ?? 'abuse';
  const recipient = addressIn(headerOf(fields, 'original-rcpt-to'));
  const report = { ...(recipient !== undefined && { recipient }), diagnostic: `A complaint of the type ${type}` };
  // `not-spam` withdraws a complaint, and `auth-failure` is about signatures.
  if (type === 'not-spam' || type === 'auth-failure' || type === 'dmarc') return { fields, reports: [] };
  return { fields, reports: [{ kind: type === 'opt-out' ? 'unsubscribed' : 'complained', ...report }] };
}
