import type { Context } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { givenValue, type ModelHooks, type PendingSave, setValue } from '#core/models/hooks.ts';
import { statusHooks } from '#core/statuses/status-hooks.ts';
import { forecastCategoryOf } from '../forecast-categories.ts';

/** Stages are statuses that also have a probability, a forecast category, and fields that a deal needs in them. */
export const stageHooks: ModelHooks = {
  ...statusHooks,
  async beforeSave(context, saving) {
    await statusHooks.beforeSave?.(context, saving);
    checkRequiredFields(context, saving);
    setForecast(saving);
    return undefined;
  },
};

function checkRequiredFields({ registry }: Context, saving: PendingSave): void {
  const given = givenValue(saving, 'requiredFields');
  if (!Array.isArray(given)) return;
  const deals = registry.find('sales', 'opportunities');
  for (const key of given) {
    const field = deals?.fields.get(String(key));
    if (!field || !deals?.writable.includes(field))
      throw invalid(
        'requiredFields',
        'unknown_field',
        `names ${key}, which is not a field of opportunities that can be filled in`,
      );
  }
}

/** The probability of stages that name none. */
const certain: Readonly<Record<string, number>> = { won: 100, lost: 0, closed: 0 };

/** Fills in what follows from the category: a deal that is won is certain. */
function setForecast(saving: PendingSave): void {
  const after = (key: string) => givenValue(saving, key) ?? saving.previous?.[key] ?? null;
  const category = after('category');
  const moved = saving.previous !== undefined && category !== saving.previous.category;
  if ((moved || after('probability') === null) && givenValue(saving, 'probability') === undefined) {
    const probability = certain[String(category)];
    if (probability !== undefined) setValue(saving, 'probability', probability);
  }
  const changed = moved || givenValue(saving, 'probability') !== undefined || after('forecastCategory') === null;
  if (changed && (givenValue(saving, 'forecastCategory') ?? null) === null)
    setValue(saving, 'forecastCategory', forecastCategoryOf(category, after('probability')));
}
