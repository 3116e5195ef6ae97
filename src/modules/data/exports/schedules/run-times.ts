import { invalid } from '#core/errors.ts';
import { type Cron, parseCron } from '#lib/cron.ts';

const minGapMs = 3_600_000;
/** The number of coming runs whose gaps are checked. A day of an hourly schedule has 24. */
const checkedRuns = 49;

/** Checks the times of a schedule. */
export function readTimes(cron: string, zone: string): Cron {
  const times = parseCron(cron, zone);
  if (!times)
    throw invalid(
      'cron',
      'invalid_format',
      'must be minute, hour, day, month and weekday, such as 0 7 * * 1 for Mondays at 7',
    );
  const runs = times.nextRuns(checkedRuns);
  if (runs.length === 0) throw invalid('cron', 'invalid_format', 'must name a time that will come');
  const isTooOften = runs.some((run, n) => n > 0 && run.getTime() - (runs[n - 1] as Date).getTime() < minGapMs);
  if (isTooOften) throw invalid('cron', 'out_of_range', 'must run at most once an hour');
  return times;
}

/** The next time after now; null when there is none. */
export const nextRun = (cron: string, zone: string): string | null =>
  parseCron(cron, zone)?.nextRun()?.toISOString() ?? null;
