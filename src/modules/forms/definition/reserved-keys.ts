/** A field that people do not see. Robots fill in every field. */
export const trapField = 'website_url_confirm';

/** Where a visitor came from: texts of a submission besides the answers, with their maximum lengths. */
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

/** What captcha providers call their token in an HTML form. */
export const captchaKeys = [
  'captchaToken',
  'h-captcha-response',
  'g-recaptcha-response',
  'cf-turnstile-response',
] as const;

/** Names in a submission that are no answers. */
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
