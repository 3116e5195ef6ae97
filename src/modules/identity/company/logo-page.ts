import { buffer } from 'node:stream/consumers';
import { systemCaller } from '#core/access/caller.ts';
import { logoPath } from '#core/company/company.ts';
import { AppError } from '#core/errors.ts';
import { openDownload } from '#core/operations/download.ts';
import type { Page, PageAnswer } from '#core/page.ts';
import { logoTypes } from './company-rule.ts';

/** Mail programs fetch the logo with every opened mail, so they may keep it for an hour. */
const headers = {
  'cache-control': 'public, max-age=3600',
  // Mails in browsers and public pages of other hosts show it.
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
};

const missing: PageAnswer = {
  status: 404,
  title: 'There is no logo',
  main: '<h1>There is no logo</h1><p>The company has none, or has removed it.</p>',
};

/** `/brand/<accountKey>/logo`: the logo of a company, for its mails and public pages. */
export const logoPage: Page = {
  path: `${logoPath}/*`,
  summary: 'The logo of a company, which its mails and public pages show',
  async get({ services, requestId, origin, rest }) {
    const [accountKey, name, ...others] = rest.split('/');
    if (accountKey === undefined || name !== 'logo' || others.length > 0) return missing;
    const tenant = await services.directory.tenantByKey(accountKey);
    if (!tenant) return missing;
    const { logoFileId } = await services.directory.company(tenant.id);
    const registry = await services.directory.registry(tenant.id);
    const model = registry.find('data', 'storedFiles');
    if (logoFileId === null || !model) return missing;
    const context = { services, caller: systemCaller(tenant.id, accountKey), registry, requestId, origin };
    const file = await openDownload(context, model, logoFileId).catch((error) => {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    });
    // The type of a file can change after it was chosen.
    if (!file || !logoTypes.includes(file.mimeType)) return missing;
    return { content: await buffer(await file.read()), type: file.mimeType, headers };
  },
};
