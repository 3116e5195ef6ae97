import type { ParamSink } from '#db/params.ts';
import { Access } from '../access/access.ts';
import { AppError } from '../errors.ts';
import type { ResultType, Rollup } from '../fields/behaviour.ts';
import { type DerivedSource, type DerivedValue, type Field, Problem } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { Registry } from '../models/registry.ts';
import { plainCalendar } from '../query/calendar.ts';
import { type Condition, readFilter } from '../query/filter.ts';
import { compileConditions } from '../query/filter-sql.ts';
import { NamedPeriods } from '../query/named-periods.ts';
import { rowsBeside, tableAs } from '../query/rows.ts';
import { formulaTypeOf } from './formulas.ts';
import { literalSql } from './literal-sql.ts';

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
  const conditions = readConditions(registry, children, rollup);
  const counted = [...(measured ? [measured] : []), ...fieldsIn(conditions)];
  if (counted.some(({ derived }) => derived?.usesTime))
    throw new Problem('not_an_option', 'reads a field that depends on the current time');
  return {
    sql: (alias) => rollupSql({ children, by, measured, conditions, rollup }, alias),
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
    ...fieldsIn(readConditions(registry, children, rollup)),
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

function readConditions(registry: Registry, children: Model, { filter }: Rollup): readonly Condition[] {
  const periods = new NamedPeriods(plainCalendar);
  const conditions = (() => {
    try {
      return readFilter(
        { registry, caller: { access: Access.system, userId: null } },
        systemGrant(children),
        filter,
        periods,
      );
    } catch (error) {
      if (error instanceof AppError)
        throw new Problem('invalid_format', `has a filter that is not valid: ${error.message}`);
      throw error;
    }
  })();
  if (periods.used) throw new Problem('not_an_option', 'has a filter that depends on the current day');
  if (hasPaths(conditions))
    throw new Problem('not_an_option', `has a filter on fields of other models than ${children.slug}`);
  return conditions;
}

const systemGrant = (model: Model) => Access.system.grant(model, 'read');

const nested = (condition: Condition): readonly (readonly Condition[])[] =>
  'anyOf' in condition ? condition.anyOf : 'not' in condition ? [condition.not] : [];

const hasPaths = (conditions: readonly Condition[]): boolean =>
  conditions.some((condition) => ('through' in condition && condition.through) || nested(condition).some(hasPaths));

const fieldsIn = (conditions: readonly Condition[]): readonly Field[] =>
  conditions.flatMap((condition) => ('field' in condition ? [condition.field] : nested(condition).flatMap(fieldsIn)));

interface CompiledRollup {
  readonly children: Model;
  readonly by: Field;
  readonly measured: Field | undefined;
  readonly conditions: readonly Condition[];
  readonly rollup: Rollup;
}

function rollupSql({ children, by, measured, conditions, rollup }: CompiledRollup, alias: string): string {
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
  return `(select ${result} from ${tableAs(children, child)} where ${rowsBeside(children, child, alias)} and ${found}${compileConditions(conditions, child, literals)})`;
}

/** The SQL is part of statements of others, so its values are literals. They are of the tenant's own declaration. */
const literals: ParamSink = { add: literalSql };

const sourceOf = (children: Model, by: Field, counted: readonly Field[]): DerivedSource => ({
  model: children.name,
  fields: new Set([by.key, ...counted.map(({ key }) => key)]),
  reference: by.key,
  are: 'children',
});
