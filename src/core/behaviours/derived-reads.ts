import { type Field, Problem } from '../fields/field.ts';
import { FormulaError } from '../formulas/index.ts';
import type { Model } from '../models/model.ts';
import type { Registry } from '../models/registry.ts';
import { formulaReads } from './formulas.ts';
import { rollupReads } from './rollups.ts';

/** A field of a model, which a formula or a rollup reads. */
export interface Read {
  readonly model: Model;
  readonly field: Field;
}

/** The fields that a formula or a rollup names. Throws when the declaration does not fit the models. */
export const readsOf = (registry: Registry, model: Model, field: Field): readonly Read[] =>
  (field.declared.rollup ? rollupReads : formulaReads)(registry, model, field);

/** `readsOf`, and none for a declaration that does not fit the models any more. */
export function knownReads(registry: Registry, model: Model, field: Field): readonly Read[] {
  try {
    return readsOf(registry, model, field);
  } catch (error) {
    if (error instanceof Problem || error instanceof FormulaError) return [];
    throw error;
  }
}

/** Throws a Problem when a formula or a rollup reads its own value, directly or through other ones. */
export function requireNoCircle(registry: Registry, model: Model, field: Field): void {
  const nameOf = (read: Read) => `${read.model.name}.${read.field.key}`;
  const start = nameOf({ model, field });
  const seen = new Set<string>();
  const visit = (read: Read, path: readonly string[]): void => {
    for (const next of knownReads(registry, read.model, read.field)) {
      const name = nameOf(next);
      if (name === start) throw new Problem('circular', `depends on itself: ${[...path, name].join(' reads ')}`);
      if (!next.field.derived || seen.has(name)) continue;
      seen.add(name);
      visit(next, [...path, name]);
    }
  };
  visit({ model, field }, [start]);
}
