import type { Context } from '#core/context.ts';
import { type JsonValue, Problem } from '#core/fields/field.ts';
import type { SettingRule } from '#core/models/setting-rules.ts';
import { readTenantSetting } from '#core/models/tenant-setting.ts';
import { isJsonObject } from '#lib/json.ts';

export type Rating = 'hot' | 'warm' | 'cold';

/** The scores from which a lead is hot or warm. */
interface Thresholds {
  readonly hot: number;
  readonly warm: number;
}

const leadRating = 'sales.leadRating';
const defaults: Thresholds = { hot: 70, warm: 30 };

const isThresholds = (value: unknown): value is Thresholds =>
  isJsonObject(value) &&
  typeof value.hot === 'number' &&
  typeof value.warm === 'number' &&
  value.hot > value.warm &&
  Object.keys(value).length === 2;

/** The setting with the scores from which leads and contacts are hot and warm. */
export const ratingSettings: Readonly<Record<string, SettingRule>> = {
  [leadRating]: (value: JsonValue) => {
    if (!isThresholds(value))
      throw new Problem(
        'invalid_value',
        `of ${leadRating} must be {"hot": number, "warm": number}, and hot the higher one`,
      );
  },
};

export async function readThresholds(context: Context): Promise<Thresholds> {
  const value = (await readTenantSetting(context, leadRating))?.value;
  return isThresholds(value) ? value : defaults;
}

export const ratingOf = (score: number, { hot, warm }: Thresholds): Rating =>
  score >= hot ? 'hot' : score >= warm ? 'warm' : 'cold';
