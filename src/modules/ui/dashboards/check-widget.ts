import { type Grant, visibleField } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import type { Problems } from '#core/errors.ts';
import { readGroups } from '#core/operations/aggregate-groups.ts';
import { plainCalendar } from '#core/query/calendar.ts';
import { readFilter } from '#core/query/filter.ts';
import { readSort } from '#core/query/paging.ts';
import { Params } from '#db/params.ts';
import { isJsonObject } from '#lib/json.ts';
import { reportRefusal } from '../hooks/check-view.ts';
import { fieldsGrant } from '../hooks/model-grant.ts';
import { isPeriod, periods } from './periods.ts';
import { chartTypes, hasMeasure, type MeasureName, maxGroups, maxRows, measures, widgetTypes } from './widget.ts';

type Input = Readonly<Record<string, unknown>>;

const maxTextLength = 20_000;

/** Adds the problems of a widget, with paths such as `widgets[2].groupBy`. */
export function checkWidget(context: Context, widget: unknown, at: string, problems: Problems): void {
  if (!isJsonObject(widget)) {
    problems.add(at, 'invalid_type', 'must be an object');
    return;
  }
  const problem = (key: string, code: string, text: string) => problems.add(`${at}.${key}`, code, text);
  const { type } = widget;
  if (typeof type !== 'string' || type === '') {
    problem('type', 'required', `must be one of ${widgetTypes.join(', ')}`);
    return;
  }
  checkTitleAndPlace(widget, problem);
  // A widget without a model is stored as it is. Its data reports what is missing.
  if (type !== 'text' && (widget.model === undefined || widget.model === null)) return;
  if (!widgetTypes.some((known) => known === type)) {
    problem('type', 'not_an_option', `must be one of ${widgetTypes.join(', ')}`);
    return;
  }
  checkPlain(widget, problem);
  if (type === 'text') return;
  const model = typeof widget.model === 'string' ? context.registry.named(widget.model) : undefined;
  if (model) checkFields(context, fieldsGrant(context, model), widget, at, problems);
  else problem('model', 'unknown_model', 'must name a model: a slug, a model key or module.slug');
}

/**
 * Adds the problems of the filters of a dashboard, which are keyed by model: `{"sales.opportunities": {"stage":
 * "won"}}`.
 */
export function checkFilters(context: Context, filters: Input, problems: Problems): void {
  for (const [name, filter] of Object.entries(filters)) {
    const at = `filters.${name.slice(0, 100)}`;
    const model = context.registry.named(name);
    if (model) reportRefusal(problems, at, () => readFilter(context, fieldsGrant(context, model), filter));
    else problems.add(at, 'unknown_model', 'is not the name of a model: a slug, a model key or module.slug');
  }
}

type Report = (key: string, code: string, text: string) => void;

function checkText(widget: Input, key: string, max: number, problem: Report): void {
  const value = widget[key];
  if (value !== undefined && value !== null && (typeof value !== 'string' || value.length > max))
    problem(key, 'invalid_type', `must be a text of at most ${max} characters`);
}

/** Checks the title and position, also of incomplete widgets. */
function checkTitleAndPlace(widget: Input, problem: Report): void {
  checkText(widget, 'title', 255, problem);
  for (const key of ['x', 'y', 'w', 'h']) {
    const value = widget[key];
    if (value === undefined || value === null) continue;
    if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > 1000)
      problem(key, 'out_of_range', 'must be a whole number from 0 to 1000');
  }
}

/** Checks the parts that do not depend on a model. */
function checkPlain(widget: Input, problem: Report): void {
  checkText(widget, 'content', maxTextLength, problem);
  if (widget.type === 'text' && (widget.content === undefined || widget.content === null))
    problem('content', 'required', 'is required for the type text');
  if (widget.period !== undefined && widget.period !== null && !isPeriod(widget.period))
    problem('period', 'not_an_option', `must be one of ${periods.join(', ')}`);
  if (widget.chartType !== undefined && !chartTypes.some((known) => known === widget.chartType))
    problem('chartType', 'not_an_option', `must be one of ${chartTypes.join(', ')}`);
  const max = widget.type === 'chart' ? maxGroups : maxRows;
  const { limit } = widget;
  if (limit !== undefined && limit !== null && !(Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= max))
    problem('limit', 'out_of_range', `must be a whole number from 1 to ${max}`);
}

function checkFields(context: Context, grant: Grant, widget: Input, at: string, problems: Problems): void {
  const problem: Report = (key, code, text) => problems.add(`${at}.${key}`, code, text);
  const unknown = (key: string, name: unknown) =>
    problem(key, 'unknown_field', `names ${String(name).slice(0, 100)}, which is not a field of ${grant.model.slug}`);
  checkMetric(grant, widget.metric, problem);
  if (widget.type === 'chart' && !widget.groupBy) problem('groupBy', 'required', 'is required for a chart');
  if (widget.groupBy) {
    if (typeof widget.groupBy !== 'string' || widget.groupBy.includes(','))
      problem('groupBy', 'invalid_type', 'must name one field, such as stage or closeDate:month');
    else {
      const { groupBy } = widget;
      reportRefusal(problems, `${at}.groupBy`, () =>
        readGroups(context, grant, groupBy, plainCalendar, new Params(context.caller.tenantId)),
      );
    }
  }
  if (widget.filter !== undefined && widget.filter !== null)
    reportRefusal(problems, `${at}.filter`, () => readFilter(context, grant, widget.filter));
  if (widget.dateField) {
    const field = visibleField(grant, String(widget.dateField));
    if (!field) unknown('dateField', widget.dateField);
    else if (!field.type.temporal) problem('dateField', 'not_a_date', `names ${field.key}, which is not a date`);
  }
  if (widget.sort && widget.type !== 'chart') reportRefusal(problems, `${at}.sort`, () => readSort(grant, widget.sort));
  const { columns } = widget;
  if (columns === undefined || columns === null) return;
  if (!Array.isArray(columns) || columns.length > 30) {
    problem('columns', 'invalid_type', 'must be a list of at most 30 fields');
    return;
  }
  for (const column of columns) {
    if (typeof column !== 'string' || !visibleField(grant, column)) unknown('columns', column);
  }
}

function checkMetric(grant: Grant, metric: unknown, problem: Report): void {
  if (metric === undefined || metric === null || metric === 'count') return;
  const [name = '', key = '', ...more] = String(metric).split(':');
  if (!measures.some((known) => known === name) || key === '' || more.length > 0) {
    problem('metric', 'not_an_option', `must be count, or ${measures.join(', ')} with a field, as in sum:value`);
    return;
  }
  const field = visibleField(grant, key);
  if (!field || !hasMeasure(field, name as MeasureName))
    problem('metric', 'unknown_field', `names ${key}, which is not a field of ${grant.model.slug} that has a ${name}`);
}
