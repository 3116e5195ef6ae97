import type { Services } from '#core/context.ts';
import type { Page } from '#core/page.ts';
import { linkSigner } from '../tracking/link-signer-of.ts';
import { invalidLink } from './invalid-link.ts';

/** The HTML of a mail for a browser; undefined when there is no such mail. */
export type RenderForBrowser = (services: Services, tenantId: string, emailId: string) => Promise<string | undefined>;

/** A mail is untrusted content: its page has no scripts, forms or frames, and its own opaque origin. */
const contentPolicy = [
  "default-src 'none'",
  'img-src http: https: data:',
  "style-src 'unsafe-inline' https:",
  'font-src https: data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join(';');

export const viewPage = (renderForBrowser: RenderForBrowser): Page => ({
  path: '/m/v/*',
  summary: 'Shows a mail in the browser',
  async get(visit) {
    const { services, rest } = visit;
    const link = services.of(linkSigner).read(rest, 'view');
    const html = link && (await renderForBrowser(services, link.tenantId, link.emailId));
    if (html === undefined) return invalidLink(visit);
    const headers = { 'content-security-policy': contentPolicy };
    return { content: html, type: 'text/html; charset=utf-8', headers };
  },
});
