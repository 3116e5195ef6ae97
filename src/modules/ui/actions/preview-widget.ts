import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { Problems, validationFailed } from '#core/errors.ts';
import { readSqlCalendar } from '#core/query/calendar.ts';
import { type Filter, widgetAnswer } from '../dashboards/answer.ts';
import { checkFilters, checkWidget } from '../dashboards/check-widget.ts';
import { isPeriod, periods } from '../dashboards/periods.ts';
import type { Widget } from '../dashboards/widget.ts';
import { widgetData } from '../dashboards/widget-data.ts';

export const previewWidget = defineAction({
  name: 'ui.previewWidget',
  summary: 'Returns what a widget shows that is not saved yet',
  routes: [{ method: 'POST', path: '/api/ui/dashboards/preview' }],
  access: 'ui:read',
  input: Type.Object(
    {
      widget: Type.Object({}, { additionalProperties: true }),
      period: Type.Optional(
        Type.String({ description: `For a widget without a period of its own: ${periods.join(', ')}.` }),
      ),
      filters: Type.Optional(
        Type.Object({}, { additionalProperties: true, description: 'The filters of the dashboard, by model.' }),
      ),
      tz: Type.Optional(Type.String({ description: 'The time zone of the period. Default: that of the company.' })),
    },
    { additionalProperties: false },
  ),
  output: widgetAnswer,
  async run(context, { widget, period, tz, ...input }) {
    const filters = (input.filters ?? {}) as Readonly<Record<string, Filter>>;
    const problems = new Problems();
    checkWidget(context, widget, 'widget', problems);
    checkFilters(context, filters, problems);
    if (period !== undefined && !isPeriod(period))
      problems.add('period', 'not_an_option', `must be one of ${periods.join(', ')}`);
    if (problems.count > 0) throw validationFailed(problems.details, problems.count);
    const defaultPeriod = isPeriod(period) ? period : 'all';
    const calendar = await readSqlCalendar(context, tz);
    const options = { defaultPeriod, calendar, filters };
    return { body: await widgetData(context, widget as unknown as Widget, options) };
  },
});
