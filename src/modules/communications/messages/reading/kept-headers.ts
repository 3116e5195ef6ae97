import { storableLine } from '../storable.ts';
import { type HeaderLine, rawHeader } from './raw-headers.ts';

/** Headers that the record of a mail keeps: those about its origin, and for unsubscribing. */
const names = [
  'auto-submitted',
  'precedence',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'x-mailer',
  'user-agent',
  'importance',
  'x-priority',
  'sender',
  'return-path',
  'authentication-results',
  'disposition-notification-to',
  'content-language',
];
const maxLength = 2000;

export function keptHeaders(lines: readonly HeaderLine[]): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of names) {
    const value = rawHeader(lines, name);
    if (value !== undefined && value !== '') kept[name] = storableLine(value, maxLength);
  }
  return kept;
}
