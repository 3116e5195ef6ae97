import type { Context, Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { allowsPublicLinks } from '#core/operations/sharing.ts';
import type { SiteAnswer } from '#core/site-server.ts';
import { newId } from '#lib/ids.ts';
import { policyText } from '../rendering/policy.ts';
import { readPreviewToken } from './preview-token.ts';
import { renderPreview } from './render-preview.ts';

/**
 * Renders the page of a preview link; undefined when the link has expired or its creator may no longer see the page.
 */
export async function showPreview(services: Services, token: string): Promise<SiteAnswer | undefined> {
  const link = readPreviewToken(services.vault, token, Date.now());
  const caller = link && (await services.directory.actor(link.tenantId, link.userId));
  if (!link || !caller) return undefined;
  const tenant = await services.directory.tenantByKey(caller.accountKey);
  if (tenant?.status !== 'active') return undefined;
  const registry = await services.directory.registry(link.tenantId);
  const context: Context = { services, caller, registry, requestId: newId() };
  if (!(await allowsPublicLinks(context))) return undefined;
  try {
    const { html, allows } = await renderPreview(context, link.pageId);
    return previewAnswer(html, allows, services.settings.sites.url === undefined);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return undefined;
    throw error;
  }
}

function previewAnswer(
  html: string,
  allows: Readonly<Record<string, readonly string[]>> | undefined,
  isolated: boolean,
): SiteAnswer {
  const body = Buffer.from(html);
  const hasScripts = (allows?.['script-src'] ?? []).length > 0;
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-length': body.length,
      'cache-control': 'no-store',
      'content-security-policy': policyText(allows, isolated && hasScripts),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
    body,
  };
}
