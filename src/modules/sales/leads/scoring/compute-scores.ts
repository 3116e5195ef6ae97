import { type Context, queryable } from '#core/context.ts';
import type { Reference } from '#core/operations/relink.ts';
import { scopedRows, tableAs } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';
import { matchRules } from '../rules/match-rules.ts';
import { salesModel } from '../sales-model.ts';
import { type Rating, ratingOf, readThresholds } from './rating.ts';
import type { Scored, ScoringRule } from './read-rules.ts';

interface Reason {
  readonly ruleId: string;
  readonly name: string;
  readonly points: number;
}

export interface Score {
  readonly id: string;
  readonly score: number;
  readonly rating: Rating;
  readonly reasons: readonly Reason[];
  /** True when points for events become fewer every day. */
  readonly decays: boolean;
}

/** Computes the scores of existing records, with two statements however many records and rules there are. */
export async function computeScores(
  context: Context,
  scored: Scored,
  rules: readonly ScoringRule[],
  ids: readonly string[],
): Promise<Score[]> {
  const model = salesModel(context, scored);
  const thresholds = await readThresholds(context);
  const matches = await matchRules(context, model, rules, ids);
  const events = await readEventPoints(context, rules, ids);
  return matches.map(({ id, matched }) => {
    const applied = rules.flatMap((rule, n) => (matched[n] ? [{ rule, events: events.get(`${n} ${id}`) }] : []));
    const reasons = applied.flatMap(({ rule, events: counted }): Reason[] => {
      const points = rule.source ? eventPoints(rule, counted) : rule.points;
      return points === 0 ? [] : [{ ruleId: rule.id, name: rule.name, points }];
    });
    const score = round(reasons.reduce((sum, { points }) => sum + points, 0));
    const decays = applied.some(({ rule, events: counted }) => rule.decayDays !== null && counted !== undefined);
    return { id, score, rating: ratingOf(score, thresholds), reasons, decays };
  });
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Points that decay are whole numbers, so that a score changes at most once for each point. */
function eventPoints({ points, decayDays }: ScoringRule, weight: number | undefined): number {
  if (weight === undefined) return 0;
  return decayDays === null ? round(points * weight) : Math.round(points * weight) + 0;
}

/** The number of events for each rule and record, by `rule id`. An event that decays counts as a part of 1. */
async function readEventPoints(
  context: Context,
  rules: readonly ScoringRule[],
  ids: readonly string[],
): Promise<Map<string, number>> {
  const params = new Params(context.caller.tenantId);
  const idsParam = params.add(ids, 'text[]');
  const counts = rules.flatMap((rule, n) =>
    (rule.source?.references ?? []).map((reference) => eventCounts(rule, n, reference, idsParam, params)),
  );
  const points = new Map<string, number>();
  if (counts.length === 0) return points;
  const rows = await queryable(context).query<{ rule: number; id: string; weight: number }>(
    `select r.* from ${scoped('r', counts.join(' union all '))}`,
    params.values,
  );
  for (const { rule, id, weight } of rows) points.set(`${rule} ${id}`, (points.get(`${rule} ${id}`) ?? 0) + weight);
  return points;
}

function eventCounts(
  { source, decayDays }: ScoringRule,
  n: number,
  { field, words }: Reference,
  ids: string,
  params: Params,
): string {
  const { model, time } = source as NonNullable<typeof source>;
  const of = field.sql('e');
  const at = time.sql('e');
  const named = words ? ` and ${model.fields.get('modelKey')?.sql('e')} = any(${params.add(words, 'text[]')})` : '';
  const days = decayDays === null ? undefined : params.add(decayDays, 'float8');
  const age = `(extract(epoch from now() - ${at})::float8 / 86400)`;
  const weight = days === undefined ? 'count(*)' : `sum(greatest(0, least(1, 1 - ${age} / ${days})))`;
  const recent = days === undefined ? '' : ` and ${at} > now() - make_interval(secs => ${days} * 86400)`;
  return `select ${n} as rule, ${of}::text as id, ${weight}::float8 as weight from ${tableAs(model, 'e')}
    where ${scopedRows(model, 'e')} and ${of} = any(${ids}${words ? '' : '::uuid[]'})${named} and ${at} is not null${recent} group by 2`;
}
