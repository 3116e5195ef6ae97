import { type Context, queryable } from '#core/context.ts';
import { type JsonValue, Problem } from '#core/fields/field.ts';
import type { SettingRule } from '#core/models/setting-rules.ts';
import { readSetting } from './sql/read-setting.ts';

const firstReplyHours = 'communications.firstReplyHours';

const maxHours = 8760;

/** Within how many hours somebody who writes gets a first reply. */
export const conversationSettings: Readonly<Record<string, SettingRule>> = {
  [firstReplyHours]: (value: JsonValue) => {
    if (typeof value !== 'number' || !(value > 0) || value > maxHours)
      throw new Problem(
        'invalid_value',
        `of ${firstReplyHours} must be a number of hours, above 0 and at most ${maxHours}`,
      );
  },
};

/** How long a first reply may take, in milliseconds; null when the tenant has set no time. */
export async function firstReplyTime(context: Context): Promise<number | null> {
  const hours = Number(await readSetting(queryable(context), context.caller.tenantId, firstReplyHours));
  return hours > 0 && hours <= maxHours ? hours * 3_600_000 : null;
}
