import type { Logger } from 'pino';
import type { Static, TSchema } from 'typebox';
import type { Database, Transaction } from '#db/database.ts';
import { newId } from '#lib/ids.ts';
import { type SchemaCheck, schemaCheck } from '#lib/schema-check.ts';
import type { Caller } from '../access/caller.ts';
import { systemCaller } from '../access/caller.ts';
import { type Context, inTransaction, queryable, type Services } from '../context.ts';
import { fromDatabase } from '../database-errors.ts';
import { AppError, notFound, validationFailed } from '../errors.ts';
import type { JsonValue } from '../fields/field.ts';
import { Workers } from '../queue/workers.ts';
import { isTransient } from '../queue/write-result.ts';
import { type Job, type JobCount, JobStopped } from './job.ts';
import { Progress, type ProgressReport } from './progress.ts';
import { type Claim, JobQueue, jobsTable, type NewJob } from './queue.ts';
import { JobScheduler } from './scheduler.ts';
import {
  findEntry,
  hasUnfinished,
  type JobEntry,
  type JobFilter,
  type JobPage,
  type JobPosition,
  jobChannel,
  keyInTenant,
  listEntries,
  wakeNodes,
  writeProgress,
} from './store.ts';

declare module '../context.ts' {
  interface Services {
    readonly jobs: Jobs;
  }
}

/** The maximum of concurrent jobs of a node: half of its connections, so that requests get the other half. */
const maxRunning = 5;
const maxErrorLength = 2000;
/** The delay for jobs of a tenant that is not active. */
const inactiveTenantDelayMs = 60_000;
const outageDelayMs = 5000;
/**
 * The time for which ended jobs are kept. It must be longer than `catchUpMs` of the scheduler, or a job would run
 * twice.
 */
const retentionMs = 7 * 86_400_000;

export interface EnqueueOptions {
  /** The job does not run before this time. */
  readonly runAt?: Date;
  /** Overrides `key` of the job. */
  readonly key?: string;
}

/** The result of running a job. It decides the next state of the job. */
type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string; readonly defect?: Error }
  | { readonly kind: 'given up'; readonly message: string }
  | { readonly kind: 'postponed'; readonly delayMs: number };

interface RegisteredJob {
  readonly job: Job;
  readonly errorsIn: SchemaCheck;
}

