import type { Model } from '#core/models/model.ts';
import { isComplete } from './long.ts';

/** Everything in which a model can differ from others. */
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
 * The models that a test of all models takes: all of them in a complete run; otherwise few that together have every trait of all,
 * the same in every run.
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
