import { type Grant, visibleField } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import { fromDatabase } from '#core/database-errors.ts';
import { AppError, notFound } from '#core/errors.ts';
import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { Calendar } from '#core/query/calendar.ts';
import { type Days, todayIn } from '#lib/days.ts';
import type { Filter, Point, WidgetAnswer } from './answer.ts';
import { type Clock, openPeriod, rangeOf } from './comparison.ts';
import { type MeasuredRow, metricOf } from './measured-row.ts';
import { daysOf, type Period } from './periods.ts';
import { readRows } from './rows.ts';
import { type Group, readSeries } from './series.ts';
import { maxGroups, readMetric, type Widget } from './widget.ts';

export interface DataOptions {
  /** Overrides the period of the widget. */
  readonly period?: Period | undefined;
  /** The period of widgets that have none. */
  readonly defaultPeriod: Period;
  readonly calendar: Calendar;
  /** The filters of the dashboard, keyed by model. They apply to all widgets. */
  readonly filters?: Readonly<Record<string, Filter>> | null | undefined;
}

/**
 * Computes the data of a widget with the permissions of the caller. A refused widget is reported in the answer, so that
 * the other widgets are shown.
 */
export async function widgetData(context: Context, stored: Widget, options: DataOptions): Promise<WidgetAnswer> {
  const widget = Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null)) as unknown as Widget;
  const empty = { type: widget.type, title: widget.title ?? '', value: null, previous: null, change: null, series: [] };
  try {
    if (widget.type === 'text') return { ...empty, content: widget.content ?? '' };
    return await readWidget(context, widget, options);
  } catch (error) {
    const refusal = fromDatabase(error, context.registry);
    if (!(refusal instanceof AppError) || refusal.status >= 500) throw error;
    return { ...empty, error: { code: refusal.code, message: refusal.message } };
  }
}

async function readWidget(context: Context, widget: Widget, options: DataOptions): Promise<WidgetAnswer> {
  if (widget.model === undefined) throw new AppError('bad_request', 'This widget names no model.');
  const model = context.registry.named(widget.model);
  if (!model) throw notFound(`The model ${widget.model}`);
  const grant = context.caller.access.grant(model, 'read');
  const period = options.period ?? widget.period ?? options.defaultPeriod;
  const clock: Clock = { ...options.calendar, now: new Date() };
  const { zone, firstDayOfWeek } = clock;
  const today = todayIn(zone, clock.now);
  const days = daysOf(period, today, firstDayOfWeek);
  const shared = Object.entries(options.filters ?? {}).find(([name]) => context.registry.named(name) === model)?.[1];
  const own = joined(widget.filter ?? {}, shared ?? {});
  const field = days && dateFieldOf(grant, widget);
  const within = (range: Filter | undefined) => (field && range ? joined(own, { [field.key]: range }) : own);
  const filter = within(field && days && rangeOf(field, days.current, clock));
  const base = {
    type: widget.type,
    title: widget.title ?? model.labelPlural,
    moduleKey: model.moduleKey,
    slug: model.slug,
    period,
    metric: widget.metric ?? 'count',
    previous: null,
    change: null,
    series: [],
    filter,
  };
  if (widget.type === 'list' || widget.type === 'table')
    return { ...base, ...(await readRows(context, grant, widget, { filter, zone })) };
  if (widget.type === 'chart') {
    const group: Group = { grant, filter, days: days?.current, today, calendar: clock };
    const series = await readSeries(context, widget, group);
    return { ...base, series, value: totalOf(widget, series) };
  }
  const read = (narrowed: Filter) => readValue(context, model, widget, narrowed, zone);
  if (!field || !days) return { ...base, value: await read(filter) };
  const compared = { read, within, field, days, clock };
  const [value, before] = await Promise.all([read(filter), readBefore(context, model, compared)]);
  return { ...base, value, ...before, change: changeOf(value, before.previous) };
}

interface Compared {
  read(filter: Filter): Promise<number | string | null>;
  /** Adds a range of the date field to the filter of the widget. */
  within(range: Filter): Filter;
  readonly field: Field;
  readonly days: { readonly current: Days; readonly previous: Days };
  readonly clock: Clock;
}

/**
 * The number of the previous period: of its part up to the same point as now, or of all of it when the current number
 * covers its whole period, because it contains planned dates such as expected closings.
 */
async function readBefore(context: Context, model: Model, { read, within, field, days, clock }: Compared) {
  const whole = within(rangeOf(field, days.previous, clock));
  const open = openPeriod(field, days, clock);
  if (!open) return { previous: await read(whole), comparedWith: 'wholePeriod' as const };
  const [previous, ahead] = await Promise.all([
    read(within(open.samePart)),
    open.ahead ? readValue(context, model, {}, within(open.ahead), clock.zone) : 0,
  ]);
  return ahead === 0
    ? { previous, comparedWith: 'samePart' as const }
    : { previous: await read(whole), comparedWith: 'wholePeriod' as const };
}

/**
 * The total of a chart. Sums of groups add up; averages, minimums and maximums do not. A truncated chart has no total
 * either.
 */
function totalOf({ metric }: Widget, series: readonly Point[]): number | null {
  const measure = readMetric(metric);
  if ((measure !== undefined && measure.name !== 'sum') || series.length >= maxGroups) return null;
  return series.reduce((sum, { value }) => sum + Number(value ?? 0), 0);
}

function changeOf(value: number | string | null, previous: number | string | null): number | null {
  if (typeof value !== 'number' || typeof previous !== 'number' || previous === 0) return null;
  return Math.round(((value - previous) / Math.abs(previous)) * 10_000) / 10_000;
}

async function readValue(
  context: Context,
  model: Model,
  { metric }: Pick<Widget, 'metric'>,
  filter: Filter,
  zone: string,
) {
  const measure = readMetric(metric);
  const query = { filter, tz: zone, ...(measure && { [measure.name]: measure.key }) };
  const { body } = await invoke(context, operations.aggregate, model, query);
  const [row] = (JSON.parse(body) as { data: MeasuredRow[] }).data;
  return row ? metricOf(row, metric) : null;
}

/** Combines two filters. */
function joined(one: Filter, other: Filter): Filter {
  if (Object.keys(other).length === 0) return one;
  return Object.keys(one).some((key) => key in other) ? { and: [one, other] } : { ...one, ...other };
}

function dateFieldOf(grant: Grant, { dateField = 'createdAt' }: Widget): Field {
  const field = visibleField(grant, dateField);
  if (!field) throw notFound(`The field ${dateField} of ${grant.model.slug}`);
  return field;
}
