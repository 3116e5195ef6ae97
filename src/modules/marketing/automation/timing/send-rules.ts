import type { Context } from '#core/context.ts';
import { Problem } from '#core/fields/field.ts';
import type { SettingRule } from '#core/models/setting-rules.ts';
import { readTenantSetting } from '#core/models/tenant-setting.ts';
import { isJsonObject } from '#lib/json.ts';
import type { JsonObject } from '../definition/definition.ts';
import { readDuration, readInteger, requireKnown } from '../definition/read-config.ts';
import { StepProblem } from '../definition/reading.ts';
import { maxHolidays, readSendWindow, type SendWindow } from './send-window.ts';

/** When the mails and texts of all workflows of a tenant may be sent, and how many a person gets. */
export interface SendRules {
  readonly window: SendWindow | undefined;
  readonly holidays: ReadonlySet<string>;
  readonly cap: { readonly count: number; readonly withinMs: number } | undefined;
}

/** Reads `{window, holidays: ["2026-12-25"], cap: {count: 3, within: "1w"}}`. */
function readRules(value: unknown): SendRules {
  if (!isJsonObject(value)) throw new StepProblem('window', 'invalid_type', 'must be in an object');
  const given = value as JsonObject;
  requireKnown(given, ['window', 'holidays', 'cap']);
  const { window, holidays = [], cap } = given;
  const isList = Array.isArray(holidays) && holidays.length <= maxHolidays;
  if (!isList || !holidays.every((day) => typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day)))
    throw new StepProblem('holidays', 'invalid_value', 'must be a list of days such as 2026-12-25');
  return {
    window: isJsonObject(window) ? readSendWindow(window as JsonObject) : undefined,
    holidays: new Set(holidays as string[]),
    cap: isJsonObject(cap) ? readCap(cap as JsonObject) : undefined,
  };
}

function readCap(cap: JsonObject): SendRules['cap'] {
  requireKnown(cap, ['count', 'within'], 'cap.');
  return { count: readInteger(cap.count, 'cap.count', 1, 1000), withinMs: readDuration(cap.within, 'cap.within') };
}

const noRules: SendRules = { window: undefined, holidays: new Set(), cap: undefined };

export async function readSendRules(context: Context): Promise<SendRules> {
  const setting = await readTenantSetting(context, 'marketing.sending');
  return setting ? readRules(setting.value) : noRules;
}

export const sendingSettings: Readonly<Record<string, SettingRule>> = {
  'marketing.sending'(value) {
    try {
      readRules(value);
    } catch (error) {
      throw error instanceof StepProblem ? new Problem(error.code, `has ${error.part}, which ${error.message}`) : error;
    }
  },
};
