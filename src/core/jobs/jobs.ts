import type { Logger } from 'pino';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Database, Transaction } from '#db/database.ts';
import { classify } from '#db/errors.ts';
import { newId } from '#lib/ids.ts';
import type { Caller } from '../access/caller.ts';
import { systemCaller } from '../access/caller.ts';
import { type Context, inTransaction, queryable, type Services } from '../context.ts';
import { fromDatabase } from '../database-errors.ts';
import { AppError, notFound, validationFailed } from '../errors.ts';
import type { JsonValue } from '../fields/field.ts';
import { type Job, type JobCount, JobStopped } from './job.ts';
import { Progress, type ProgressReport } from './progress.ts';
import { type Claim, JobQueue, type NewJob } from './queue.ts';
import { JobRunner, type Outcome } from './runner.ts';
import { JobClock } from './scheduler.ts';
import {
  findEntry,
  type JobEntry,
  type JobFilter,
  type JobPage,
  type JobPosition,
  listEntries,
  wakeNodes,
  writeProgress,
} from './store.ts';

declare module '../context.ts' {
  interface Services {
    readonly jobs: Jobs;
  }
}

/** How long jobs of a tenant that is not active wait before it is looked at again. */
const heldForMs = 60_000;
const outageMs = 5000;
/** How long it is known what became of a job: longer than the clock looks back. */
const keptMs = 7 * 86_400_000;

export interface EnqueueOptions {
  /** Not before this moment. */
  readonly runAt?: Date;
  /** Instead of the key that the job itself finds in its input. */
  readonly key?: string;
}

interface Known {
  readonly job: Job;
  readonly check: ReturnType<typeof Compile>;
}

