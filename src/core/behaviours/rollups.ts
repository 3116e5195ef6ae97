import type { ResultType, Rollup } from '../fields/behaviour.ts';
import { type DerivedSource, type DerivedValue, type Field, Problem } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { Registry } from '../models/registry.ts';
import { rowsBeside, tableAs } from '../query/rows.ts';
import { type DeclaredFilter, declaredConditionsSql, readDeclaredFilter } from './declared-filter.ts';
import { formulaTypeOf } from './formulas.ts';

/** Fields whose value is computed of the records of another model that refer to the record. */

/** Compiles the rollup of a field. Throws a Problem when it does not fit the models. */
export function rollupValue(registry: Registry, model: Model, field: Field): DerivedValue {
  const { resultType = 'number' } = field.declared;
  const rollup = field.declared.rollup as Rollup;
  const children = childrenOf(registry, rollup);
  const by = referenceOf(children, rollup, model);
  const measured = measuredField(children, rollup);
  const given = resultTypeOf(registry, rollup);
  if (given !== resultType) throw new Problem('invalid_type', `gives ${given}, but resultType is ${resultType}`);
  const filter = readRollupFilter(registry, children, rollup);
  const counted = [...(measured ? [measured] : []), ...filter.fields];
  if (counted.some(({ derived }) => derived?.usesTime))
    throw new Problem('not_an_option', 'reads a field that depends on the current time');
  return {
    sql: (alias) => rollupSql({ children, by, measured, filter, rollup }, alias),
    usesTime: false,
    sources: [sourceOf(children, by, counted)],
  };
}

/** The fields that a rollup names. */
export function rollupReads(registry: Registry, model: Model, field: Field): { model: Model; field: Field }[] {
  const rollup = field.declared.rollup as Rollup;
  const children = childrenOf(registry, rollup);
  const measured = measuredField(children, rollup);
  const named = [
    referenceOf(children, rollup, model),
    ...(measured ? [measured] : []),
    ...readRollupFilter(registry, children, rollup).fields,
  ];
  return named.map((one) => ({ model: children, field: one }));
}

/** The type of the value of a rollup, which is that of the field for the least and the greatest value. */
export function resultTypeOf(registry: Registry, rollup: Rollup): ResultType {
  const measured = measuredField(childrenOf(registry, rollup), rollup);
  const extreme = rollup.function === 'min' || rollup.function === 'max';
  return measured && extreme ? (formulaTypeOf(measured) as ResultType) : 'number';
}

function childrenOf(registry: Registry, { model }: Rollup): Model {
  const children = registry.named(model);
  if (!children) throw new Problem('unknown_model', `names the model ${model}, which does not exist`);
  // Who sees these records depends on the record, and the rollup shows its result to everybody.
  if (children.audience)
    throw new Problem('not_an_option', `names ${model}, whose records are not shown to everybody who reads the model`);
  return children;
}

function referenceOf(children: Model, { by }: Rollup, model: Model): Field {
  const reference = children.fields.get(by);
  if (!reference?.type.pointsTo || reference.type.array || reference.declared.to !== model.name)
    throw new Problem('unknown_field', `has by: ${by}, which is not a reference of ${children.slug} to ${model.slug}`);
  return reference;
}

function measuredField(children: Model, { function: name, field: key }: Rollup): Field | undefined {
  if (name === 'count') {
    if (key !== undefined) throw new Problem('not_an_option', 'counts records, so it has no field');
    return undefined;
  }
  const field = key === undefined ? undefined : children.fields.get(key);
  const type = field && formulaTypeOf(field);
  const numeric = type === 'number';
  const ordered = numeric || type === 'date' || type === 'datetime';
  const fits = name === 'min' || name === 'max' ? ordered : numeric;
  if (field && fits) return field;
  const wanted = name === 'min' || name === 'max' ? 'a number or a date' : 'a number';
  throw new Problem('unknown_field', `needs a field of ${children.slug} that is ${wanted}, for ${name}`);
}

function readRollupFilter(registry: Registry, children: Model, { filter }: Rollup): DeclaredFilter {
  const read = readDeclaredFilter(registry, children, filter);
  if (read.usesPeriods) throw new Problem('not_an_option', 'has a filter that depends on the current day');
  return read;
}

interface CompiledRollup {
  readonly children: Model;
  readonly by: Field;
  readonly measured: Field | undefined;
  readonly filter: DeclaredFilter;
  readonly rollup: Rollup;
}

function rollupSql({ children, by, measured, filter, rollup }: CompiledRollup, alias: string): string {
  const child = `${alias}_c`;
  const value = measured?.sql(child) ?? '';
  const result = {
    count: 'count(*)::numeric',
    sum: `coalesce(sum(${value}), 0)`,
    avg: `formula_number(avg(${value}))`,
    min: `min(${value})`,
    max: `max(${value})`,
  }[rollup.function];
  const refers = `${by.sql(child)} = ${alias}.id`;
  // The index over `custom` finds the records; without it every record of the model would be read.
  const found =
    by.customId === undefined
      ? refers
      : `${child}.custom @> jsonb_build_object('${by.customId}', ${alias}.id) and ${refers}`;
  return `(select ${result} from ${tableAs(children, child)} where ${rowsBeside(children, child, alias)} and ${found}${declaredConditionsSql(filter, child)})`;
}

const sourceOf = (children: Model, by: Field, counted: readonly Field[]): DerivedSource => ({
  model: children.name,
  fields: new Set([by.key, ...counted.map(({ key }) => key)]),
  reference: by.key,
  are: 'children',
});
