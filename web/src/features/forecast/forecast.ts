import type { Answer } from '~/api/action-types.ts';
import type { Filter } from '~/api/records.ts';

export type ForecastAnswer = Answer<'/api/sales/forecast', 'get'>;

/** The sums of one owner or team, or of all deals. */
export type ForecastRow = ForecastAnswer['data'][number];

export const periods = [
  'thisMonth',
  'nextMonth',
  'lastMonth',
  'thisQuarter',
  'nextQuarter',
  'lastQuarter',
  'thisYear',
  'nextYear',
  'lastYear',
] as const;

type ForecastPeriod = (typeof periods)[number];

export const isPeriod = (value: unknown): value is ForecastPeriod => periods.some((period) => period === value);

export type GroupBy = 'ownerId' | 'teamId';

export interface ForecastInput {
  readonly period: ForecastPeriod;
  readonly groupBy?: GroupBy | undefined;
  readonly currency?: string | undefined;
  readonly pipelineId?: string | undefined;
}

/** The models from which a forecast is computed. */
export const dealsModel = 'sales.opportunities';
export const targetsModel = 'sales.salesTargets';
export const ratesModel = 'sales.exchangeRates';

/** The parts of a forecast in which a deal counts, from the most to the least certain. */
export const categories = ['closed', 'commit', 'bestCase', 'pipeline'] as const;

export type Category = (typeof categories)[number];

/** A figure of a row that has a list of deals behind it. */
export type Figure = Category | 'weighted' | 'deals';

/** The period and the pipeline, which all figures of a forecast have in common. */
export interface Scope {
  readonly from: string;
  /** The last day. */
  readonly to: string;
  readonly pipelineId?: string | undefined;
}

/** The filter of the list with the deals behind a figure. */
export function dealsFilter(figure: Figure, { from, to, pipelineId }: Scope, owners: Filter): Filter {
  return {
    closeDate: { between: [from, to] },
    forecastCategory: categoryOf(figure),
    ...(pipelineId && { pipelineId }),
    ...owners,
  };
}

function categoryOf(figure: Figure): unknown {
  if (figure === 'deals') return { ne: 'omitted' };
  return figure === 'weighted' ? { in: [...categories] } : figure;
}

/** The sum of the targets of rows; null when none has a target. */
export function sumOfTargets(rows: readonly ForecastRow[]): number | null {
  const targets = rows.flatMap(({ target }) => (target === null ? [] : [target]));
  return targets.length === 0 ? null : targets.reduce((sum, target) => sum + target, 0);
}

/**
 * The row of totals of a forecast by team. A deal counts in every team of its owner, so the amounts are those of all
 * deals, each once. Only the targets are those of the teams.
 */
export function totalOfTeams(all: ForecastRow, teams: readonly ForecastRow[]): ForecastRow {
  const target = sumOfTargets(teams);
  return { ...all, target, attainment: target ? all.closed / target : null };
}

/** Rows in the order of what they will probably bring. Deals without an owner or a team come last. */
export function inOrder(rows: readonly ForecastRow[], groupBy: GroupBy): ForecastRow[] {
  const rank = (row: ForecastRow) => (row[groupBy] === null ? 1 : 0);
  return rows.toSorted((one, other) => rank(one) - rank(other) || other.weighted - one.weighted);
}
