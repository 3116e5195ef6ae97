import { parseCron } from '#lib/cron.ts';

/** The first time of a schedule after a moment; undefined when there is none. */
export const nextRun = (cron: string, zone: string, after: Date): Date | undefined =>
  parseCron(cron, zone)?.nextRun(after) ?? undefined;
