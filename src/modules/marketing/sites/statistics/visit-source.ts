import type { VisitSource } from './sql/site-visits.ts';

const maxLength = 200;
const direct: VisitSource = { referrer: '', utmSource: '', utmMedium: '', utmCampaign: '', text: '' };

/**
 * Reads the host of the referrer, and the UTM parameters of the address. A link within the website does not count as a
 * source.
 */
export function visitSource(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  query: string,
  host: string,
): VisitSource {
  const referrer = referrerHost(headers.referer, host);
  if (referrer === '' && !query.includes('utm_')) return direct;
  const parameters = new URLSearchParams(query.slice(0, 4000));
  // PostgreSQL cannot store NUL or lone surrogates.
  const text = (name: string) => (parameters.get(name) ?? '').replaceAll('\0', '').slice(0, maxLength).toWellFormed();
  const [utmSource, utmMedium, utmCampaign] = [text('utm_source'), text('utm_medium'), text('utm_campaign')];
  return {
    referrer,
    utmSource,
    utmMedium,
    utmCampaign,
    text: [referrer, utmSource, utmMedium, utmCampaign].join('\n'),
  };
}

function referrerHost(referrer: unknown, host: string): string {
  if (typeof referrer !== 'string' || !URL.canParse(referrer)) return '';
  const { hostname, host: full } = new URL(referrer);
  return full === host ? '' : hostname.slice(0, maxLength);
}
