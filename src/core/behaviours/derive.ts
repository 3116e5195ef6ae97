import type { ResultType } from '../fields/behaviour.ts';
import { type Field, Problem } from '../fields/field.ts';
import type { Formula } from '../formulas/index.ts';
import type { Model } from '../models/model.ts';
import type { Derive, Registry } from '../models/registry.ts';
import { formulaValue, type HiddenFields, readFormula } from './formulas.ts';
import { resultTypeOf, rollupValue } from './rollups.ts';

/** Compiles a formula or a rollup. */
export const derive: Derive = (registry, model, field) =>
  (field.declared.rollup ? rollupValue : formulaValue)(registry, model, field);

/** The type of the value of a formula or a rollup. */
export function derivedType(registry: Registry, model: Model, { declared }: Field, hiddenOf: HiddenFields): ResultType {
  if (declared.rollup) return resultTypeOf(registry, declared.rollup);
  return formulaResult(readFormula(registry, model, declared.formula ?? '', hiddenOf));
}

/** The type of the result of a formula. Throws a Problem for a list, which no field can have. */
export function formulaResult({ type }: Formula): ResultType {
  if (type === 'list') throw new Problem('invalid_type', 'gives a list; use join, len or contains');
  return type;
}
