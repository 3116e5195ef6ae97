import { type Grant, visibleField } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { Calendar } from '#core/query/calendar.ts';
import { beginOfDay, type Days, nextOf, startOf } from '#lib/days.ts';
import type { Filter, Point } from './answer.ts';
import { type MeasuredRow, metricOf } from './measured-row.ts';
import { titleIn } from './titles.ts';
import { maxGroups, readMetric, type Widget } from './widget.ts';

export interface Group {
  readonly grant: Grant;
  readonly filter: Filter;
  readonly days: Days | undefined;
  readonly today: string;
  readonly calendar: Calendar;
}

type Key = string | number | boolean | null;

/** The maximum of points between the first and the last period of a chart. */
const maxFilled = 400;

/** The groups of a chart in display order. */
export async function readSeries(context: Context, widget: Widget, group: Group): Promise<Point[]> {
  const { grant, filter } = group;
  const [path = '', unit] = (widget.groupBy ?? '').split(':');
  const field = fieldOf(context, grant, path);
  const measure = readMetric(widget.metric);
  const target = field.declared.to === undefined ? undefined : context.registry.target(field);
  const readable = target !== undefined && context.caller.access.reach(target.scopes.read) !== undefined;
  const byValue = `-${measure ? `${measure.name}.${measure.key}` : 'count'}`;
  const { body } = await invoke(context, operations.aggregate, grant.model, {
    filter,
    groupBy: widget.groupBy,
    tz: group.calendar.zone,
    limit: unit === undefined ? (widget.limit ?? maxGroups) : maxGroups,
    ...(measure && { [measure.name]: measure.key }),
    ...(unit === undefined && !field.options && { sort: byValue }),
    ...(readable && { include: path }),
  });
  const answer = JSON.parse(body) as { data: MeasuredRow[]; included?: Record<string, Record<string, unknown>> };
  const points = answer.data.map((row): Point => {
    const key = (row[path] ?? null) as Key;
    const label = unit === undefined ? labelOf(field, key, target, answer.included) : String(key ?? '');
    return {
      key,
      label,
      value: metricOf(row, widget.metric),
      filter: { ...filter, ...keyFilter(path, key, unit, group, field) },
    };
  });
  if (unit === undefined) return inOrder(field, points);
  const ofMeasure = measure === undefined || measure.name === 'sum' ? 0 : null;
  const dated = points.filter(({ key }) => key !== null);
  return fill(dated, unit, group, (key) => ({
    key,
    label: key,
    value: ofMeasure,
    filter: { ...filter, ...keyFilter(path, key, unit, group, field) },
  }));
}

/** The field of a path: `stage`, or `accountId.industryId` for a field of the referenced record. */
function fieldOf(context: Context, grant: Grant, path: string): Field {
  const [head = '', tail] = path.split('.');
  const field = visibleField(grant, head);
  if (!field) throw notFound(`The field ${head} of ${grant.model.slug}`);
  if (tail === undefined) return field;
  const target = context.caller.access.grant(context.registry.target(field), 'read');
  const found = visibleField(target, tail);
  if (!found) throw notFound(`The field ${tail} of ${target.model.slug}`);
  return found;
}

function labelOf(
  field: Field,
  key: Key,
  target: Model | undefined,
  included: Readonly<Record<string, Record<string, unknown>>> | undefined,
): string {
  if (key === null) return 'None';
  if (typeof key === 'boolean') return key ? 'Yes' : 'No';
  if (target) return titleIn(target, included?.[String(key)], String(key));
  return field.options?.find(({ value }) => value === key)?.label ?? String(key);
}

/** The filter that selects the records of a group. */
function keyFilter(path: string, key: Key, unit: string | undefined, group: Group, field: Field): Filter {
  if (key === null) return { [path]: { null: true } };
  if (unit === undefined) return { [path]: key };
  const until = nextOf(unit, String(key));
  if (field.type.column === 'date') return { [path]: { gte: key, lt: until } };
  const { zone } = group.calendar;
  return { [path]: { gte: beginOfDay(String(key), zone), lt: beginOfDay(until, zone) } };
}

/** Sorts options in the order of the field, as on a board, then other values, and the group without a value last. */
function inOrder({ options }: Field, points: readonly Point[]): Point[] {
  const place = ({ key }: Point): number => {
    if (key === null) return Number.MAX_SAFE_INTEGER;
    const index = options?.findIndex(({ value }) => value === key) ?? -1;
    return index < 0 ? (options?.length ?? 0) : index;
  };
  return points.toSorted((a, b) => place(a) - place(b));
}

/** Adds the periods without records, so that a line does not skip them. The line ends today, or at the last record. */
function fill(points: readonly Point[], unit: string, group: Group, empty: (key: string) => Point): Point[] {
  const { days, today, calendar } = group;
  const start = (day: string) => startOf(unit, day, calendar.firstDayOfWeek);
  const byKey = new Map(points.map((point) => [String(point.key), point]));
  const keys = [...byKey.keys()].sort();
  const first = [...keys.slice(0, 1), ...(days ? [start(days.from)] : [])].sort()[0];
  const last = [...keys.slice(-1), ...(days ? [start(today < days.to ? today : days.from)] : [])].sort().at(-1);
  if (first === undefined || last === undefined) return [...points];
  const filled: Point[] = [];
  for (let key = first; key <= last; key = nextOf(unit, key)) {
    if (filled.length === maxFilled) return [...points];
    filled.push(byKey.get(key) ?? empty(key));
  }
  return filled;
}
