import type { Static, TSchema } from 'typebox';
import { parseCron } from '#lib/cron.ts';
import { parseDurationMs } from '#lib/durations.ts';
import type { Context } from '../context.ts';

export interface JobCount {
  readonly done: number;
  readonly total: number;
}

/**
 * Throw this to fail a job without retries, when a retry would fail too. The message becomes `lastError` of the job.
 */
export class JobStopped extends Error {}

/** The controls that `run` of a job gets besides its context and input. */
export interface JobControls {
  /**
   * Reports the progress from 0 to 1 and, for a job that counts, in numbers. Calls are cheap: only the latest report is
   * written, every 300 ms.
   */
  progress(fraction: number, counted?: JobCount): void;
  /**
   * Aborts when the job is cancelled, claimed by another node, or its node stops. The outcome of the job is ignored
   * from then on.
   */
  readonly signal: AbortSignal;
}

interface RetryDeclaration {
  /** The maximum of retries. */
  readonly limit: number;
  /** The delay before each retry: a duration such as `30s`, or seconds. */
  readonly delay: string | number;
  /** Doubles the delay with each retry, up to an hour. */
  readonly backoff?: boolean;
}

interface JobDeclaration<Input extends TSchema> {
  /** `module.name`. */
  readonly name: string;
  readonly summary: string;
  readonly input: Input;
  /** Defaults to three retries with backoff, the first after 30 s. */
  readonly retry?: RetryDeclaration;
  /** Returns a key. Of the jobs of a tenant with the same name and key, only one runs at a time. */
  key?(input: Static<Input>): string;
  /**
   * The cron expression in UTC: `minute hour day month weekday`. The scheduler enqueues the job without input; it runs
   * as the platform in the operator's tenant.
   */
  readonly cron?: string;
  /**
   * Must be idempotent: it may run more than once, completely or in part, after an error or after its node has died.
   */
  run(context: Context, input: Static<Input>, controls: JobControls): Promise<void>;
}

interface Retry {
  readonly limit: number;
  readonly delaySeconds: number;
  readonly backoff: boolean;
}

/** Work that runs in the background after a request has enqueued it. It survives a crash of the process. */
export interface Job<Input extends TSchema = TSchema> extends Omit<JobDeclaration<Input>, 'retry' | 'run' | 'key'> {
  readonly retry: Retry;
  key?(input: Static<Input>): string;
  run(context: Context, input: Static<Input>, controls: JobControls): Promise<void>;
}

const defaultRetry: RetryDeclaration = { limit: 3, delay: '30s', backoff: true };

export function defineJob<Input extends TSchema>(job: JobDeclaration<Input>): Job<Input> {
  if (!/^[a-z][A-Za-z]*\.[a-z][A-Za-z-]*$/.test(job.name))
    throw new Error(`${job.name} is not a valid job name: use module.name`);
  const { limit, delay, backoff = false } = job.retry ?? defaultRetry;
  const delayMs = parseDurationMs(String(delay));
  if (delayMs === undefined) throw new Error(`${job.name}: ${delay} is not a valid delay`);
  if (job.cron !== undefined && !parseCron(job.cron))
    throw new Error(`${job.name}: ${job.cron} is not a valid cron expression`);
  return { ...job, retry: { limit, delaySeconds: Math.ceil(delayMs / 1000), backoff } };
}
