import { companyDefaults, companyOf } from '#core/company/company.ts';
import type { Context } from '#core/context.ts';
import { isJsonObject } from '#lib/json.ts';
import type { WebsiteRecord } from '../rendering/site-records.ts';

/** Fills in the company's language and colour where the website has none. */
export async function withCompanyDefaults(context: Context, website: WebsiteRecord): Promise<WebsiteRecord> {
  const { language, primaryColor, onPrimaryColor } = await companyOf(context);
  const hasColor = primaryColor !== companyDefaults.primaryColor;
  const colors = hasColor ? { accent: primaryColor, accentText: onPrimaryColor } : {};
  return {
    ...website,
    language: website.language || language,
    theme: hasColor ? { ...colors, ...(isJsonObject(website.theme) && website.theme) } : website.theme,
  };
}
