import { createHash } from 'node:crypto';
import type { DerivedValue, ValueCopies } from '../fields/field.ts';

/** An index of a formula: a row of `formula_indexes`. */
export interface FormulaIndex {
  readonly id: string;
  /** The id of the field in `custom_fields`. */
  readonly fieldId: string;
  /** The digest of the formula whose values are copied. */
  readonly definition: string;
  readonly state: 'building' | 'ready';
}

/** Identifies a formula by its SQL, which contains the formulas that it reads, and the time zone if it needs one. */
export const formulaDigest = ({ sql }: Pick<DerivedValue, 'sql'>): string =>
  createHash('sha256').update(sql('t')).digest('hex').slice(0, 32);

/** The copies of a formula's values; undefined when it has no index. */
export const copiesOf = (value: DerivedValue | undefined, index: FormulaIndex | undefined): ValueCopies | undefined =>
  value && index && new Copies(value, index);

class Copies implements ValueCopies {
  readonly id: string;
  readonly #value: DerivedValue;
  readonly #index: FormulaIndex;
  #complete: boolean | undefined;

  constructor(value: DerivedValue, index: FormulaIndex) {
    this.id = index.id;
    this.#value = value;
    this.#index = index;
  }

  /** Decided when it is needed first, because formulas are compiled when the registry is complete. */
  get complete(): boolean {
    this.#complete ??= this.#index.state === 'ready' && this.#index.definition === formulaDigest(this.#value);
    return this.#complete;
  }
}
