import type { TransactionContext } from '#core/context.ts';
import { countConversion as countForPage } from '../../marketing/contract.ts';
import type { DeliveredSubmission } from './delivered-submission.ts';

const maxLength = 200;

/** Counts a submission for the website page that shows the form. Submissions from elsewhere are not counted. */
export async function countConversion(context: TransactionContext, { given }: DeliveredSubmission): Promise<void> {
  const { pageId, source } = given;
  const { actions } = context.services;
  if (pageId === undefined) return;
  const cut = (text: string): string => text.slice(0, maxLength).toWellFormed();
  const text = (key: string): string => cut(String(source[key] ?? ''));
  await actions.run(context, countForPage, {
    pageId,
    referrer: cut(hostOf(source.referrer, source.pageUrl)),
    utmSource: text('utmSource'),
    utmMedium: text('utmMedium'),
    utmCampaign: text('utmCampaign'),
  });
}

/** The host of an external referrer, as for views: empty for a link within the website. */
function hostOf(referrer: unknown, pageUrl: unknown): string {
  if (typeof referrer !== 'string' || !URL.canParse(referrer)) return '';
  const { host, hostname } = new URL(referrer);
  return typeof pageUrl === 'string' && new URL(pageUrl).host === host ? '' : hostname;
}
