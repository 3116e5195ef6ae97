import type { ResultType } from '../fields/behaviour.ts';
import { type Field, Problem } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { Derive, Registry } from '../models/registry.ts';
import { formulaValue, readFormula } from './formulas.ts';
import { resultTypeOf, rollupValue } from './rollups.ts';

/** Compiles a formula or a rollup. */
export const derive: Derive = (registry, model, field) =>
  (field.declared.rollup ? rollupValue : formulaValue)(registry, model, field);

/** The type of the value of a formula or a rollup. */
export function derivedType(registry: Registry, model: Model, { declared }: Field): ResultType {
  if (declared.rollup) return resultTypeOf(registry, declared.rollup);
  const { type } = readFormula(registry, model, declared.formula ?? '');
  if (type === 'list') throw new Problem('invalid_type', 'gives a list; use join, len or contains');
  return type;
}
