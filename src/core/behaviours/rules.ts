import { todayIn } from '#lib/days.ts';
import { type Field, Problem } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { Registry } from '../models/registry.ts';
import type { ModelRule, RuleDefinition } from '../models/rule.ts';
import type { Calendar } from '../query/calendar.ts';
import { isNull } from '../query/indexed-comparisons.ts';
import { type DeclaredFilter, declaredConditionsSql, readDeclaredFilter } from './declared-filter.ts';

/** Rules of a tenant for the records of a model. The statement that writes a record checks them. */

/** The maximum length of the SQL of all rules of a model, which is a part of every statement that writes its records. */
const maxSqlLength = 60_000;

/** A problem with one part of a rule. */
class RuleProblem extends Problem {
  readonly part: 'when' | 'require';

  constructor(part: RuleProblem['part'], { code, message }: Problem) {
    super(code, message);
    this.part = part;
  }
}

interface CompiledRule {
  readonly id: string;
  readonly filter: DeclaredFilter;
  readonly required: readonly Field[];
}

function compileRule(registry: Registry, model: Model, rule: ModelRule): CompiledRule {
  const part = <T>(name: RuleProblem['part'], read: () => T): T => {
    try {
      return read();
    } catch (problem) {
      throw problem instanceof Problem ? new RuleProblem(name, problem) : problem;
    }
  };
  return {
    id: rule.id,
    filter: part('when', () => readWhen(registry, model, rule)),
    required: part('require', () => (rule.require ?? []).map((key) => requiredField(model, key))),
  };
}

function readWhen(registry: Registry, model: Model, { when, forbid }: RuleDefinition): DeclaredFilter {
  const filter = readDeclaredFilter(registry, model, when, calendarOf(registry));
  const guarded = filter.fields.find(({ declared }) => declared.shownWith !== undefined);
  // Whether a write is refused would tell the value to callers who may not read it.
  if (guarded) throw new Problem('not_an_option', `names ${guarded.key}, which is not shown to everybody`);
  if (forbid && filter.conditions.length === 0)
    throw new Problem('required', 'needs a condition, because the rule would forbid every record');
  return filter;
}

function requiredField(model: Model, key: string): Field {
  const field = model.fields.get(key);
  if (!field) throw new Problem('unknown_field', `names ${key}, which is not a field of ${model.slug}`);
  if (field.readOnly || field.declared.shownWith !== undefined)
    throw new Problem('read_only', `names ${key}, which people do not write; name fields that a form can ask for`);
  return field;
}

/** The problem of a rule that does not fit its model; undefined when it fits. */
export function problemOf(registry: Registry, model: Model, rule: ModelRule): RuleProblem | undefined {
  try {
    compileRule(registry, model, rule);
    return undefined;
  } catch (problem) {
    if (problem instanceof RuleProblem) return problem;
    throw problem;
  }
}

/** Throws a Problem when the rules of a model together are too large. */
export function requireSmallRules(registry: Registry, model: Model): void {
  if (rulesSql(compileRules(registry, model), 't').length > maxSqlLength)
    throw new Problem(
      'too_large',
      'is too large together with the other rules of the model and the formulas they read',
    );
}

/** Rules that do not fit the model any more, for example after an upgrade, are not checked. The registry shows the reason. */
const compileRules = (registry: Registry, model: Model): readonly CompiledRule[] =>
  model.rules
    .filter((rule) => problemOf(registry, model, rule) === undefined)
    .map((rule) => compileRule(registry, model, rule));

const calendarOf = ({ timeZone, firstDayOfWeek }: Registry): Calendar => ({ zone: timeZone, firstDayOfWeek });

/** The check of a model's rules as a column of the statement that writes a record. */
export interface RuleCheck {
  /** Identifies the SQL among those of the model. Periods such as `today` are other days in the SQL of another day. */
  readonly key: string;
  /** SQL that fails when the row violates a rule. */
  sql(alias: string): string;
}

interface CachedCheck extends RuleCheck {
  readonly usesPeriods: boolean;
}

const checks = new WeakMap<Model, CachedCheck>();

/** The check of the rules of a model; undefined when it has none. */
export function ruleCheck(registry: Registry, model: Model): RuleCheck | undefined {
  if (model.rules.length === 0) return undefined;
  const cached = checks.get(model);
  if (cached && (!cached.usesPeriods || cached.key === dayKey(registry))) return cached;
  const rules = compileRules(registry, model);
  const usesPeriods = rules.some(({ filter }) => filter.usesPeriods);
  const built = rulesSql(rules, 't');
  const check: CachedCheck = {
    key: usesPeriods ? dayKey(registry) : 'rules',
    usesPeriods,
    sql: (alias) => (alias === 't' ? built : rulesSql(rules, alias)),
  };
  checks.set(model, check);
  return check;
}

const dayKey = ({ timeZone }: Registry): string => `rules ${todayIn(timeZone)}`;

const rulesSql = (rules: readonly CompiledRule[], alias: string): string =>
  `refuse_violations(array_remove(array[${rules.map((rule) => violationSql(rule, alias)).join(', ')}]::text[], null))`;

/** SQL of the violation of a rule, in the format of the function `refuse_violations`; null when the row obeys it. */
function violationSql({ id, filter, required }: CompiledRule, alias: string): string {
  const applies = `true${declaredConditionsSql(filter, alias)}`;
  if (required.length === 0) return `case when ${applies} then '${id}' end`;
  const missing = required.map((field) => ({ field, sql: isEmptySql(field, alias) }));
  const names = missing.map(({ field, sql }) => `case when ${sql} then ' ${field.key}' end`);
  return `case when (${applies}) and (${missing.map(({ sql }) => sql).join(' or ')}) then concat('${id}', ${names.join(', ')}) end`;
}

/** Blank texts and empty lists are no values, as in forms. */
function isEmptySql(field: Field, alias: string): string {
  const value = field.sql(alias);
  if (field.type.array) return `coalesce(cardinality(${value}), 0) = 0`;
  return field.type.column === 'text' && !field.type.seal ? `coalesce(${value} !~ '\\S', true)` : isNull(field, alias);
}
