import {
  attemptPairs,
  COMMON_JOB_TABLE,
  cancelJobs,
  completeJobs,
  failJobsById,
  fetchNextJob,
  insertJobs,
  QUEUE_POLICIES,
  resumeJobs,
  retryJobs,
} from 'pg-boss/dist/plans.js';
import type { Database, Queryable } from '#db/database.ts';
import { jobSchema } from '#db/job-engine.ts';
import type { Job } from './job.ts';

/** All jobs are in one table of the engine. */
const table = COMMON_JOB_TABLE;
/** One at a time per key. A job without one has its id as the key, and so waits for nobody. */
const policy = QUEUE_POLICIES.singleton;

const longestRetryDelaySeconds = 3600;
/** A job that was interrupted more often than this is rather the cause; from then on it costs it a try each time. */
const mostInterruptions = 10;
/** Deleted at a time, so that nobody waits for it. */
const batch = 5000;

/** A job that this node has claimed, at one of its tries. */
export interface Claim {
  readonly name: string;
  readonly id: string;
  /** Counts the claims, and so tells this one from one that replaced it. */
  readonly retryCount: number;
  readonly data: { readonly tenant: string };
}

interface Look {
  readonly name: string;
  /** Until the next job of this name is due; null when none waits. */
  readonly wait_ms: number | null;
  readonly lost: number;
}

interface NewJob {
  readonly id: string;
  readonly tenantId: string;
  readonly key: string;
  readonly runAt?: Date | undefined;
}

/** The tries that an interruption leaves a job: one more than it had, so that it costs none, unless it happens too often. */
const triesAfter = `j.retry_limit + (coalesce((j.data ->> 'interrupted')::int, 0) < ${mostInterruptions})::int`;

/** Puts jobs that were interrupted back at once. */
const putBack = `update ${jobSchema}.${table} j set
  retry_limit = ${triesAfter},
  state = (case when j.retry_count < ${triesAfter} then 'retry' else 'failed' end)::${jobSchema}.job_state,
  completed_on = case when j.retry_count < ${triesAfter} then null else now() end,
  data = j.data || jsonb_build_object('interrupted', coalesce((j.data ->> 'interrupted')::int, 0) + 1),
  output = jsonb_build_object('message', 'The server stopped while the job ran.'),
  start_after = now(), heartbeat_on = null`;

/** Claimed jobs by name, id and claim; `$1` to `$3` are lists. */
const claimed = `j.state = 'active' and (j.name, j.id, j.retry_count) in
  (select * from unnest($1::text[], $2::uuid[], $3::int[]))`;

const lists = (claims: readonly Claim[]): unknown[] => [
  claims.map(({ name }) => name),
  claims.map(({ id }) => id),
  claims.map(({ retryCount }) => retryCount),
];

/** The first of the jobs in a state, found in an index however many wait. */
const first = (state: string): string =>
  `(select w.start_after from ${jobSchema}.${table} w where w.name = n.name and w.state = '${state}' and not w.blocked
    order by w.start_after limit 1)`;

/**
 * pg-boss without its process: its tables and its statements, sent over our connections. Its workers and timers are not
 * used. They would take 15 MB, ask the database all the time, give a job that they cannot finish back as a failed try,
 * and know nothing of jobs that must wait. What the statements lack is written here.
 */
