import { growingPause } from '~/lib/growing-pause.ts';
import { untilShown } from '~/lib/shown-tab.ts';
import { request } from './http.ts';

/** Background work, such as a large delete. */
export interface Job {
  readonly _id: string;
  readonly name: string;
  readonly state: string;
  /** From 0 to 1. */
  readonly progress: number;
  readonly done: number | null;
  readonly total: number | null;
  readonly lastError: string | null;
}

const isEnded = ({ state }: Job): boolean => ['completed', 'failed', 'cancelled'].includes(state);

/**
 * Reads a job until it has ended, and reports each state. Jobs are no records, so the change feed does not tell of them: they
 * are read again after pauses that grow, and not while the tab is hidden.
 */
export async function watchJob(id: string, onState: (job: Job) => void): Promise<Job> {
  for (let reads = 1; ; reads += 1) {
    const job = await request<Job>('GET', `/api/data/jobs/${id}`);
    onState(job);
    if (isEnded(job)) return job;
    await new Promise((resolve) => setTimeout(resolve, growingPause(reads)));
    await untilShown();
  }
}
