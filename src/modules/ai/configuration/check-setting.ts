import { AppError } from '#core/errors.ts';
import { type JsonValue, Problem } from '#core/fields/field.ts';
import type { SettingRule } from '#core/models/setting-rules.ts';
import { isJsonObject } from '#lib/json.ts';
import { type SchemaCheck, schemaCheck } from '#lib/schema-check.ts';
import { providerNames, settingOf } from './environment.ts';
import { routeOf } from './families.ts';
import { descriptions, type SettingKey, settingShapes } from './setting-shapes.ts';

export const settingKeys = Object.keys(settingShapes) as SettingKey[];

const checks = new Map<SettingKey, SchemaCheck>(settingKeys.map((key) => [key, schemaCheck(settingShapes[key])]));

/** Throws a Problem that describes the expected value. */
export function checkSetting(key: SettingKey, value: unknown): void {
  const [error] = checks.get(key)?.(value) ?? [];
  if (error) {
    const place = error.instancePath.slice(1).replaceAll('/', '.');
    const reason = place === '' ? '' : `; ${place} ${error.message}`;
    throw new Problem('invalid_value', `of ${key} must be ${descriptions[key]}${reason}`);
  }
  if (key === 'ai.defaultModel' || key === 'ai.failover') requireFamily(key, String(value));
}

function requireFamily(key: SettingKey, model: string): void {
  try {
    routeOf(model);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new Problem('unknown_model', `of ${key} ${error.message.replace(/^model /, '').replace(/\.$/, '')}`);
  }
}

/** The value of a provider's setting has its options. Its key is the secret of the setting. */
const checkOptions = (key: string) => (value: JsonValue) => {
  if (!isJsonObject(value))
    throw new Problem('invalid_value', `of ${key} must be an object; the key of the provider belongs into secretValue`);
};

/** The checks of a setting when it is saved. */
export const settingRules: Readonly<Record<string, SettingRule>> = Object.fromEntries([
  ...settingKeys.map((key) => [key, (value: JsonValue) => checkSetting(key, value)] as const),
  ...providerNames.map((name) => [settingOf(name), checkOptions(settingOf(name))] as const),
]);