export class JobEngine {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Makes the queues that are missing. Returns since when there is each. */
  async start(names: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    await this.#db.query(`select ${jobSchema}.create_queue(name, $2::jsonb) from unnest($1::text[]) name`, [
      names,
      JSON.stringify({ policy }),
    ]);
    const queues = await this.#db.query<{ name: string; created_on: Date }>(
      `select name, created_on from ${jobSchema}.queue where name = any($1::text[])`,
      [names],
    );
    return new Map(queues.map(({ name, created_on }) => [name, created_on]));
  }

  /** Does nothing when there is a job with this id. */
  async send(tx: Queryable, { name, retry }: Job, { id, tenantId, key, runAt }: NewJob): Promise<void> {
    const job = {
      id,
      data: { tenant: tenantId },
      singletonKey: key,
      startAfter: runAt?.toISOString(),
      retryLimit: retry.limit,
      retryDelay: retry.delaySeconds,
      retryBackoff: retry.backoff,
      retryDelayMax: longestRetryDelaySeconds,
    };
    await tx.query(insertJobs(jobSchema, { table, name }), [JSON.stringify([job])]);
  }

  /**
   * When the next jobs are due, in one statement. On the way, jobs whose node has not been heard of for `lostAfterMs` are
   * put back; null leaves them alone.
   */
  look(names: readonly string[], lostAfterMs: number | null): Promise<Look[]> {
    return this.#db.query<Look>(
      `with lost as (
         ${putBack} where j.state = 'active' and j.name = any($1::text[])
           and j.heartbeat_on < now() - make_interval(secs => $2::float8 / 1000) returning 1
       )
       select n.name, (select count(*)::int from lost) as lost,
         greatest(0, ceil(extract(epoch from least(${first('created')}, ${first('retry')}) - now()) * 1000))::float8 as wait_ms
       from unnest($1::text[]) n(name)`,
      [names, lostAfterMs],
    );
  }

  /** How many wait to be begun, up to `most`. */
  async waiting(names: readonly string[], most: number): Promise<number> {
    const [row] = await this.#db.query<{ count: number }>(
      `select count(*)::int as count from (
         select from ${jobSchema}.${table} j where j.name = any($1::text[]) and j.state < 'active' limit $2::int
       ) waiting`,
      [names, most],
    );
    return row?.count ?? 0;
  }

  async claim(name: string, most: number): Promise<Claim[]> {
    const { text, values } = fetchNextJob({ schema: jobSchema, table, name, policy, limit: most });
    try {
      return await this.#db.query<Claim>(text, values);
    } catch (error) {
      // Another node began one with the same key at this moment.
      if ((error as { code?: string }).code === '23505') return [];
      throw error;
    }
  }

  /** Says that these still run. Returns those that are no longer ours. */
  async keep(claims: readonly Claim[]): Promise<Claim[]> {
    const rows = await this.#db.query<{ id: string }>(
      `update ${jobSchema}.${table} j set heartbeat_on = now() where ${claimed} returning j.id`,
      lists(claims),
    );
    const kept = new Set(rows.map(({ id }) => id));
    return claims.filter(({ id }) => !kept.has(id));
  }

  async complete({ name, id, retryCount }: Claim): Promise<void> {
    const text = completeJobs(jobSchema, table, false, true);
    await this.#db.query(text, [name, [id], null, attemptPairs([id], [retryCount])]);
  }

  /** To be tried again, unless it was tried often enough. */
  async fail({ name, id, retryCount }: Claim, message: string): Promise<void> {
    const text = failJobsById(jobSchema, table, true);
    await this.#db.query(text, [name, [id], JSON.stringify({ message }), attemptPairs([id], [retryCount])]);
  }

  /** Not to be tried again. */
  async giveUp(claim: Claim, message: string): Promise<void> {
    await this.#db.query(
      `update ${jobSchema}.${table} j set state = 'failed', completed_on = now(),
         output = jsonb_build_object('message', $4::text) where ${claimed}`,
      [...lists([claim]), message],
    );
  }

  /** As if it had never been claimed, and not before some time has passed. */
  async postpone(claim: Claim, delayMs: number): Promise<void> {
    await this.#db.query(
      `update ${jobSchema}.${table} j set
         state = (case when j.retry_count > 0 then 'retry' else 'created' end)::${jobSchema}.job_state,
         started_on = case when j.retry_count > 0 then j.started_on end,
         retry_count = greatest(j.retry_count - 1, 0),
         start_after = now() + make_interval(secs => $4::float8 / 1000), heartbeat_on = null
       where ${claimed}`,
      [...lists([claim]), delayMs],
    );
  }

  /** For another node to take up. */
  async giveBack(claims: readonly Claim[]): Promise<void> {
    await this.#db.query(`${putBack} where ${claimed}`, lists(claims));
  }

  /** False when it has ended. */
  async cancel(tx: Queryable, name: string, id: string): Promise<boolean> {
    const [row] = await tx.query<Counted>(cancelJobs(jobSchema, table), [name, [id]]);
    return row?.count === '1';
  }

  /** A failed job is tried once more, a cancelled one goes on. False when it is neither. */
  async retry(tx: Queryable, name: string, id: string): Promise<boolean> {
    const [failed] = await tx.query<Counted>(retryJobs(jobSchema, table), [name, [id]]);
    const [cancelled] = await tx.query<Counted>(resumeJobs(jobSchema, table), [name, [id]]);
    return failed?.count === '1' || cancelled?.count === '1';
  }

  /** Deletes jobs that ended some time ago. Returns whether there are more. */
  async deleteEnded(agoMs: number): Promise<boolean> {
    const rows = await this.#db.query(
      `delete from ${jobSchema}.${table} where (name, id) in (
         select name, id from ${jobSchema}.${table}
         where completed_on < now() - make_interval(secs => $1::float8 / 1000) limit ${batch}
       ) returning 1`,
      [agoMs],
    );
    return rows.length === batch;
  }
}

interface Counted {
  readonly count: string;
}
