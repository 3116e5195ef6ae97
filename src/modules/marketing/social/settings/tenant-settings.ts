import type { Context } from '#core/context.ts';
import { type JsonValue, Problem } from '#core/fields/field.ts';
import type { SettingRule } from '#core/models/setting-rules.ts';
import { readTenantSetting } from '#core/models/tenant-setting.ts';
import { isPlatformName, type PlatformName, platformNames } from '../platform-names.ts';

const platformsKey = 'marketing.socialPlatforms';
const approvalKey = 'marketing.socialApproval';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRole = (value: JsonValue): boolean =>
  isObject(value) &&
  Object.keys(value).length === 1 &&
  typeof value.role === 'string' &&
  value.role.trim() !== '' &&
  value.role.length <= 100;

/** Setting rules for the tenant's platforms and for the approval of posts. */
export const socialSettings: Readonly<Record<string, SettingRule>> = {
  [platformsKey]: (value) => {
    if (!Array.isArray(value) || !value.every((name) => typeof name === 'string' && isPlatformName(name)))
      throw new Problem('invalid_value', `of ${platformsKey} must be a list of platforms: ${platformNames.join(', ')}`);
  },
  [approvalKey]: (value) => {
    if (value !== null && !isRole(value))
      throw new Problem('invalid_value', `of ${approvalKey} must be {"role": "name of a role"} or null`);
  },
};

/** The platforms on which the tenant may connect accounts. Default: all. */
export async function allowedPlatforms(context: Context): Promise<readonly PlatformName[]> {
  const value = (await readTenantSetting(context, platformsKey))?.value;
  return Array.isArray(value) ? platformNames.filter((name) => value.includes(name)) : platformNames;
}

/** The role that approves posts of other users; undefined when posts need no approval. */
export async function approvalRole(context: Context): Promise<string | undefined> {
  const value = (await readTenantSetting(context, approvalKey))?.value;
  return isObject(value) && typeof value.role === 'string' ? value.role : undefined;
}
