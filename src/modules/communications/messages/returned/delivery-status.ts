import { allParts, decodedText, type HeaderFields, headerOf, type MimePart, readFields } from './mime.ts';
import { addressIn, type Report, smtpCodePattern, statusPattern } from './report.ts';

const types = ['message/delivery-status', 'message/global-delivery-status'];

/** Higher than the number of recipients of our mails. */
const maxReports = 100;
/** Groups of fields that are read. Not every group is a report. */
const maxGroups = 1000;

/** Reads the reports of a delivery status notification (RFC 3464), one for each recipient. Undefined for other messages. */
export function readDeliveryStatus(message: MimePart): Report[] | undefined {
  const status = allParts(message).find(({ type }) => types.includes(type));
  if (!status) return undefined;
  // Fields of the message come first, then a group for each recipient.
  const groups = decodedText(status)
    .split(/(?:\r?\n[ \t]*){2,}/, maxGroups)
    .map(readFields);
  return groups.flatMap((fields) => reportOf(fields) ?? []).slice(0, maxReports);
}

function reportOf(fields: HeaderFields): Report | undefined {
  const final = headerOf(fields, 'final-recipient');
  const original = headerOf(fields, 'original-recipient');
  const action = /^[a-z]+/.exec(headerOf(fields, 'action')?.toLowerCase() ?? '')?.[0];
  if (final === undefined && original === undefined && action === undefined) return undefined;
  const recipient = addressIn(original) ?? addressIn(final);
  const code = headerOf(fields, 'diagnostic-code')?.replace(/^[\w-]+\s*;\s*/, '');
  const status = headerOf(fields, 'status');
  const diagnostic = code ?? status;
  const common = { ...(recipient !== undefined && { recipient }), ...(diagnostic !== undefined && { diagnostic }) };
  const severity = severityOf(status, code);
  if (action === 'delivered') return { kind: 'delivered', ...common };
  // The mail was handed over to a server that sends no reports, or to several addresses.
  if (action === 'relayed' || action === 'expanded') return undefined;
  if (action === 'delayed') return { kind: 'deferred', bounceType: 'soft', ...common };
  if (action !== 'failed' && severity === undefined) return undefined;
  return { kind: 'bounced', bounceType: severity === '4' ? 'soft' : 'hard', ...common };
}

/** The first digit of the status, or of the code that the other server answered with. */
function severityOf(status: string | undefined, code: string | undefined): '4' | '5' | undefined {
  const digit = statusPattern.exec(status ?? '')?.[1] ?? statusPattern.exec(code ?? '')?.[1];
  const found = digit === '4' || digit === '5' ? digit : smtpCodePattern.exec(code ?? '')?.[1];
  return found === '4' || found === '5' ? found : undefined;
}
