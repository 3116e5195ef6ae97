import type { RecordObject } from '#core/operations/validate.ts';
import type { Captcha } from '../settings/captcha-setting.ts';

/** Sources in the Content-Security-Policy that the scripts of captcha providers need. */
const captchaSources = {
  hcaptcha: 'https://hcaptcha.com https://*.hcaptcha.com',
  turnstile: 'https://challenges.cloudflare.com',
};

/**
 * The headers of a form's page. Only the embedded page may be framed, by any site: it has no session, so clickjacking
 * gains nothing. The browser follows the redirect after a submission only to hosts in `form-action`.
 */
export function pageHeaders(
  { redirectUrl }: RecordObject,
  { embedded, captcha }: { embedded: boolean; captcha?: Captcha | undefined },
): Record<string, string> {
  const other = captcha ? ` ${captchaSources[captcha.provider]}` : '';
  const target = typeof redirectUrl === 'string' && URL.canParse(redirectUrl) ? ` ${new URL(redirectUrl).origin}` : '';
  return {
    'cache-control': 'no-store',
    // The submission and the statistics of the redirect target contain the URL of the page.
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Send neither X-Frame-Options nor `frame-ancestors`: even `*` excludes sandboxed pages, such as those of websites with scripts.
    ...(embedded && { 'x-frame-options': '' }),
    'cross-origin-resource-policy': 'cross-origin',
    'x-robots-tag': 'noindex',
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self'${other}`,
      `style-src 'self'${other}`,
      'img-src data:',
      `connect-src 'self'${other}`,
      ...(captcha ? [`frame-src${other}`] : []),
      `form-action 'self'${target}`,
      "base-uri 'none'",
      ...(embedded ? [] : ["frame-ancestors 'none'"]),
    ].join(';'),
  };
}

/** The headers of scripts and stylesheets, which other sites load too. */
export const assetHeaders = (maxAgeSeconds: number): Record<string, string> => ({
  'cache-control': `public, max-age=${maxAgeSeconds}`,
  'cross-origin-resource-policy': 'cross-origin',
  // A sandboxed page has no origin, and browsers load modules only with CORS.
  'access-control-allow-origin': '*',
  'x-robots-tag': 'noindex',
});
