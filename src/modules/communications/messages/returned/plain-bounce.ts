import { allParts, decodedText, type HeaderFields, headerOf, type MimePart, splitHeaders } from './mime.ts';
import { addressIn, type Report, smtpCodePattern, statusPattern } from './report.ts';

interface PlainBounce {
  readonly reports: readonly Report[];
  /** The headers of the returned mail, when the text contains them. */
  readonly original: HeaderFields;
}

const maxText = 64 * 1024;
const maxRecipients = 20;
const maxDiagnostic = 500;

const qmail = /^hi\. this is the qmail-send program/im;
const fromServer = /mailer-daemon@|postmaster@|mail delivery (?:sub)?system/i;
const copyFollows =
  /^--[^\n]*(?:copy of|original message|returned message|undelivered message|message header)[^\n]*$/im;
const delay =
  /\bdelay(?:ed)?\b|has not yet been delivered|no action is required|will (?:be retried|continue to (?:try|retry))/i;
const permanent =
  /permanent|doesn't like recipient|no such (?:user|mailbox|address)|user unknown|unknown user|does not exist|invalid recipient/i;

/**
 * Reads a bounce without a machine-readable part, as qmail and older servers write it; undefined for other messages.
 */
export function readPlainBounce(message: MimePart): PlainBounce | undefined {
  const { headers } = message;
  const body = allParts(message).find(({ type }) => type === 'text/plain');
  const text = body ? decodedText(body).slice(0, maxText) : '';
  const failed = headerOf(headers, 'x-failed-recipients');
  const isBounce = failed !== undefined || fromServer.test(headerOf(headers, 'from') ?? '') || qmail.test(text);
  if (!isBounce) return undefined;
  const marker = copyFollows.exec(text);
  const explanation = marker ? text.slice(0, marker.index) : text;
  const original = marker ? splitHeaders(text.slice(marker.index + marker[0].length).trimStart()).headers : [];
  const isDelay = delay.test(headerOf(headers, 'subject') ?? '') || (failed === undefined && delay.test(explanation));
  const recipients = recipientsIn(failed, explanation);
  const reports = (recipients.length > 0 ? recipients : [undefined]).map((recipient): Report => {
    const reason = reasonFor(recipient, explanation) || (headerOf(headers, 'subject') ?? '');
    const common = { ...(recipient !== undefined && { recipient }), diagnostic: reason };
    if (isDelay) return { kind: 'deferred', bounceType: 'soft', ...common };
    return { kind: 'bounced', bounceType: isHard(reason) ? 'hard' : 'soft', ...common };
  });
  return { reports, original };
}

/** Finds recipients in the header of Exim, in `<address>:` lines of qmail, and in indented lines of their own. */
function recipientsIn(failed: string | undefined, text: string): string[] {
  const found =
    failed?.slice(0, 10_000).split(',') ??
    [
      ...text.matchAll(
        /^(?:<([^\s<>]{1,320}@[^\s<>]{1,255})>:|[ \t]{2,}([^\s<>]{1,320}@[^\s<>:]{1,255}):?)[ \t]*\r?$/gm,
      ),
    ].map(([, qmailAddress, indented]) => qmailAddress ?? indented ?? '');
  return [...new Set(found.flatMap((address) => addressIn(address) ?? []))].slice(0, maxRecipients);
}

/** The paragraph that begins with the address. */
function reasonFor(recipient: string | undefined, text: string): string {
  const at = recipient === undefined ? 0 : Math.max(0, text.indexOf(recipient));
  const [paragraph = ''] = text.slice(at, at + 4 * maxDiagnostic).split(/\r?\n[ \t]*\r?\n/, 1);
  const rest = recipient === undefined ? text.slice(0, maxDiagnostic) : paragraph.replace(/^[^\n]*\n/, '') || paragraph;
  return rest.replaceAll(/\s+/g, ' ').trim().slice(0, maxDiagnostic);
}

function isHard(reason: string): boolean {
  const digit = statusPattern.exec(reason)?.[1] ?? smtpCodePattern.exec(reason)?.[1];
  return digit === undefined ? permanent.test(reason) : digit === '5';
}
