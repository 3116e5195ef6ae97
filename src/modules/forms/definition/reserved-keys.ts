/** A honeypot: a field that visitors do not see, and that robots fill in. */
export const trapField = 'website_url_confirm';

/** Texts about the origin of a visitor, which are stored beside the answers, with their maximum lengths. */
export const sourceKeys = {
  pageUrl: 2000,
  referrer: 2000,
  utmSource: 255,
  utmMedium: 255,
  utmCampaign: 255,
  utmTerm: 255,
  utmContent: 255,
  language: 20,
} as const;

/** The names that captcha providers give to the token in an HTML form. */
export const captchaKeys = [
  'captchaToken',
  'h-captcha-response',
  'g-recaptcha-response',
  'cf-turnstile-response',
] as const;

/** Names in a submission that are not answers. */
export const reservedKeys: ReadonlySet<string> = new Set([
  'id',
  'data',
  'consent',
  'submissionToken',
  'startToken',
  'prefillToken',
  'pageToken',
  trapField,
  ...captchaKeys,
  ...Object.keys(sourceKeys),
]);
