import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { queryable } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { readSiteName } from '../read-site-name.ts';
import { pageTitles } from '../sql/page-titles.ts';
import { countVisits, type VisitGroup, visitGroups } from '../statistics/sql/site-visits.ts';

const dayMs = 86_400_000;
const counts = {
  views: Type.Number(),
  visitors: Type.Number(),
  conversions: Type.Number({ description: 'Submissions of forms on the pages.' }),
};
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const getSiteStatistics = defineAction({
  name: 'marketing.getSiteStatistics',
  summary: 'Views, visitors and conversions of a website by day, page, referrer or campaign',
  routes: [{ method: 'GET', path: '/api/marketing/websites/:id/statistics' }],
  access: 'marketing:read',
  input: Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      from: Type.Optional(Type.String({ format: 'date', description: 'In UTC. Default: 29 days before `to`.' })),
      to: Type.Optional(Type.String({ format: 'date', description: 'In UTC. Default: today.' })),
      by: Type.Optional(
        Type.Union(
          visitGroups.map((group) => Type.Literal(group)),
          { description: 'Default: day.' },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    from: Type.String({ format: 'date' }),
    to: Type.String({ format: 'date' }),
    totals: Type.Object(counts, { description: 'A visitor counts once a day for each page.' }),
    data: Type.Array(
      Type.Object({
        key: Type.String({ description: 'The day, the id of the page, or the text; empty: not known.' }),
        label: Type.String(),
        ...counts,
      }),
    ),
  }),
  async run(context, { id, from, to = day(Date.now()), by = 'day' }) {
    await readSiteName(context, id);
    const period = { from: from ?? day(Date.parse(to) - 29 * dayMs), to };
    if (period.from > to) throw invalid('from', 'out_of_range', 'must not be after to');
    const { tenantId } = context.caller;
    const data = await countVisits(queryable(context), tenantId, id, period, by as VisitGroup);
    const titles =
      by === 'page'
        ? await pageTitles(
            queryable(context),
            tenantId,
            data.map(({ key }) => key),
          )
        : undefined;
    const sum = (key: 'views' | 'visitors' | 'conversions') => data.reduce((total, row) => total + row[key], 0);
    return {
      body: {
        ...period,
        totals: { views: sum('views'), visitors: sum('visitors'), conversions: sum('conversions') },
        data: data.map((row) => ({ ...row, label: titles?.get(row.key) ?? row.key })),
      },
    };
  },
});
