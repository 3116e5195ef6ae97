import type { Field } from '#core/fields/field.ts';
import type { Period } from './periods.ts';

export const widgetTypes = ['kpi', 'chart', 'list', 'table', 'text'] as const;
export const chartTypes = ['bar', 'line', 'area', 'pie', 'donut', 'funnel'] as const;
export const measures = ['sum', 'avg', 'min', 'max'] as const;

type WidgetType = (typeof widgetTypes)[number];
export type MeasureName = (typeof measures)[number];

export const maxWidgets = 50;
export const maxRows = 100;
export const maxGroups = 200;

/** A validated widget, as a dashboard stores it. */
export interface Widget {
  readonly type: WidgetType;
  readonly title?: string;
  readonly model?: string;
  readonly metric?: string;
  readonly period?: Period;
  readonly chartType?: (typeof chartTypes)[number];
  readonly groupBy?: string;
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly dateField?: string;
  readonly sort?: string | readonly string[];
  readonly limit?: number;
  readonly columns?: readonly string[];
  readonly content?: string;
}

/** Parses `sum:value`; undefined for `count`. */
export function readMetric(metric: string | undefined): { name: MeasureName; key: string } | undefined {
  if (metric === undefined || metric === 'count') return undefined;
  const [name, key = ''] = metric.split(':');
  return { name: name as MeasureName, key };
}

/** True when aggregates support the measure for the field. */
export const hasMeasure = (field: Field, name: MeasureName): boolean =>
  name === 'sum' || name === 'avg'
    ? field.type.numeric === true
    : field.sortable && !['uuid', 'boolean'].includes(field.type.column);
