import { type Grant, visibleField } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import { fromDatabase } from '#core/database-errors.ts';
import { AppError, notFound } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { beginOfDay, type Days, todayIn } from '#lib/days.ts';
import type { Filter, Point, WidgetAnswer } from './answer.ts';
import { type MeasuredRow, metricOf } from './measured-row.ts';
import { daysOf, type Period } from './periods.ts';
import { readRows } from './rows.ts';
import { type Group, readSeries } from './series.ts';
import { maxGroups, readMetric, type Widget } from './widget.ts';

export interface DataOptions {
  /** Replaces the period of the widget. */
  readonly period?: Period | undefined;
  /** For widgets without a period. */
  readonly defaultPeriod: Period;
  readonly zone: string;
  /** The filters of the dashboard by model, for all widgets. */
  readonly filters?: Readonly<Record<string, Filter>> | null | undefined;
}

/** What a widget shows, with the permissions of the caller. A refusal is part of the answer, so that the others are shown. */
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
  const today = todayIn(options.zone);
  const days = daysOf(period, today);
  const shared = Object.entries(options.filters ?? {}).find(([name]) => context.registry.named(name) === model)?.[1];
  const own = joined(widget.filter ?? {}, shared ?? {});
  const filterFor = (range: Days | undefined) => filterOf(grant, widget, own, range, options.zone);
  const filter = filterFor(days?.current);
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
    return { ...base, ...(await readRows(context, grant, widget, { filter, zone: options.zone })) };
  if (widget.type === 'chart') {
    const group: Group = { grant, filter, days: days?.current, today, zone: options.zone };
    const series = await readSeries(context, widget, group);
    return { ...base, series, value: totalOf(widget, series) };
  }
  const [value, previous] = await Promise.all([
    readValue(context, model, widget, filter, options.zone),
    days ? readValue(context, model, widget, filterFor(days.previous), options.zone) : null,
  ]);
  return { ...base, value, previous, change: changeOf(value, previous) };
}

/** Sums of groups add up; averages, lowest and highest values do not. A chart that is cut off has no total either. */
function totalOf({ metric }: Widget, series: readonly Point[]): number | null {
  const measure = readMetric(metric);
  if ((measure !== undefined && measure.name !== 'sum') || series.length >= maxGroups) return null;
  return series.reduce((sum, { value }) => sum + Number(value ?? 0), 0);
}

function changeOf(value: number | string | null, previous: number | string | null): number | null {
  if (typeof value !== 'number' || typeof previous !== 'number' || previous === 0) return null;
  return Math.round(((value - previous) / Math.abs(previous)) * 10_000) / 10_000;
}

async function readValue(context: Context, model: Model, { metric }: Widget, filter: Filter, zone: string) {
  const measure = readMetric(metric);
  const query = { filter, tz: zone, ...(measure && { [measure.name]: measure.key }) };
  const { body } = await invoke(context, operations.aggregate, model, query);
  const [row] = (JSON.parse(body) as { data: MeasuredRow[] }).data;
  return row ? metricOf(row, metric) : null;
}

/** Both filters as one. */
function joined(one: Filter, other: Filter): Filter {
  if (Object.keys(other).length === 0) return one;
  return Object.keys(one).some((key) => key in other) ? { and: [one, other] } : { ...one, ...other };
}

/** The filter of the widget and of its period, as one that lists take. */
function filterOf(grant: Grant, widget: Widget, own: Filter, days: Days | undefined, zone: string): Filter {
  if (!days) return own;
  const key = widget.dateField ?? 'createdAt';
  const field = visibleField(grant, key);
  if (!field) throw notFound(`The field ${key} of ${grant.model.slug}`);
  const range =
    field.type.column === 'date'
      ? { gte: days.from, lt: days.to }
      : { gte: beginOfDay(days.from, zone), lt: beginOfDay(days.to, zone) };
  return joined(own, { [key]: range });
}
