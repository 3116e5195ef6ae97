import { escapeHtml } from '#lib/html.ts';
import type { Context } from '../context.ts';
import { companyOf, logoPath } from './company.ts';

/** The header of a public page: the logo of the company, or its name. Empty when neither is set. */
export async function brandHtml(context: Pick<Context, 'services' | 'caller'>): Promise<string> {
  const { name, logoFileId } = await companyOf(context);
  const label = escapeHtml(name ?? '');
  if (logoFileId !== null) {
    const source = `${logoPath}/${context.caller.accountKey}/logo`;
    return `<p class="brand"><img src="${source}" alt="${label || 'Logo'}"></p>`;
  }
  return name === null ? '' : `<p class="brand">${label}</p>`;
}
