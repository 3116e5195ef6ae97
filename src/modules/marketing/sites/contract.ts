import { actionHandle } from '#core/action.ts';
import type { countConversion as CountConversion } from './actions/count-conversion.ts';
import type { publishWebsiteAction as PublishWebsite } from './actions/publish-website.ts';

/** Actions and queries of websites that forms and campaigns use. */

export const countConversion = actionHandle<typeof CountConversion>('marketing.countConversion');
export const publishWebsite = actionHandle<typeof PublishWebsite>('marketing.publishWebsite');
export { readPageToken } from './publishing/page-token.ts';
export { hasSiteDomain } from './sql/has-site-domain.ts';