/** Background jobs: kept in the database, run by whichever node is free. */
export class Jobs {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #queue: JobQueue;
  readonly #known = new Map<string, Known>();
  #runner: JobRunner | undefined;
  #clock: JobClock | undefined;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
    this.#queue = new JobQueue(db);
  }

  async start(services: Services, jobs: readonly Job[]): Promise<void> {
    for (const job of jobs) {
      if (this.#known.has(job.name)) throw new Error(`there are two jobs ${job.name}`);
      this.#known.set(job.name, { job, check: Compile(job.input) });
    }
    const names = [...this.#known.keys()];
    const since = await this.#queue.register(names);
    this.#runner = new JobRunner(this.#db, this.#queue, this.#log, names, async (claim, signal) => {
      const outcome = await this.#perform(services, claim, signal);
      if (!signal.aborted) services.tally.add('jobs', outcome.kind);
      return outcome;
    });
    await this.#runner.start();
    this.#clock = new JobClock(jobs, since, (job, id) => this.#sendByClock(services, job, id), this.#log);
    this.#clock.start();
  }

  /** Jobs can still be enqueued, for other nodes and for later. */
  async stop(): Promise<void> {
    await this.#clock?.stop();
    await this.#runner?.stop();
  }

  /** Has a job done for the caller, once the caller's transaction has committed. Returns its id. */
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
      this.#send(tx, job, {
        tenantId,
        id,
        input: input as JsonValue,
        actorId: userId,
        key: key === undefined ? id : `${tenantId}:${key}`,
        runAt,
      }),
    );
    return id;
  }

  async #send(tx: Transaction, job: Job, order: NewJob): Promise<void> {
    await this.#queue.add(tx, job, order);
    await wakeNodes(tx);
  }

  /** Has a job that the clock sends done now. */
  enqueueForPlatform(services: Services, job: Job): Promise<void> {
    return this.#sendByClock(services, job, newId());
  }

  /** Jobs that have a time of their own are the platform's, and run one at a time. */
  async #sendByClock({ directory, defaultAccountKey }: Services, job: Job, id: string): Promise<void> {
    const operator = await directory.tenantByKey(defaultAccountKey);
    if (!operator) throw new Error(`there is no tenant ${defaultAccountKey}`);
    const order = { tenantId: operator.id, id, input: {}, actorId: null, key: `${operator.id}:clock` };
    await this.#db.transaction(operator.id, (tx) => this.#send(tx, job, order));
  }

  #problems(name: string, input: unknown): { field: string; message: string }[] {
    const known = this.#known.get(name);
    if (!known) throw new Error(`the job ${name} belongs to no module`);
    return known.check.Errors(input).map(({ instancePath, message }) => ({
      field: instancePath.slice(1).replaceAll('/', '.') || 'input',
      message,
    }));
  }

  list(
    context: Context,
    filter: JobFilter,
    place: { after: JobPosition | undefined; skip: number; limit: number },
  ): Promise<JobPage> {
    return listEntries(queryable(context), context.caller.tenantId, filter, place);
  }

  async get(context: Context, id: string): Promise<JobEntry> {
    const entry = await findEntry(queryable(context), context.caller.tenantId, id);
    if (!entry) throw notFound(`Job ${id}`);
    return entry;
  }

  /** Ends a job that has not ended. One that runs has its signal aborted, wherever it runs. */
  cancel(context: Context, id: string): Promise<JobEntry> {
    return inTransaction(context, async (within) => {
      const cancelled = await this.#queue.cancel(within.tx, within.caller.tenantId, id);
      const after = await this.get(within, id);
      if (!cancelled) throw new AppError('conflict', `The job has ended (${after.state}), so it cannot be cancelled.`);
      await wakeNodes(within.tx, id);
      return after;
    });
  }

  /** Has a job that failed or was cancelled done after all. */
  retry(context: Context, id: string): Promise<JobEntry> {
    return inTransaction(context, async (within) => {
      const again = await this.#queue.retry(within.tx, within.caller.tenantId, id);
      const after = await this.get(within, id);
      if (!again) {
        const message = `The job is ${after.state}; only one that failed or was cancelled can be tried once more.`;
        throw new AppError('conflict', message);
      }
      await wakeNodes(within.tx);
      return after;
    });
  }

  /** Jobs that are due or planned, of all tenants. */
  waiting(most: number): Promise<number> {
    return this.#queue.waiting([...this.#known.keys()], most);
  }

  /** Deletes what is known of jobs that ended long ago. */
  async clean(): Promise<void> {
    while (await this.#queue.deleteEnded(keptMs)) {}
  }

  /** Runs a job that was claimed here. Never fails: what goes wrong is the outcome. */
  async #perform(services: Services, claim: Claim, signal: AbortSignal): Promise<Outcome> {
    const { job } = this.#known.get(claim.name) as Known;
    try {
      const { tenantId, tenantStatus, input } = claim;
      if (tenantStatus !== 'active' && job.cron === undefined) return { kind: 'postponed', delayMs: heldForMs };
      const caller = await callerOf(services, claim);
      if (!caller) {
        const message = 'The user who had it done is no longer active; have another one enqueue it.';
        return { kind: 'given up', message };
      }
      const [problem] = this.#problems(job.name, input);
      if (problem) {
        const message = `The job no longer understands what it was given: ${problem.field} ${problem.message}.`;
        return { kind: 'given up', message };
      }
      const registry = await services.directory.registry(tenantId);
      const context: Context = { services, caller, registry, requestId: `job ${claim.id}` };
      return await this.#runIn(context, job, claim, signal);
    } catch (error) {
      // It was not begun, so an outage costs it no try.
      const passing = ['busy', 'slow', 'unreachable'].includes(classify(error)?.kind ?? '');
      return passing ? { kind: 'postponed', delayMs: outageMs } : { kind: 'failed', ...described(error) };
    }
  }

  async #runIn(context: Context, job: Job, claim: Claim, signal: AbortSignal): Promise<Outcome> {
    const { tenantId, id, input } = claim;
    const write = (report: ProgressReport) =>
      writeProgress(this.#db, tenantId, id, report).catch((error: Error) =>
        this.#log.debug(`the progress of a job was not written: ${error.message}`),
      );
    if (claim.progress > 0) await write({ fraction: 0 });
    const progress = new Progress(write);
    try {
      const say = (fraction: number, counted?: JobCount) => {
        if (!signal.aborted) progress.say(fraction, counted);
      };
      await job.run(context, input, { progress: say, signal });
      return { kind: 'done' };
    } catch (error) {
      if (error instanceof JobStopped) return { kind: 'given up', message: error.message };
      return { kind: 'failed', ...described(fromDatabase(error, context.registry)) };
    } finally {
      await progress.end();
    }
  }
}

/** Of an error that nobody expected, the log says more. */
const described = (error: unknown): { message: string; defect?: Error } =>
  error instanceof Error
    ? { message: error.message, ...(!(error instanceof AppError) && { defect: error }) }
    : { message: String(error) };

/** Undefined when the user is gone. */
async function callerOf(services: Services, { tenantId, actorId, accountKey }: Claim): Promise<Caller | undefined> {
  if (actorId !== null) return services.directory.actor(tenantId, actorId);
  return systemCaller(tenantId, accountKey);
}
