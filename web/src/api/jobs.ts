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

const pollEveryMs = 1000;

const isEnded = ({ state }: Job): boolean => ['completed', 'failed', 'cancelled'].includes(state);

/** Reads a job until it has ended, and reports each state. */
export async function watchJob(id: string, onState: (job: Job) => void): Promise<Job> {
  for (;;) {
    const job = await request<Job>('GET', `/api/data/jobs/${id}`);
    onState(job);
    if (isEnded(job)) return job;
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
  }
}
