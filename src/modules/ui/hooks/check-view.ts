import { type Grant, visibleField } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import { AppError, Problems, validationFailed } from '#core/errors.ts';
import type { Field, JsonValue } from '#core/fields/field.ts';
import { givenValue, type PendingSave } from '#core/models/hooks.ts';
import { readGroups } from '#core/operations/aggregate-groups.ts';
import { plainCalendar } from '#core/query/calendar.ts';
import { readFilter } from '#core/query/filter.ts';
import { readSort } from '#core/query/paging.ts';
import { Params } from '#db/params.ts';
import { isJsonObject } from '#lib/json.ts';
import { fieldsGrant } from './model-grant.ts';

/** The keys of a screen or saved view whose values name fields of its model. */
export interface ViewKeys {
  readonly columns: string;
  readonly filter: string;
  readonly sort: string;
  readonly groupBy: string;
  readonly dateField: string;
}

/** True for a field whose values can be the columns of a board: options, statuses, or other references. */
export const isGroup = (field: Field): boolean =>
  !field.type.array && (field.options !== undefined || field.type.pointsTo === true) && field.sortable;

/** The value of a field after the write. */
export const savedValue = (saving: PendingSave, key: string): JsonValue | undefined => {
  const given = givenValue(saving, key);
  return given === undefined ? saving.previous?.[key] : given;
};

/** Refuses columns, filters, sort keys and groups that the model of the view does not support. */
export function checkView(context: Context, saving: PendingSave, keys: ViewKeys): void {
  const name = savedValue(saving, 'modelKey');
  if (typeof name !== 'string') return;
  const model = context.registry.named(name);
  // The rule of the field refuses an unknown model, but a known one may have been deleted since.
  if (!model) return;
  const grant = fieldsGrant(context, model);
  const problems = new Problems();
  const changesModel = givenValue(saving, 'modelKey') !== undefined;
  const changesLayout = givenValue(saving, 'layout') !== undefined;
  const layout = savedValue(saving, 'layout');
  for (const [check, key] of Object.entries(keys) as [keyof ViewKeys, string][]) {
    const isAffected = changesModel || (changesLayout && check === 'groupBy');
    const value = isAffected ? savedValue(saving, key) : givenValue(saving, key);
    if (value !== undefined && value !== null && value !== '')
      checks[check]({ context, grant, problems, layout }, key, value);
  }
  if (problems.count > 0) throw validationFailed(problems.details, problems.count);
}

interface Checking {
  readonly context: Context;
  readonly grant: Grant;
  readonly problems: Problems;
  readonly layout: JsonValue | undefined;
}

const unknownField = ({ model }: Grant, key: string) => `names ${key}, which is not a field of ${model.slug}`;

/** Parses the groups of a table in the syntax of aggregates: `stage`, or `closeDate:month`. */
const readGroup = (context: Context, grant: Grant, groupBy: JsonValue) =>
  readGroups(context, grant, groupBy, plainCalendar, new Params(context.caller.tenantId));

/** Runs a query parser and reports its error as a problem of the field. */
export function reportRefusal(problems: Problems, key: string, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [detail] = error.details;
    problems.add(key, 'unknown_field', `cannot be used: ${(detail?.message ?? error.message).replace(/\.$/, '')}`);
  }
}

/** Converts `{name: 1, value: -1}` to `['name', '-value']`. */
const sortKeys = (sort: JsonValue): unknown =>
  isJsonObject(sort)
    ? Object.entries(sort).map(([key, order]) => (order === -1 || order === 'desc' ? `-${key}` : key))
    : sort;

const checks: Record<keyof ViewKeys, (checking: Checking, key: string, value: JsonValue) => void> = {
  columns({ grant, problems }, key, value) {
    for (const column of value as string[]) {
      if (!visibleField(grant, column.split('.')[0] ?? ''))
        problems.add(key, 'unknown_field', unknownField(grant, column));
    }
  },
  filter({ context, grant, problems }, key, value) {
    reportRefusal(problems, key, () => readFilter(context, grant, value));
  },
  sort({ grant, problems }, key, value) {
    const sort = sortKeys(value);
    if (!Array.isArray(sort))
      return problems.add(key, 'invalid_type', 'must be an object of fields with 1 or -1, or a list of fields');
    if (sort.length === 0) return;
    reportRefusal(problems, key, () => readSort(grant, sort));
  },
  groupBy({ context, grant, problems, layout }, key, value) {
    if (layout !== 'kanban') return reportRefusal(problems, key, () => readGroup(context, grant, value));
    const field = visibleField(grant, String(value));
    if (!field) problems.add(key, 'unknown_field', unknownField(grant, String(value)));
    else if (!isGroup(field))
      problems.add(key, 'not_a_group', `names ${field.key}, which is neither a choice nor a status nor a reference`);
  },
  dateField({ grant, problems }, key, value) {
    const field = visibleField(grant, String(value));
    if (!field) problems.add(key, 'unknown_field', unknownField(grant, String(value)));
    else if (!field.type.temporal) problems.add(key, 'not_a_date', `names ${field.key}, which is not a date`);
  },
};
