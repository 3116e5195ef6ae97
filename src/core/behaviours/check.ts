import { type Stamp, stampValues } from '../fields/behaviour.ts';
import { type Field, type JsonValue, Problem } from '../fields/field.ts';
import { type Model, withoutFields } from '../models/model.ts';
import type { Registry } from '../models/registry.ts';
import { platformModels } from '../platform-names.ts';
import { readsOf, requireNoCircle } from './derived-reads.ts';
import { followParts } from './follow-parts.ts';
import { type HiddenFields, readFormula } from './formulas.ts';
import { readPattern } from './number-pattern.ts';

/** Maximum number of values of one field in a condition. */
const maxValues = 50;

/**
 * Throws a Problem, or a FormulaError, when the behaviour of a field does not fit the field, or the other fields of its
 * model.
 */
export function checkBehaviour(registry: Registry, model: Model, field: Field, hiddenOf: HiddenFields): void {
  const { stamp, follow, autonumber, formula, rollup, required, unique, default: fallback } = field.declared;
  if (stamp && (required || unique || (fallback ?? null) !== null))
    throw new Problem(
      'not_an_option',
      'is set and cleared by itself, so the field cannot be required or unique, or have a default',
    );
  if (follow !== undefined && unique)
    throw new Problem('not_an_option', 'gives several records the same value, so the field cannot be unique');
  if (stamp && follow !== undefined) throw new Problem('not_an_option', 'cannot be both on one field: stamp or follow');
  if (stamp) checkStamp(withoutFields(model, hiddenOf(model)), field, stamp);
  if (follow !== undefined) checkFollow(registry, model, field, follow, hiddenOf);
  if (autonumber !== undefined) readPattern(autonumber);
  if (formula !== undefined || rollup) checkDerived(registry, model, field, hiddenOf);
}

function checkDerived(registry: Registry, model: Model, field: Field, hiddenOf: HiddenFields): void {
  const { formula } = field.declared;
  if (formula !== undefined) readFormula(registry, model, formula, hiddenOf);
  for (const read of readsOf(registry, model, field)) {
    if (hiddenOf(read.model).has(read.field.key))
      throw new Problem('unknown_field', `names ${read.field.key}, which is not a field of ${read.model.slug}`);
  }
  requireNoCircle(registry, model, field);
  registry.derive?.(registry, model, field);
}

function checkStamp(model: Model, field: Field, { when, set }: Stamp): void {
  const fits = {
    now: field.type.name === 'datetime',
    today: field.type.name === 'date',
    me: field.type.name === 'reference' && field.declared.to === platformModels.users,
  };
  if (!fits[set]) {
    const wanted = { now: 'a datetime field', today: 'a date field', me: 'a reference to identity.users' };
    const options = stampValues.filter((value) => fits[value]);
    const remedy = options.length > 0 ? `; this field can be set to ${options.join(' or ')}` : '';
    throw new Problem('not_an_option', `sets ${set}, which needs ${wanted[set]}${remedy}`);
  }
  const conditions = Object.entries(when);
  if (conditions.length === 0) throw new Problem('required', 'needs at least one field in when');
  for (const [key, accepted] of conditions) checkCondition(model, field, key, accepted);
}

function checkCondition(model: Model, field: Field, key: string, accepted: readonly JsonValue[]): void {
  const other = model.fields.get(key);
  if (!other || key === field.key)
    throw new Problem('unknown_field', `names ${key}, which is not another field of ${model.slug}`);
  // Refuse references and computed fields: a deletion clears a reference and other writes change computed values,
  // without a write of this record.
  const { array, pointsTo, seal } = other.type;
  const { computed, generated } = other.declared;
  if (array || pointsTo || seal || computed || generated || other.derived || other.type.operators.length === 0)
    throw new Problem('not_an_option', `depends on ${key}; it can depend on fields with one value that writes set`);
  if (accepted.length === 0 || accepted.length > maxValues)
    throw new Problem('out_of_range', `needs 1 to ${maxValues} values of ${key}`);
  for (const value of accepted) {
    if (value === null) continue;
    try {
      other.type.check(value, other);
    } catch (problem) {
      if (problem instanceof Problem) throw new Problem(problem.code, `has a value of ${key} that ${problem.message}`);
      throw problem;
    }
  }
}

function checkFollow(registry: Registry, model: Model, field: Field, follow: string, hiddenOf: HiddenFields): void {
  const { reference: key, field: sourceKey } = followParts(follow);
  const reference = hiddenOf(model).has(key) ? undefined : model.fields.get(key);
  if (!reference?.type.pointsTo || reference.type.array || key === field.key)
    throw new Problem('unknown_field', `begins with ${key}, which is not a reference of ${model.slug}`);
  const target = registry.target(reference);
  const source = hiddenOf(target).has(sourceKey) ? undefined : target.fields.get(sourceKey);
  if (!source) throw new Problem('unknown_field', `names ${sourceKey}, which is not a field of ${target.slug}`);
  const { shownWith, unlogged } = source.declared;
  if (source.type.seal || shownWith !== undefined || unlogged || target.audience)
    throw new Problem('not_an_option', `names ${sourceKey}, which is not shown to everybody who reads ${target.slug}`);
  if (source.type.name !== field.type.name || source.declared.to !== field.declared.to)
    throw new Problem(
      'invalid_type',
      `names ${sourceKey} of ${target.slug}, which is ${described(source)}; this field is ${described(field)}`,
    );
}

const described = ({ type, declared }: Field): string =>
  declared.to === undefined ? `of the type ${type.name}` : `a ${type.name} to ${declared.to}`;
