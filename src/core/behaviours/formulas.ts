import { type DerivedSource, type DerivedValue, type Field, Problem } from '../fields/field.ts';
import { type FieldPath, type Formula, type FormulaType, formulaSql, parseFormula } from '../formulas/index.ts';
import type { Model } from '../models/model.ts';
import type { Registry } from '../models/registry.ts';
import { rowsBeside, tableAs } from '../query/rows.ts';

/** Fields whose value is a formula over the fields of the record and of the records to which it refers. */

/** The maximum length of the SQL of a formula, which contains the SQL of the formulas that it reads. */
const maxSqlLength = 60_000;

/** Compiles the formula of a field. Throws a FormulaError or a Problem when it does not fit the model. */
export function formulaValue(registry: Registry, model: Model, field: Field): DerivedValue {
  const formula = readFormula(registry, model, field.declared.formula ?? '');
  requireResult(field, formula);
  const fields = formula.paths.map((path) => fieldAt(registry, model, path) as Field);
  const derived = fields.flatMap((one) => one.derived ?? []);
  const value: DerivedValue = {
    sql: (alias) => formulaSql(formula, (path) => pathSql(registry, model, path, alias), zoneSql(registry)),
    usesTime: formula.usesTime || derived.some(({ usesTime }) => usesTime),
    sources: sourcesOf(registry, model, formula.paths),
  };
  if (value.sql('t').length > maxSqlLength)
    throw new Problem('too_large', 'is too large together with the formulas that it reads');
  return value;
}

/** The fields that the formula of a field names. */
export const formulaReads = (registry: Registry, model: Model, field: Field): { model: Model; field: Field }[] =>
  readFormula(registry, model, field.declared.formula ?? '').paths.flatMap((path) => {
    const [key = '', inner] = path;
    const own = { model, field: model.fields.get(key) as Field };
    if (inner === undefined) return [own];
    const { target } = targetOf(registry, model, path) as { target: Model };
    return [own, { model: target, field: target.fields.get(inner) as Field }];
  });

/** Tells which fields of a model are hidden from a caller. */
export type HiddenFields = (model: Model) => ReadonlySet<string>;

const noFields: ReadonlySet<string> = new Set();
const nothingHidden: HiddenFields = () => noFields;

/** Parses a formula over the fields of a model. A hidden field is unknown, and no error suggests it. */
export const readFormula = (registry: Registry, model: Model, text: string, hiddenOf = nothingHidden): Formula =>
  parseFormula(text, (path) => typeAt(registry, model, path, hiddenOf), namesOf(registry, model, hiddenOf));

/** A field that formulas of a model can read. */
export interface ReadableField {
  readonly path: FieldPath;
  readonly type: FormulaType;
  readonly field: Field;
  /** The reference that leads to the field, when it belongs to another record. */
  readonly through?: Field;
}

/** The fields that formulas of a model can read: the own ones, and those of records to which the record refers. */
export function* readableFields(registry: Registry, model: Model, hiddenOf: HiddenFields): Generator<ReadableField> {
  for (const through of shownFields(model, hiddenOf)) {
    const type = formulaTypeOf(through);
    if (type !== undefined) yield { path: [through.key], type, field: through };
    const found = targetOf(registry, model, [through.key]);
    if (!found) continue;
    for (const field of shownFields(found.target, hiddenOf)) {
      const innerType = formulaTypeOf(field);
      if (innerType !== undefined) yield { path: [through.key, field.key], type: innerType, field, through };
    }
  }
}

function shownFields(model: Model, hiddenOf: HiddenFields): Field[] {
  const hidden = hiddenOf(model);
  return [...model.fields.values()].filter(({ key }) => !hidden.has(key));
}

function* namesOf(registry: Registry, model: Model, hiddenOf: HiddenFields): Generator<string> {
  for (const { path } of readableFields(registry, model, hiddenOf)) yield path.join('.');
}

function typeAt(registry: Registry, model: Model, path: FieldPath, hiddenOf: HiddenFields): FormulaType | undefined {
  const [key = '', inner = ''] = path;
  const field = fieldAt(registry, model, path);
  if (!field || hiddenOf(model).has(key)) return undefined;
  const target = path.length > 1 ? targetOf(registry, model, path)?.target : undefined;
  return target && hiddenOf(target).has(inner) ? undefined : formulaTypeOf(field);
}

function requireResult({ declared: { resultType = 'number' } }: Field, { type }: Formula): void {
  if (type !== resultType)
    throw new Problem('invalid_type', `gives ${described[type]}, but resultType is ${resultType}`);
}

const described: Readonly<Record<FormulaType, string>> = {
  number: 'a number',
  text: 'a text',
  boolean: 'true or false',
  date: 'a date',
  datetime: 'a date with time',
  list: 'a list',
};

const typeOfColumn: Readonly<Record<string, FormulaType>> = {
  numeric: 'number',
  int: 'number',
  integer: 'number',
  bigint: 'number',
  text: 'text',
  uuid: 'text',
  boolean: 'boolean',
  date: 'date',
  'timestamptz(3)': 'datetime',
  'text[]': 'list',
  'uuid[]': 'list',
};

/** The type of a field in formulas; undefined for fields that formulas cannot read. */
export const formulaTypeOf = ({ type, declared }: Field): FormulaType | undefined =>
  type.seal || declared.unlogged || declared.computed || declared.shownWith !== undefined
    ? undefined
    : typeOfColumn[type.column];

/** The model to which the first part of a path refers. */
function targetOf(
  registry: Registry,
  model: Model,
  [key = '']: FieldPath,
): { reference: Field; target: Model } | undefined {
  const reference = model.fields.get(key);
  if (!reference?.type.pointsTo || reference.type.array) return undefined;
  const target = registry.target(reference);
  // Who sees these records depends on the record, and the formula shows its result to everybody.
  return target.audience ? undefined : { reference, target };
}

function fieldAt(registry: Registry, model: Model, path: FieldPath): Field | undefined {
  const [key = '', inner] = path;
  return inner === undefined ? model.fields.get(key) : targetOf(registry, model, path)?.target.fields.get(inner);
}

function pathSql(registry: Registry, model: Model, path: FieldPath, alias: string): string {
  const [key = '', inner] = path;
  if (inner === undefined) return (model.fields.get(key) as Field).sql(alias);
  const { reference, target } = targetOf(registry, model, path) as { reference: Field; target: Model };
  const other = `${alias}_r`;
  const value = (target.fields.get(inner) as Field).sql(other);
  return `(select ${value} from ${tableAs(target, other)} where ${rowsBeside(target, other, alias)} and ${other}.id = ${reference.sql(alias)})`;
}

const zoneSql = ({ timeZone }: Registry): string => `'${timeZone.replaceAll("'", "''")}'`;

function sourcesOf(registry: Registry, model: Model, paths: readonly FieldPath[]): DerivedSource[] {
  const own = paths.filter(({ length }) => length === 1).map(([key = '']) => key);
  const through = Map.groupBy(
    paths.filter(({ length }) => length === 2),
    ([key = '']) => key,
  );
  const others = Array.from(through, ([reference, read]): DerivedSource => {
    const { target } = targetOf(registry, model, [reference]) as { target: Model };
    const fields = new Set(read.map(([, inner = '']) => inner));
    return { model: target.name, fields, reference, are: 'target' };
  });
  const inherited = own.flatMap((key) => model.fields.get(key)?.derived?.sources ?? []);
  return [...inherited, ...others];
}
