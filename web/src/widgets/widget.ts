import type { Filter } from '~/api/records.ts';

export const widgetTypes = ['kpi', 'chart', 'list', 'table', 'text'] as const;
export const chartTypes = ['bar', 'line', 'area', 'pie', 'donut', 'funnel'] as const;
export const measures = ['sum', 'avg', 'min', 'max'] as const;
export const periods = [
  'today',
  'thisWeek',
  'last7Days',
  'last30Days',
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'thisYear',
  'last12Months',
  'all',
] as const;

export type WidgetType = (typeof widgetTypes)[number];
type ChartType = (typeof chartTypes)[number];
export type Period = (typeof periods)[number];

export const isPeriod = (value: unknown): value is Period => periods.some((period) => period === value);

/** A widget as stored in a dashboard. */
export interface Widget {
  readonly type: WidgetType;
  readonly title?: string | undefined;
  readonly model?: string | undefined;
  readonly metric?: string | undefined;
  readonly period?: Period | undefined;
  readonly chartType?: ChartType | undefined;
  /** Example: `stage`, or `closeDate:month`. */
  readonly groupBy?: string | undefined;
  readonly filter?: Filter | undefined;
  readonly dateField?: string | undefined;
  readonly sort?: string | undefined;
  readonly limit?: number | undefined;
  readonly columns?: readonly string[] | undefined;
  readonly content?: string | undefined;
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly w?: number | undefined;
  readonly h?: number | undefined;
}

export type Value = number | string | null;

interface Point {
  readonly key: string | number | boolean | null;
  readonly label: string;
  readonly value: Value;
  /** The filter for the records of the group. */
  readonly filter?: Filter;
}

/** The currency of the numbers of a widget, if they are amounts. */
export interface Unit {
  /** Undefined when the amounts are in several currencies. */
  readonly currency?: string | undefined;
  /** That of the number of the previous period. */
  readonly previousCurrency?: string | undefined;
  /** The currencies that were added without converting them. */
  readonly mixed?: readonly string[] | undefined;
}

/** The data of a widget, computed by the server. */
export interface WidgetData {
  readonly type: WidgetType;
  readonly title: string;
  readonly moduleKey?: string;
  readonly slug?: string;
  readonly period?: Period;
  /** `count`, or a measure such as `sum:value`. */
  readonly metric?: string;
  readonly value: Value;
  readonly previous: Value;
  /** The range of `previous`: the whole previous period, or only its part up to the same distance from the start. */
  readonly comparedWith?: 'samePart' | 'wholePeriod';
  readonly change: number | null;
  readonly series: readonly Point[];
  readonly filter?: Filter;
  readonly content?: string;
  readonly columns?: readonly { readonly key: string; readonly label: string; readonly type: string }[];
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
  readonly titles?: Readonly<Record<string, string>>;
  readonly error?: { readonly code: string; readonly message: string };
  /** Set by the console, when the numbers are amounts. */
  readonly unit?: Unit | undefined;
}

/** The unit of a chart over time: `month` for `closeDate:month`. */
export const unitOf = ({ groupBy }: Pick<Widget, 'groupBy'>): string | undefined => groupBy?.split(':')[1];
