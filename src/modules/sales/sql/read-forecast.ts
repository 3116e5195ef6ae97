import type { Grant } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import { tableNamed } from '#core/models/model.ts';
import { platformModels } from '#core/platform-names.ts';
import type { Calendar } from '#core/query/calendar.ts';
import { readExchange } from '#core/query/exchange.ts';
import { scopedRows, tableAs, withinReach } from '#core/query/rows.ts';
import { inTenant, Params, scoped } from '#db/params.ts';
import type { Days } from '#lib/days.ts';

export type ForecastGroup = 'ownerId' | 'teamId';

export interface ForecastQuery {
  /** The deals that the caller may read. */
  readonly deals: Grant;
  readonly days: Days;
  readonly currency: string;
  readonly calendar: Calendar;
  readonly groupBy: ForecastGroup | undefined;
  readonly pipelineId: string | undefined;
}

/** The amounts of a group. Numbers are decimals as text. */
export interface ForecastAmounts {
  readonly group: string | null;
  readonly closed: string;
  readonly commit: string;
  readonly bestCase: string;
  readonly pipeline: string;
  readonly weighted: string;
  readonly deals: number;
  /** Deals with a value in a currency without a rate, which are in no sum. */
  readonly unconverted: number;
}

const teamMembers = tableNamed(platformModels.teamMembers);

/** Sums the deals that close in a period by their forecast category. A deal counts in every team of its owner. */
export async function readForecast(context: Context, query: ForecastQuery): Promise<ForecastAmounts[]> {
  const { deals, days, currency, calendar, groupBy, pipelineId } = query;
  const { model } = deals;
  const params = new Params(context.caller.tenantId);
  const value = model.fields.get('value');
  const exchange = await readExchange(context, model, value ? [value] : [], currency, calendar, params);
  if (!exchange?.conversion) throw new Error(`${model.name} has no amounts`);
  const { join, factor, digits } = exchange.conversion;
  const { from, to } = days;
  const pipeline = model.fields.get('pipelineId');
  const inPipeline =
    pipelineId === undefined || !pipeline ? '' : ` and ${pipeline.sql('t')} = ${params.add(pipelineId, 'uuid')}`;
  const teams = `left join ${teamMembers} m on ${inTenant('m')} and m.user_id = t.owner_id`;
  const group = { ownerId: 't.owner_id', teamId: 'm.team_id' };
  const sum = (amount: string, condition: string) =>
    `trim_scale(round(coalesce(sum(${amount} * ${factor}) filter (where ${condition}), 0), ${digits}))::text`;
  const of = (category: string) => sum('t.value', `t.forecast_category = '${category}'`);
  const isOpen = `t.forecast_category in ('commit', 'bestCase', 'pipeline')`;
  return queryable(context).query<ForecastAmounts>(
    `select f.* from ${scoped(
      'f',
      `select ${groupBy ? group[groupBy] : 'null::uuid'} as "group", ${of('closed')} as closed, ${of('commit')} as commit,
         ${of('bestCase')} as "bestCase", ${of('pipeline')} as pipeline,
         ${sum(`case when t.forecast_category = 'closed' then t.value else t.expected_value end`, `${isOpen} or t.forecast_category = 'closed'`)} as weighted,
         count(*)::int as deals, count(*) filter (where t.value is not null and ${factor} is null)::int as unconverted
       from ${tableAs(model, 't')} ${groupBy === 'teamId' ? teams : ''} ${join}
       where ${scopedRows(model, 't')}${withinReach(deals, 't', params)}
         and t.close_date >= ${params.add(from, 'date')} and t.close_date < ${params.add(to, 'date')}
         and coalesce(t.forecast_category, 'pipeline') <> 'omitted'${inPipeline}
       group by 1`,
    )} order by f."group" nulls last`,
    params.values,
  );
}

/**
 * The targets of users or teams for a period. Targets within the period count as they are. Without any, those that reach
 * beyond it count by their share of days.
 */
export async function readTargets(
  context: Context,
  targets: Grant,
  { days, currency, calendar, groupBy }: ForecastQuery,
): Promise<ReadonlyMap<string | null, string>> {
  const params = new Params(context.caller.tenantId);
  const { model } = targets;
  const value = model.fields.get('targetValue');
  const exchange = await readExchange(context, model, value ? [value] : [], currency, calendar, params);
  if (!exchange?.conversion) throw new Error(`${model.name} has no amounts`);
  const { join, factor, digits } = exchange.conversion;
  const [from, to] = [params.add(days.from, 'date'), params.add(days.to, 'date')];
  const group = groupBy === 'teamId' ? 't.team_id' : groupBy === 'ownerId' ? 't.user_id' : 'null::uuid';
  const amount = `t.target_value * ${factor}`;
  const rows = await queryable(context).query<{ group: string | null; target: string }>(
    `select g.* from ${scoped(
      'g',
      `select o."group", trim_scale(round(coalesce(sum(o.amount) filter (where o.inside),
           sum(o.amount * (least(o.ends, ${to}) - greatest(o.start_date, ${from})) / (o.ends - o.start_date))), ${digits}))::text as target
       from (
         select ${group} as "group", ${amount} as amount, t.start_date, t.end_date + 1 as ends,
           t.start_date >= ${from} and t.end_date < ${to} as inside
         from ${tableAs(model, 't')} ${join}
         where ${scopedRows(model, 't')}${withinReach(targets, 't', params)} and t.metric = 'revenue'
           and t.start_date < ${to} and t.end_date >= ${from} and t.end_date >= t.start_date
           ${groupBy === undefined ? 'and t.user_id is not null' : `and ${group} is not null`}
       ) o where o.amount is not null group by 1`,
    )}`,
    params.values,
  );
  return new Map(rows.map(({ group: id, target }) => [id, target]));
}
