import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { badQuery } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { readSqlCalendar } from '#core/query/calendar.ts';
import { Semaphore } from '#lib/semaphore.ts';
import { type Filter, widgetAnswer } from '../dashboards/answer.ts';
import { isPeriod, periods } from '../dashboards/periods.ts';
import type { Widget } from '../dashboards/widget.ts';
import { widgetData } from '../dashboards/widget-data.ts';
import { dashboards } from '../model-names.ts';

/** The maximum of widgets that are read concurrently, so that one dashboard leaves connections for other requests. */
const maxConcurrent = 4;

interface StoredDashboard {
  readonly widgets: readonly Widget[] | null;
  readonly period: unknown;
  readonly filters: Readonly<Record<string, Filter>> | null;
}

export const getDashboardData = defineAction({
  name: 'ui.getDashboardData',
  summary: 'Returns what the widgets of a dashboard show, with the permissions of the caller',
  routes: [{ method: 'GET', path: '/api/ui/dashboards/:id/data' }],
  access: 'ui:read',
  input: Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      period: Type.Optional(
        Type.String({ description: `For all widgets, instead of their own: ${periods.join(', ')}.` }),
      ),
      tz: Type.Optional(Type.String({ description: 'The time zone of the periods. Default: that of the company.' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ widgets: Type.Array(widgetAnswer, { description: 'In the order of the dashboard.' }) }),
  async run(context, { id, period, tz }) {
    if (period !== undefined && !isPeriod(period)) throw badQuery('period', `must be one of ${periods.join(', ')}`);
    const calendar = await readSqlCalendar(context, tz);
    const { body } = await invoke(context, operations.get, dashboards(context), { id, query: {} });
    const dashboard = JSON.parse(body) as StoredDashboard;
    const { filters } = dashboard;
    const defaultPeriod = isPeriod(dashboard.period) ? dashboard.period : 'all';
    const turns = new Semaphore(maxConcurrent);
    const widgets = await Promise.all(
      (dashboard.widgets ?? []).map((widget) =>
        turns.use(() => widgetData(context, widget, { period, defaultPeriod, calendar, filters })),
      ),
    );
    return { body: { widgets } };
  },
});
