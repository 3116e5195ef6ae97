import { backoffMs } from '~/lib/backoff.ts';
import { untilTabVisible } from '~/lib/until-tab-visible.ts';
import { request } from './http.ts';

/** Background work, such as a large delete. */
export interface Job {
  readonly _id: string;
  readonly name: string;
  readonly state: string;
  /** The completed share, from 0 to 1. */
  readonly progress: number;
  readonly done: number | null;
  readonly total: number | null;
  readonly lastError: string | null;
}

const isEnded = ({ state }: Job): boolean => ['completed', 'failed', 'cancelled'].includes(state);

/**
 * Polls a job until it has ended, and reports each state. Jobs are not records, so the change feed does not report
 * them. The pauses grow, and a hidden tab does not poll.
 */
export async function watchJob(id: string, onState: (job: Job) => void): Promise<Job> {
  for (let reads = 1; ; reads += 1) {
    const job = await request<Job>('GET', `/api/data/jobs/${id}`);
    onState(job);
    if (isEnded(job)) return job;
    await new Promise((resolve) => setTimeout(resolve, backoffMs(reads)));
    await untilTabVisible();
  }
}
