import type { TransactionContext } from '#core/context.ts';
import type { Accepted } from '../submissions/accepted.ts';

const action = 'marketing.countConversion';
const maxLength = 200;

/** Counts a submission for the page of a website that shows the form. Submissions from elsewhere count nowhere. */
export async function countConversion(context: TransactionContext, { given }: Accepted): Promise<void> {
  const { pageId, source } = given;
  const { actions } = context.services;
  if (pageId === undefined || !actions.has(action)) return;
  const cut = (text: string): string => text.slice(0, maxLength).toWellFormed();
  const text = (key: string): string => cut(String(source[key] ?? ''));
  await actions.run(context, action, {
    pageId,
    referrer: cut(hostOf(source.referrer, source.pageUrl)),
    utmSource: text('utmSource'),
    utmMedium: text('utmMedium'),
    utmCampaign: text('utmCampaign'),
  });
}

/** As views are counted: a link within the website is no source. */
function hostOf(referrer: unknown, pageUrl: unknown): string {
  if (typeof referrer !== 'string' || !URL.canParse(referrer)) return '';
  const { host, hostname } = new URL(referrer);
  return typeof pageUrl === 'string' && new URL(pageUrl).host === host ? '' : hostname;
}
