import type { ParamSink } from '#db/params.ts';
import { Access } from '../access/access.ts';
import { AppError } from '../errors.ts';
import { type Field, Problem } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { Registry } from '../models/registry.ts';
import { type Calendar, plainCalendar } from '../query/calendar.ts';
import { conditionReads } from '../query/condition-reads.ts';
import { type Condition, readFilter } from '../query/filter.ts';
import { compileConditions } from '../query/filter-sql.ts';
import { NamedPeriods } from '../query/named-periods.ts';
import { literalSql } from './literal-sql.ts';

/** A filter in a declaration of the tenant: of the children of a rollup, or of the records to which a rule applies. */
export interface DeclaredFilter {
  readonly conditions: readonly Condition[];
  /** The fields that the filter compares. */
  readonly fields: readonly Field[];
  /** True when the filter names periods such as `today`. */
  readonly usesPeriods: boolean;
}

/** Parses a filter over the own fields of a model. Throws a Problem when it does not fit the model. */
export function readDeclaredFilter(
  registry: Registry,
  model: Model,
  filter: unknown,
  calendar: Calendar = plainCalendar,
): DeclaredFilter {
  const periods = new NamedPeriods(calendar);
  const conditions = parse(registry, model, filter, periods);
  const reads = conditionReads(conditions);
  if (reads.through.length > 0)
    throw new Problem('not_an_option', `has a filter on fields of other models than ${model.slug}`);
  return { conditions, fields: [...reads.own], usesPeriods: periods.used };
}

function parse(registry: Registry, model: Model, filter: unknown, periods: NamedPeriods): readonly Condition[] {
  const context = { registry, caller: { access: Access.system, userId: null } };
  try {
    return readFilter(context, Access.system.grant(model, 'read'), filter, periods);
  } catch (error) {
    if (error instanceof AppError)
      throw new Problem('invalid_format', `has a filter that is not valid: ${error.message.replace(/\.$/, '')}`);
    throw error;
  }
}

/** SQL of the conditions, each preceded by `and`. The SQL is part of statements of others, so its values are literals. */
export const declaredConditionsSql = ({ conditions }: DeclaredFilter, alias: string): string =>
  compileConditions(conditions, alias, literals);

const literals: ParamSink = { add: literalSql };
