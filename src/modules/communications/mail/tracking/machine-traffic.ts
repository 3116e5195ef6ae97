import type { Origin } from '#core/access/caller.ts';

/** Programs that fetch images when a person opens the mail, although their names look like those of robots. */
const mailPrograms = /GoogleImageProxy|YahooMailProxy|Thunderbird|Outlook/i;

/** The user agent of Apple Mail Privacy Protection, which loads all images of all mails, read or not. */
const appleProxy = 'Mozilla/5.0';

const isPrefetch = ({ purpose, 'sec-purpose': secPurpose, 'x-purpose': xPurpose, 'x-moz': xMoz }: Origin['headers']) =>
  [purpose, secPurpose, xPurpose, xMoz].some((value) => /prefetch|preview/i.test(String(value ?? '')));

let isbot: typeof import('isbot').isbot | undefined;

/**
 * True when a program made the request by itself: a crawler, a scanner, a proxy that loads everything, or a prefetch.
 */
export async function isMachine({ headers }: Pick<Origin, 'headers'>): Promise<boolean> {
  const userAgent = headers['user-agent'] ?? '';
  const text = typeof userAgent === 'string' ? userAgent : '';
  if (isPrefetch(headers) || text === appleProxy) return true;
  if (mailPrograms.test(text)) return false;
  // Loaded at the first request, because many servers send no mail.
  isbot ??= (await import('isbot')).isbot;
  return isbot(text);
}
