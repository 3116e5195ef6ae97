import { formulaTypes } from '../fields/derived.ts';
import { type DerivedValue, type FieldOptions, Problem } from '../fields/field.ts';
import { FormulaError } from '../formulas/index.ts';
import type { Model } from './model.ts';
import type { Registry } from './registry.ts';

/** Finds a model by its name. The registry exists only after the fields of its models. */
export type ModelFinder = (name: string) => { readonly registry: Registry; readonly model: Model } | undefined;

/** The value of a formula or a rollup, which is compiled when it is needed first; undefined for other fields. */
export function derivedValue(
  { formula, rollup, resultType = 'number' }: Pick<FieldOptions, 'formula' | 'rollup' | 'resultType'>,
  modelName: string,
  key: string,
  find: ModelFinder,
): DerivedValue | undefined {
  if (formula === undefined && !rollup) return undefined;
  const noValue = emptyValue(formulaTypes[resultType].column);
  return new LazyValue(noValue, () => {
    const { registry, model } = find(modelName) ?? {};
    const field = model?.fields.get(key);
    return registry?.derive && model && field ? registry.derive(registry, model, field) : noValue;
  });
}

/** The value of a field whose declaration does not fit the models any more. */
const emptyValue = (column: string): DerivedValue => ({
  sql: () => `(null::${column})`,
  usesTime: false,
  sources: [],
});

class LazyValue implements DerivedValue {
  readonly #noValue: DerivedValue;
  readonly #compile: () => DerivedValue;
  #value: DerivedValue | undefined;
  #isCompiling = false;

  constructor(noValue: DerivedValue, compile: () => DerivedValue) {
    this.#noValue = noValue;
    this.#compile = compile;
  }

  get #compiled(): DerivedValue {
    if (this.#value) return this.#value;
    if (this.#isCompiling) throw new Problem('circular', 'depends on itself');
    this.#isCompiling = true;
    try {
      this.#value = this.#compile();
    } catch (error) {
      if (!(error instanceof Problem || error instanceof FormulaError)) throw error;
      this.#value = this.#noValue;
    } finally {
      this.#isCompiling = false;
    }
    return this.#value;
  }

  sql = (alias: string): string => this.#compiled.sql(alias);

  get usesTime(): boolean {
    return this.#compiled.usesTime;
  }

  get sources(): DerivedValue['sources'] {
    return this.#compiled.sources;
  }
}
