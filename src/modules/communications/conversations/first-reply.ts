import type { Context } from '#core/context.ts';
import { type JsonValue, Problem } from '#core/fields/field.ts';
import type { SettingRule } from '#core/models/setting-rules.ts';
import { readTenantSetting } from '#core/models/tenant-setting.ts';

const firstReplyHours = 'communications.firstReplyHours';

const maxHours = 8760;

/** The rule for the setting of hours within which customers get a first reply. */
export const conversationSettings: Readonly<Record<string, SettingRule>> = {
  [firstReplyHours]: (value: JsonValue) => {
    if (typeof value !== 'number' || !(value > 0) || value > maxHours)
      throw new Problem(
        'invalid_value',
        `of ${firstReplyHours} must be a number of hours, above 0 and at most ${maxHours}`,
      );
  },
};

/** Returns the time limit of a first reply in milliseconds; null when the tenant has set none. */
export async function firstReplyTime(context: Context): Promise<number | null> {
  const hours = Number((await readTenantSetting(context, firstReplyHours))?.value);
  return hours > 0 && hours <= maxHours ? hours * 3_600_000 : null;
}
