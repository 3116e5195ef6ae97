import type { TFunction } from 'i18next';

/** Explanations of mail server errors, by enhanced status code (RFC 3463) or by frequent words. */
const causes: readonly (readonly [RegExp, string])[] = [
  [/may have arrived|unconfirmed/i, 'unconfirmed'],
  [/is suppressed/i, 'suppressed'],
  [/\b5\.1\.[0126]\b|no such user|user unknown|does not exist|unknown recipient/i, 'noSuchUser'],
  [/\b[45]\.2\.2\b|mailbox (is )?full|over quota/i, 'full'],
  [/\b5\.2\.1\b|account (is )?disabled/i, 'disabled'],
  [/\b[45]\.3\.4\b|too (large|big)/i, 'tooLarge'],
  [/\b5\.7\.(2[0-9]|[01])\b|spam|blocked|blacklist|policy|dmarc|spf/i, 'policy'],
  [/login failed|\b5\.7\.8\b|authentication/i, 'login'],
  [/ECONNREFUSED|ETIMEDOUT|ENOTFOUND|timed? ?out|host of the mail server/i, 'unreachable'],
  [/\b4\.\d\.\d\b|try again|greylist|temporar/i, 'later'],
];

/** Explains an error of a mail server; undefined when its message needs no explanation. */
export function explainError(error: unknown, t: TFunction<'mail'>): string | undefined {
  if (typeof error !== 'string' || error === '') return undefined;
  const cause = causes.find(([pattern]) => pattern.test(error))?.[1];
  return cause === undefined ? undefined : t(`errors.${cause}` as 'errors.later');
}
