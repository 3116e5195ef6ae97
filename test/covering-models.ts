import type { Model } from '#core/models/model.ts';
import { isComplete } from './long.ts';

/** All traits in which models can differ. */
function traitsOf(model: Model): readonly string[] {
  const declared = Object.entries(model).flatMap(([key, value]) =>
    value === true || (Array.isArray(value) && value.length > 0) || (value instanceof Object && key === 'audience')
      ? [`has ${key}`]
      : [],
  );
  const fields = [...model.fields.values()].flatMap((field) => {
    const { required, unique, array, column } = { ...field, ...field.type };
    const traits = Object.entries({ required, unique, array }).filter(([, isSet]) => isSet === true);
    return [`column ${column}`, ...traits.map(([trait]) => `${column} ${trait}`)];
  });
  return [`module ${model.moduleKey}`, ...declared, ...fields];
}

/**
 * Selects the models for a test of all models: in a complete run all of them, otherwise a few that together have every
 * trait, the same in every run.
 */
export function coveringModels(models: readonly Model[]): readonly Model[] {
  if (isComplete) return models;
  const missing = new Set(models.flatMap(traitsOf));
  const newTraits = (model: Model): number => new Set(traitsOf(model)).intersection(missing).size;
  const chosen = new Set<Model>();
  while (missing.size > 0) {
    const best = models.reduce((one, other) => (newTraits(other) > newTraits(one) ? other : one));
    chosen.add(best);
    for (const trait of traitsOf(best)) missing.delete(trait);
  }
  return models.filter((model) => chosen.has(model));
}
