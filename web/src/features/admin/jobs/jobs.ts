import { request } from '~/api/http.ts';
import type { Page } from '~/api/records.ts';

export const jobStates = ['running', 'queued', 'scheduled', 'retrying', 'completed', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];

export interface Job {
  readonly _id: string;
  readonly name: string;
  readonly state: JobState;
  readonly progress: number;
  readonly done: number | null;
  readonly total: number | null;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly runAt: string;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly createdBy: string | null;
}

const path = '/api/data/jobs';

export const jobsKey = ['admin', 'jobs'] as const;

export const jobs = {
  list: (state: string | undefined, cursor: string | undefined, signal: AbortSignal): Promise<Page<Job>> =>
    request('GET', path, { query: { 'filter[state]': state, limit: 50, cursor }, signal }),
  cancel: (id: string): Promise<Job> => request('POST', `${path}/${id}/cancel`),
  retry: (id: string): Promise<Job> => request('POST', `${path}/${id}/retry`),
};

export const hasEnded = ({ state }: Job): boolean =>
  state === 'completed' || state === 'failed' || state === 'cancelled';

export const canRetry = ({ state }: Job): boolean => state === 'failed' || state === 'cancelled';
