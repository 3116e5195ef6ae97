import type { Context } from '#core/context.ts';
import { type JsonValue, Problem } from '#core/fields/field.ts';
import type { SettingRule } from '#core/models/setting-rules.ts';
import { readTenantSetting } from '#core/models/tenant-setting.ts';
import { isJsonObject } from '#lib/json.ts';

const emailConsent = 'communications.emailConsent';

/** The rule for the setting of who gets bulk mail: `{"optIn": "required"}` or `{"optIn": "notRequired"}`, the default. */
export const consentSettings: Readonly<Record<string, SettingRule>> = {
  [emailConsent]: (value: JsonValue) => {
    const isValid =
      isJsonObject(value) &&
      Object.keys(value).length === 1 &&
      (value.optIn === 'required' || value.optIn === 'notRequired');
    if (!isValid)
      throw new Problem(
        'invalid_value',
        `of ${emailConsent} must be {"optIn": "required"} or {"optIn": "notRequired"}`,
      );
  },
};

/** True when bulk mail of the tenant goes only to people who agreed to it. */
export async function requiresOptIn(context: Context): Promise<boolean> {
  const value = (await readTenantSetting(context, emailConsent))?.value;
  return isJsonObject(value) && value.optIn === 'required';
}
