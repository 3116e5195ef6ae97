import type { Static, TSchema } from 'typebox';
import { parseCron } from '#lib/cron.ts';
import { parseDurationMs } from '#lib/durations.ts';
import type { Context } from '../context.ts';

export interface JobCount {
  readonly done: number;
  readonly total: number;
}

/** Ends a job without further tries, because they would fail in the same way. The message is the job's `lastError`. */
export class JobStopped extends Error {}

/** What a job has while it runs, beside its context and its input. */
export interface JobControls {
  /**
   * Says how far it got, from 0 to 1, and what that is in numbers where the job counts. Costs nothing: what is said too
   * often is not written.
   */
  progress(fraction: number, counted?: JobCount): void;
  /** Aborted when the job is cancelled, given to another node, or its node stops. What it does from then on is lost. */
  readonly signal: AbortSignal;
}

interface RetryDeclaration {
  /** How often it is tried again after it failed. */
  readonly limit: number;
  /** Before each further try: a duration such as `30s`, or seconds. */
  readonly delay: string | number;
  /** Doubles the delay from one try to the next, up to an hour. */
  readonly backoff?: boolean;
}

interface JobDeclaration<Input extends TSchema> {
  /** `module.name`. */
  readonly name: string;
  readonly summary: string;
  readonly input: Input;
  /** Three further tries with growing delays when nothing is said. */
  readonly retry?: RetryDeclaration;
  /** Of the jobs of a tenant that have the same key, one runs at a time. */
  key?(input: Static<Input>): string;
  /** When the platform has it done by itself, in UTC: `minute hour day month weekday`. It takes no input. Such a job runs as the platform, in the operator's tenant. */
  readonly cron?: string;
  /** May run more than once, wholly or in part: after an error, and when its node died. */
  run(context: Context, input: Static<Input>, controls: JobControls): Promise<void>;
}

interface Retry {
  readonly limit: number;
  readonly delaySeconds: number;
  readonly backoff: boolean;
}

/** Work that is done later, outside the request that asks for it, and survives whatever ends the process. */
export interface Job<Input extends TSchema = TSchema> extends Omit<JobDeclaration<Input>, 'retry' | 'run' | 'key'> {
  readonly retry: Retry;
  key?(input: Static<Input>): string;
  run(context: Context, input: Static<Input>, controls: JobControls): Promise<void>;
}

const usualRetry: RetryDeclaration = { limit: 3, delay: '30s', backoff: true };

export function defineJob<Input extends TSchema>(job: JobDeclaration<Input>): Job<Input> {
  if (!/^[a-z][A-Za-z]*\.[a-z][A-Za-z-]*$/.test(job.name)) throw new Error(`${job.name} is no name for a job`);
  const { limit, delay, backoff = false } = job.retry ?? usualRetry;
  const delayMs = parseDurationMs(String(delay));
  if (delayMs === undefined) throw new Error(`${job.name}: ${delay} is no delay`);
  if (job.cron !== undefined && !parseCron(job.cron)) throw new Error(`${job.name}: ${job.cron} is no time`);
  return { ...job, retry: { limit, delaySeconds: Math.ceil(delayMs / 1000), backoff } };
}
