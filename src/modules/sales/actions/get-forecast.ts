import { Decimal } from 'decimal.js';
import { Type } from 'typebox';
import { type Grant, visibleField } from '#core/access/access.ts';
import { defineAction } from '#core/action.ts';
import { companyOf } from '#core/company/company.ts';
import type { Context } from '#core/context.ts';
import { AppError, badQuery } from '#core/errors.ts';
import { modelNamed } from '#core/models/model-named.ts';
import { readSqlCalendar } from '#core/query/calendar.ts';
import { namedDays } from '#core/query/named-periods.ts';
import { addDays, type Days, todayIn } from '#lib/days.ts';
import { hasPipeline } from '../sql/has-pipeline.ts';
import { type ForecastAmounts, type ForecastGroup, readForecast, readTargets } from '../sql/read-forecast.ts';

const amount = (description: string) => Type.Number({ description });
const idOrNull = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] }));
const orNull = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });

const amounts = {
  target: orNull('The sales targets of revenue for the period; null without any.'),
  closed: amount('Deals that were won.'),
  commit: amount('Open deals of the forecast category commit.'),
  bestCase: amount('Open deals of the forecast category bestCase.'),
  pipeline: amount('Open deals of the forecast category pipeline.'),
  weighted: amount('Deals that were won, and open ones by their probability.'),
  attainment: orNull('closed divided by target: 0.5 is half of it. Null without a target.'),
  deals: Type.Integer({ description: 'The number of deals.' }),
};

export const getForecast = defineAction({
  name: 'sales.getForecast',
  summary: 'What the deals that close in a period bring, by owner or team, beside their targets',
  routes: [{ method: 'GET', path: '/api/sales/forecast' }],
  access: 'sales:read',
  input: Type.Object(
    {
      period: Type.Optional(
        Type.String({
          maxLength: 30,
          description:
            'thisQuarter when absent; also thisMonth, nextMonth, nextQuarter, thisYear, lastQuarter and so on.',
        }),
      ),
      groupBy: Type.Optional(Type.Enum(['ownerId', 'teamId'], { description: 'One sum of all when absent.' })),
      currency: Type.Optional(Type.String({ maxLength: 3, description: 'That of the company when absent.' })),
      pipelineId: Type.Optional(Type.String({ format: 'uuid', description: 'Only deals of this pipeline.' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    data: Type.Array(Type.Object({ ownerId: idOrNull, teamId: idOrNull, ...amounts })),
    meta: Type.Object({
      period: Type.String(),
      from: Type.String(),
      to: Type.String({ description: 'The last day.' }),
      currency: Type.String(),
      total: Type.Integer({ description: 'The number of groups.' }),
      unconverted: Type.Integer({ description: 'Deals in a currency without an exchange rate, which are in no sum.' }),
    }),
  }),
  async run(context, { period = 'thisQuarter', groupBy, currency: given, pipelineId }) {
    const calendar = await readSqlCalendar(context, undefined);
    const days = namedDays(period, todayIn(calendar.zone), calendar.firstDayOfWeek);
    if (!days)
      throw badQuery('period', `${period} is not a period; use thisMonth, thisQuarter, nextQuarter or thisYear`);
    const currency = given ?? (await companyOf(context)).currency;
    const deals = grantFor(context, 'opportunities', [
      'value',
      'expectedValue',
      'forecastCategory',
      'closeDate',
      'ownerId',
    ]);
    // Its forecast would show zeros, as if nothing were sold.
    if (pipelineId !== undefined && !(await hasPipeline(context, pipelineId)))
      throw badQuery('pipelineId', `there is no pipeline ${pipelineId}`);
    const targets = grantFor(context, 'salesTargets', ['targetValue', 'userId', 'teamId']);
    const query = { deals, days, currency, calendar, groupBy, pipelineId };
    const found = await readForecast(context, query);
    const byGroup = await readTargets(context, targets, query);
    const withoutDeals = [...byGroup.keys()].filter((id) => !found.some(({ group }) => group === id));
    const groups = [...found, ...withoutDeals.map(emptyGroup)];
    const data = groups.map((group) => rowOf(group, byGroup.get(group.group) ?? null, groupBy));
    const unconverted = groups.reduce((sum, group) => sum + group.unconverted, 0);
    return { body: { data, meta: { period, ...shown(days), currency, total: data.length, unconverted } } };
  },
});

/** The grant for a model, for callers from whom none of the fields is hidden. */
function grantFor(context: Context, slug: string, keys: readonly string[]): Grant {
  const grant = context.caller.access.grant(modelNamed('sales', slug)(context), 'read');
  const hidden = keys.find((key) => !visibleField(grant, key));
  if (hidden === undefined) return grant;
  throw new AppError('forbidden', `A forecast shows ${hidden} of ${slug}, which your role hides.`);
}

const shown = ({ from, to }: Days) => ({ from, to: addDays(to, -1) });

const emptyGroup = (group: string | null): ForecastAmounts => ({
  group,
  closed: '0',
  commit: '0',
  bestCase: '0',
  pipeline: '0',
  weighted: '0',
  deals: 0,
  unconverted: 0,
});

const attainmentDecimals = 4;

function rowOf(amountsOf: ForecastAmounts, target: string | null, groupBy: ForecastGroup | undefined) {
  const { group, closed, commit, bestCase, pipeline, weighted, deals } = amountsOf;
  const hasTarget = target !== null && !new Decimal(target).isZero();
  return {
    ...(groupBy && { [groupBy]: group }),
    target: target === null ? null : Number(target),
    closed: Number(closed),
    commit: Number(commit),
    bestCase: Number(bestCase),
    pipeline: Number(pipeline),
    weighted: Number(weighted),
    attainment: hasTarget ? new Decimal(closed).div(target).toDecimalPlaces(attainmentDecimals).toNumber() : null,
    deals,
  };
}
