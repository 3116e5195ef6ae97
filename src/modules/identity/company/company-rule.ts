import { colorPattern } from '#core/company/colors.ts';
import { type CompanySettings, companyDefaults } from '#core/company/company.ts';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { Problem } from '#core/fields/field.ts';
import type { SettingRule } from '#core/models/setting-rules.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { platformModels } from '#core/platform-names.ts';
import { isTimeZone } from '#core/query/time-zone.ts';
import { isId } from '#lib/ids.ts';
import { isJsonObject } from '#lib/json.ts';

const maxLogoBytes = 1_000_000;
/** Types that mail programs display. SVG is excluded, because few display it and it can contain scripts. */
export const logoTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

type Check = (value: unknown, context: Context) => boolean | Promise<boolean>;

const text = (max: number) => (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= max;
const oneLine = (max: number) => (value: unknown) => text(max)(value) && !/[\r\n]/.test(String(value));
const color = (value: unknown) => typeof value === 'string' && colorPattern.test(value);

/** The rule for each value: its description and its check. */
const checks: Readonly<Record<keyof CompanySettings, readonly [string, Check]>> = {
  name: ['must be one line of at most 200 characters', oneLine(200)],
  address: ['must be a text of at most 500 characters', text(500)],
  website: ['must be an address that begins with https:// or http://', isWebsite],
  logoFileId: [
    `must be the id of an image (PNG, JPEG, GIF or WebP, at most 1 MB) in ${platformModels.storedFiles.replace('.', '/')} that you may read`,
    isLogo,
  ],
  primaryColor: ['must be a colour such as #2f5bea', color],
  backgroundColor: ['must be a colour such as #f4f5f7', color],
  currency: [
    'must be a currency of ISO 4217 such as EUR',
    (value) => typeof value === 'string' && currencies.has(value),
  ],
  language: ['must be a language such as en or de-CH', isLanguage],
  timeZone: ['must be a time zone such as Europe/Berlin', (value, context) => isTimeZone(context, value)],
  firstDayOfWeek: [
    'must be a number from 1 (Monday) to 7 (Sunday)',
    (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 7,
  ],
};

/** The first key of a company whose value is invalid. Null is allowed and means the default. */
export async function companyProblem(
  context: Context,
  value: Readonly<Record<string, unknown>>,
): Promise<{ readonly key: string; readonly problem: string } | undefined> {
  for (const [key, given] of Object.entries(value)) {
    if (!(key in companyDefaults))
      return { key, problem: `is not known; known are ${Object.keys(companyDefaults).join(', ')}` };
    const [problem, check] = checks[key as keyof CompanySettings];
    if (given !== null && !(await check(given, context))) return { key, problem };
  }
  return undefined;
}

/** The rule of the setting `company`. */
export const companyRule: SettingRule = async (value, context) => {
  if (!isJsonObject(value))
    throw new Problem('invalid_value', `of company must be an object with ${Object.keys(companyDefaults).join(', ')}`);
  const found = await companyProblem(context, value);
  if (found) throw new Problem('invalid_value', `of company cannot be used: ${found.key} ${found.problem}`);
};

function isWebsite(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 500 && /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value);
}

function isLanguage(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 35) return false;
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(value).length > 0;
  } catch {
    return false;
  }
}

/** The file becomes public, so the caller must be able to read it. */
async function isLogo(value: unknown, context: Context): Promise<boolean> {
  const model = context.registry.named(platformModels.storedFiles);
  if (!model || typeof value !== 'string' || !isId(value)) return false;
  try {
    const { body } = await invoke(context, operations.get, model, { id: value, query: {} });
    const { mimeType, size } = JSON.parse(body) as { mimeType: string | null; size: number | null };
    return logoTypes.includes(String(mimeType)) && Number(size ?? 0) > 0 && Number(size) <= maxLogoBytes;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}
