import type { DerivedSource, Field } from '../../fields/field.ts';
import type { Model } from '../../models/model.ts';
import type { Registry } from '../../models/registry.ts';

/** Formulas and rollups of a model that read other records, and how. */
export interface Dependant {
  readonly model: Model;
  /** The fields of `model` that events contain and that depend on other records. */
  readonly fields: readonly Field[];
  readonly source: DerivedSource;
}

const known = new WeakMap<Registry, readonly Dependant[]>();

/** All dependants of a tenant's models, one for each connection between two models. */
export function dependantsOf(registry: Registry): readonly Dependant[] {
  let found = known.get(registry);
  if (!found) {
    found = registry.models.flatMap(dependantsOfModel);
    known.set(registry, found);
  }
  return found;
}

function dependantsOfModel(model: Model): Dependant[] {
  const fields = (model.behaviours?.derived ?? []).filter(
    ({ derived }) => derived?.sources.length && !derived.usesTime,
  );
  const sources = Map.groupBy(
    fields.flatMap(({ derived }) => derived?.sources ?? []),
    ({ model: name, reference, are }) => `${name} ${reference} ${are}`,
  );
  return Array.from(sources.values(), ([first, ...others]) => {
    const source = first as DerivedSource;
    const read = new Set([...source.fields, ...others.flatMap((other) => [...other.fields])]);
    return { model, fields, source: { ...source, fields: read } };
  });
}