/** Background jobs. They are stored in the database, and any node with free capacity runs them. */
export class Jobs {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #queue: JobQueue;
  readonly #registered = new Map<string, RegisteredJob>();
  #workers: Workers<Claim, Outcome> | undefined;
  #scheduler: JobScheduler | undefined;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
    this.#queue = new JobQueue(db);
  }

  async start(services: Services, jobs: readonly Job[]): Promise<void> {
    for (const job of jobs) {
      if (this.#registered.has(job.name)) throw new Error(`two jobs have the name ${job.name}`);
      this.#registered.set(job.name, { job, errorsIn: schemaCheck(job.input) });
    }
    const names = [...this.#registered.keys()];
    const since = await this.#queue.register(names);
    this.#workers = this.#workersOf(services, names);
    await this.#workers.start();
    this.#scheduler = new JobScheduler(jobs, since, (job, id) => this.#addForPlatform(services, job, id), this.#log);
    this.#scheduler.start();
  }

  #workersOf(services: Services, names: readonly string[]): Workers<Claim, Outcome> {
    const queue = this.#queue;
    return new Workers<Claim, Outcome>(services, {
      what: 'jobs',
      channel: jobChannel,
      maxRunning,
      leaseMs: jobsTable.leaseMs,
      renewEveryMs: jobsTable.renewEveryMs,
      async poll(keepExpired) {
        const rows = await queue.poll(names, keepExpired);
        return {
          due: rows.filter(({ wait_ms }) => wait_ms === 0).map(({ name }) => name),
          nextInMs: Math.min(...rows.flatMap(({ wait_ms }) => wait_ms || [])),
          expired: rows[0]?.expired ?? 0,
        };
      },
      claim: (name, max) => queue.claim(name, max),
      renew: (claims) => queue.renew(claims),
      release: (claims) => queue.release(claims),
      run: async (claim, signal) => {
        const outcome = await this.#perform(services, claim, signal);
        if (!signal.aborted) this.#recordOutcome(services, claim, outcome);
        return outcome;
      },
      finish: (claim, outcome) => this.#finish(claim, outcome),
    });
  }

  #recordOutcome({ tally }: Services, { name, id }: Claim, outcome: Outcome): void {
    tally.add('jobs', outcome.kind);
    if (outcome.kind !== 'failed' && outcome.kind !== 'given up') return;
    const err = outcome.kind === 'failed' ? outcome.defect : undefined;
    this.#log.warn({ job: name, id, ...(err && { err }) }, `a job failed: ${outcome.message}`);
  }

  #finish(claim: Claim, outcome: Outcome): Promise<void> {
    switch (outcome.kind) {
      case 'done':
        return this.#queue.complete(claim);
      case 'failed':
        return this.#queue.fail(claim, storable(outcome.message));
      case 'given up':
        return this.#queue.giveUp(claim, storable(outcome.message));
      case 'postponed':
        return this.#queue.postpone(claim, outcome.delayMs);
    }
  }

  /** Stops running jobs. Jobs can still be enqueued, for other nodes or a later start. */
  async stop(): Promise<void> {
    await this.#scheduler?.stop();
    await this.#workers?.stop();
  }

  /** Enqueues a job of the caller. It becomes visible when the caller's transaction commits. Returns its id. */
  async enqueue<Input extends TSchema>(
    context: Context,
    job: Job<Input>,
    input: Static<Input>,
    { runAt, key = job.key?.(input) }: EnqueueOptions = {},
  ): Promise<string> {
    const problems = this.#problems(job.name, input);
    if (problems.length > 0)
      throw validationFailed(
        problems.map(({ field, message }) => ({ field, code: 'invalid', message: `${field} ${message}.` })),
      );
    const id = newId();
    const { tenantId, userId } = context.caller;
    await inTransaction(context, ({ tx }) =>
      this.#add(tx, job, {
        tenantId,
        id,
        input: input as JsonValue,
        actorId: userId,
        key: key === undefined ? id : keyInTenant(tenantId, key),
        runAt,
      }),
    );
    return id;
  }

  async #add(tx: Transaction, job: Job, newJob: NewJob): Promise<void> {
    await this.#queue.add(tx, job, newJob);
    await wakeNodes(tx);
  }

  /** Enqueues a scheduled job now. */
  enqueueForPlatform(services: Services, job: Job): Promise<void> {
    return this.#addForPlatform(services, job, newId());
  }

  /** Scheduled jobs run as the platform. They have a fixed key, so that only one of each job runs at a time. */
  async #addForPlatform({ directory, defaultAccountKey }: Services, job: Job, id: string): Promise<void> {
    const operator = await directory.tenantByKey(defaultAccountKey);
    if (!operator) throw new Error(`there is no tenant ${defaultAccountKey}`);
    const newJob = { tenantId: operator.id, id, input: {}, actorId: null, key: keyInTenant(operator.id, 'clock') };
    await this.#db.transaction(operator.id, (tx) => this.#add(tx, job, newJob));
  }

  #problems(name: string, input: unknown): { field: string; message: string }[] {
    const registered = this.#registered.get(name);
    if (!registered) throw new Error(`the job ${name} is not listed in a module`);
    return registered.errorsIn(input).map(({ instancePath, message }) => ({
      field: instancePath.slice(1).replaceAll('/', '.') || 'input',
      message,
    }));
  }

  list(
    context: Context,
    filter: JobFilter,
    page: { after: JobPosition | undefined; skip: number; limit: number },
  ): Promise<JobPage> {
    return listEntries(queryable(context), context.caller.tenantId, filter, page);
  }

  /** True when a job with the key of this input waits or runs. */
  isUnfinished<Input extends TSchema>(context: Context, job: Job<Input>, key: string): Promise<boolean> {
    return hasUnfinished(queryable(context), context.caller.tenantId, job.name, key);
  }

  async get(context: Context, id: string): Promise<JobEntry> {
    const entry = await findEntry(queryable(context), context.caller.tenantId, id);
    if (!entry) throw notFound(`Job ${id}`);
    return entry;
  }

  /** Cancels a job that has not ended. The node that runs it aborts its signal. */
  cancel(context: Context, id: string): Promise<JobEntry> {
    return inTransaction(context, async (within) => {
      const cancelled = await this.#queue.cancel(within.tx, within.caller.tenantId, id);
      const after = await this.get(within, id);
      if (!cancelled) throw new AppError('conflict', `The job has ended (${after.state}), so it cannot be cancelled.`);
      await wakeNodes(within.tx, id);
      return after;
    });
  }

  /** Enqueues a failed or cancelled job again. */
  retry(context: Context, id: string): Promise<JobEntry> {
    return inTransaction(context, async (within) => {
      const retried = await this.#queue.retry(within.tx, within.caller.tenantId, id);
      const after = await this.get(within, id);
      if (!retried) {
        const message = `The job is ${after.state}; only a failed or cancelled job can be retried.`;
        throw new AppError('conflict', message);
      }
      await wakeNodes(within.tx);
      return after;
    });
  }

  /** The number of due and scheduled jobs of all tenants, counted up to `max`. */
  countWaiting(max: number): Promise<number> {
    return this.#queue.countWaiting([...this.#registered.keys()], max);
  }

  /** Deletes jobs that ended before the retention time. */
  async clean(): Promise<void> {
    while (await this.#queue.deleteEnded(retentionMs)) {}
  }

  /** Runs a claimed job. It never throws: an error becomes the outcome. */
  async #perform(services: Services, claim: Claim, signal: AbortSignal): Promise<Outcome> {
    const { job } = this.#registered.get(claim.name) as RegisteredJob;
    try {
      const { tenantId, tenantStatus, input } = claim;
      if (tenantStatus !== 'active' && job.cron === undefined)
        return { kind: 'postponed', delayMs: inactiveTenantDelayMs };
      const caller = await callerOf(services, claim);
      if (!caller) {
        const message = 'The user who enqueued the job is no longer active; another user has to enqueue it again.';
        return { kind: 'given up', message };
      }
      const [problem] = this.#problems(job.name, input);
      if (problem) {
        const message = `The job does not accept its input any more: ${problem.field} ${problem.message}.`;
        return { kind: 'given up', message };
      }
      const registry = await services.directory.registry(tenantId);
      const context: Context = { services, caller, registry, requestId: `job ${claim.id}` };
      return await this.#runIn(context, job, claim, signal);
    } catch (error) {
      // The job has not started, so an outage does not count as an attempt.
      return isTransient(error)
        ? { kind: 'postponed', delayMs: outageDelayMs }
        : { kind: 'failed', ...failureOf(error) };
    }
  }

  async #runIn(context: Context, job: Job, claim: Claim, signal: AbortSignal): Promise<Outcome> {
    const { tenantId, id, input } = claim;
    const write = (latest: ProgressReport) =>
      writeProgress(this.#db, tenantId, id, latest).catch((error: Error) =>
        this.#log.debug(`the progress of a job was not written: ${error.message}`),
      );
    if (claim.progress > 0) await write({ fraction: 0 });
    const progress = new Progress(write);
    try {
      const report = (fraction: number, counted?: JobCount) => {
        if (!signal.aborted) progress.report(fraction, counted);
      };
      await job.run(context, input, { progress: report, signal });
      return { kind: 'done' };
    } catch (error) {
      if (error instanceof JobStopped) return { kind: 'given up', message: error.message };
      return { kind: 'failed', ...failureOf(fromDatabase(error, context.registry)) };
    } finally {
      await progress.end();
    }
  }
}

/** Removes what PostgreSQL cannot store as JSON, and truncates the text. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '').slice(0, maxErrorLength);

/** The outcome of an error. `defect` is set for errors other than AppErrors, so that the log shows their stack. */
const failureOf = (error: unknown): { message: string; defect?: Error } =>
  error instanceof Error
    ? { message: error.message, ...(!(error instanceof AppError) && { defect: error }) }
    : { message: String(error) };

/** Undefined when the user is deleted or deactivated. */
async function callerOf(services: Services, { tenantId, actorId, accountKey }: Claim): Promise<Caller | undefined> {
  if (actorId !== null) return services.directory.actor(tenantId, actorId);
  return systemCaller(tenantId, accountKey);
}
