import { invalid } from '#core/errors.ts';
import { Problem } from '#core/fields/field.ts';
import { givenValue, type ModelHooks } from '#core/models/hooks.ts';
import { savedValue } from './check-view.ts';

/** Refuses values that the module which reads the setting could not use. */
export const settingHooks: ModelHooks = {
  async beforeSave({ services }, saving) {
    const changes = givenValue(saving, 'key') !== undefined || givenValue(saving, 'value') !== undefined;
    const value = savedValue(saving, 'value');
    if (!changes || value === undefined || value === null) return undefined;
    const rule = services.settingRules.get(String(savedValue(saving, 'key')).toLowerCase());
    try {
      rule?.(value);
    } catch (error) {
      if (error instanceof Problem) throw invalid('value', error.code, error.message);
      throw error;
    }
    return undefined;
  },
};
