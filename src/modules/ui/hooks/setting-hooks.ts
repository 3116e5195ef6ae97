import type { Services } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { type JsonValue, Problem } from '#core/fields/field.ts';
import { givenValue, type ModelHooks, type RecordWriters } from '#core/models/hooks.ts';
import { savedValue } from './check-view.ts';

const declaredSetting = ({ settingRules }: Services, key: JsonValue | undefined) =>
  settingRules.get(String(key).toLowerCase());

/** The module that declares a setting also declares who may write it, besides administrators of the user interface. */
export const settingWriters: RecordWriters = {
  scopes: ({ settingRules }) => new Set(Array.from(settingRules.values(), ({ writeScope }) => writeScope)),
  scopeOf: (services, { key }) => declaredSetting(services, key)?.writeScope,
};

/** Refuses values that the module that reads the setting cannot use. */
export const settingHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const changes = givenValue(saving, 'key') !== undefined || givenValue(saving, 'value') !== undefined;
    const value = savedValue(saving, 'value');
    if (!changes || value === undefined || value === null) return undefined;
    const setting = declaredSetting(context.services, savedValue(saving, 'key'));
    try {
      await setting?.check(value, context);
    } catch (error) {
      if (error instanceof Problem) throw invalid('value', error.code, error.message);
      throw error;
    }
    return undefined;
  },
};
