import type { Database, Queryable } from '#db/database.ts';
import type { JsonValue } from '../fields/field.ts';
import { type Claimed, LeasedTable } from '../queue/leased-table.ts';
import type { Job } from './job.ts';

const maxRetrySeconds = 3600;
/** A job that is interrupted more often probably kills its node, so each further interruption counts as a failure. */
const maxInterruptions = 10;
/** The maximum of rows that one statement deletes, so that its locks are short. */
const deleteBatch = 5000;

/** A job that this node has claimed, with everything that it needs to run. */
export interface Claim extends Claimed {
  readonly name: string;
  readonly input: JsonValue;
  readonly actorId: string | null;
  readonly progress: number;
  readonly accountKey: string;
  readonly tenantStatus: string;
}

export interface NewJob {
  readonly tenantId: string;
  readonly id: string;
  readonly input: JsonValue;
  readonly actorId: string | null;
  readonly key: string;
  readonly runAt?: Date | undefined;
}

interface DueTime {
  readonly name: string;
  /** The time until the next job of this name is due; null when none is queued. */
  readonly wait_ms: number | null;
  /** The number of released jobs with an expired lease. It is the same in every row. */
  readonly expired: number;
}

/** The table of jobs. The claim of a job is the number of times that it was claimed. */
export const jobsTable = new LeasedTable({
  table: 'jobs',
  key: 'id',
  leaseMs: 15_000,
  claimType: 'int',
  isClaimed: `q.state = 'running'`,
  renewedAt: 'heartbeat_at',
});

const { isAmong, hasExpired, release, renewal } = jobsTable;

const waiting = `state in ('queued', 'retrying')`;

const failuresAfterInterruption = `q.failures + (q.interruptions >= ${maxInterruptions})::int`;

/** Releases the claims of interrupted jobs, which makes them due at once. */
const releaseInterrupted = `update jobs q set ${release},
  interruptions = q.interruptions + 1,
  failures = ${failuresAfterInterruption},
  state = case when ${failuresAfterInterruption} <= q.retry_limit then 'retrying' else 'failed' end,
  finished_at = case when ${failuresAfterInterruption} <= q.retry_limit then null else now() end,
  last_error = 'The server stopped while the job ran.',
  run_at = now()`;

/** The queue of jobs in the database, shared by all nodes. */
export class JobQueue {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Registers job names. Returns the time when each name was first registered. */
  async register(names: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    await this.#db.query(`insert into job_names (name) select unnest($1::text[]) on conflict do nothing`, [names]);
    const rows = await this.#db.query<{ name: string; since: Date }>(
      'select name, since from job_names where name = any($1::text[])',
      [names],
    );
    return new Map(rows.map(({ name, since }) => [name, since]));
  }

  /** Inserts a job, unless a job with this id exists. */
  async add(tx: Queryable, { name, retry }: Job, { tenantId, id, input, actorId, key, runAt }: NewJob): Promise<void> {
    await tx.query(
      `insert into jobs (tenant_id, id, name, input, actor_id, key, run_at, retry_limit, retry_seconds, retry_backoff)
       values ($1::bigint, $2::uuid, $3::text, $4::json, $5::uuid, $6::text, coalesce($7::timestamptz, now()),
         $8::int, $9::int, $10::boolean)
       on conflict (tenant_id, id) do nothing`,
      [
        tenantId,
        id,
        name,
        JSON.stringify(input),
        actorId,
        key,
        runAt?.toISOString() ?? null,
        retry.limit,
        retry.delaySeconds,
        retry.backoff,
      ],
    );
  }

  /**
   * Returns when the next jobs are due. The same statement releases jobs whose claim has expired, unless `keepExpired`.
   */
  poll(names: readonly string[], keepExpired: boolean): Promise<DueTime[]> {
    return this.#run<DueTime>(
      `with expired as (
         ${releaseInterrupted} where ${hasExpired} and q.name = any($1::text[]) and not $2::boolean returning 1
       )
       select n.name, (select count(*)::int from expired) as expired,
         greatest(0, ceil(extract(epoch from (
           select w.run_at from jobs w where w.name = n.name and w.${waiting} order by w.run_at limit 1
         ) - now()) * 1000))::float8 as wait_ms
       from unnest($1::text[]) n(name)`,
      [names, keepExpired],
    );
  }

  /** The number of jobs that are queued or wait for a retry, counted up to `max`. */
  async countWaiting(names: readonly string[], max: number): Promise<number> {
    const [row] = await this.#run<{ count: number }>(
      `select count(*)::int as count from (
         select from jobs j where j.name = any($1::text[]) and j.${waiting} limit $2::int
       ) w`,
      [names, max],
    );
    return row?.count ?? 0;
  }

  async claim(name: string, max: number): Promise<Claim[]> {
    try {
      return await this.#run<Claim>(
        `with due as (
           select j.tenant_id, j.id, j.key, j.run_at from jobs j
           where j.name = $1::text and j.${waiting} and j.run_at <= now()
             and not exists (select from jobs r
               where r.tenant_id = j.tenant_id and r.name = j.name and r.key = j.key and r.state = 'running')
           order by j.run_at, j.id limit $2::int for update skip locked
         ), first as (
           select distinct on (d.key) d.tenant_id, d.id from due d order by d.key, d.run_at, d.id
         )
         update jobs j set state = 'running', claim = j.claim + 1, attempts = j.attempts + 1, started_at = now(), ${renewal}
         from first f join tenants t on t.id = f.tenant_id
         where j.tenant_id = f.tenant_id and j.id = f.id
         returning j.name, j.id, j.tenant_id::text as "tenantId", j.claim, j.input, j.actor_id as "actorId", j.progress,
           t.account_key as "accountKey", t.status as "tenantStatus"`,
        [name, max],
      );
    } catch (error) {
      // Another node has just claimed a job with the same key (unique_violation).
      if ((error as { code?: string }).code === '23505') return [];
      throw error;
    }
  }

  /** Renews the claims of running jobs. Returns the claims that this node has lost. */
  renew(claims: readonly Claim[]): Promise<Claim[]> {
    return this.#db.platform((tx) => jobsTable.renewAmong(tx, claims));
  }

  complete(claim: Claim): Promise<void> {
    return this.#end([claim], `state = 'completed', finished_at = now(), last_error = null`);
  }

  /** Fails a job, which is retried unless it has reached its retry limit. */
  fail(claim: Claim, message: string): Promise<void> {
    return this.#end(
      [claim],
      `failures = q.failures + 1, last_error = $4::text,
         state = case when q.failures < q.retry_limit then 'retrying' else 'failed' end,
         finished_at = case when q.failures < q.retry_limit then null else now() end,
         run_at = case when q.failures < q.retry_limit then now() + make_interval(secs => least(
           ${maxRetrySeconds},
           q.retry_seconds * case when q.retry_backoff then 2 ^ least(16, q.failures) * (1 + random()) else 1 end
         )) else q.run_at end`,
      message,
    );
  }

  /** Fails a job without a retry. */
  giveUp(claim: Claim, message: string): Promise<void> {
    return this.#end([claim], `state = 'failed', finished_at = now(), last_error = $4::text`, message);
  }

  /** Undoes the claim without counting an attempt. The job is due again after the delay. */
  postpone(claim: Claim, delayMs: number): Promise<void> {
    return this.#end(
      [claim],
      `attempts = q.attempts - 1,
         state = case when q.attempts > 1 then 'retrying' else 'queued' end,
         started_at = case when q.attempts > 1 then q.started_at end,
         run_at = now() + make_interval(secs => $4::float8 / 1000)`,
      delayMs,
    );
  }

  /** Releases the claims, so that other nodes can run the jobs. */
  async release(claims: readonly Claim[]): Promise<void> {
    await this.#run(`${releaseInterrupted} where ${isAmong}`, jobsTable.amongParams(claims));
  }

  async #end(claims: readonly Claim[], set: string, ...values: unknown[]): Promise<void> {
    await this.#run(`update jobs q set ${release}, ${set} where ${isAmong}`, [
      ...jobsTable.amongParams(claims),
      ...values,
    ]);
  }

  /** Cancels a job; false when the job has ended. Call this in a transaction of the tenant. */
  async cancel(tx: Queryable, tenantId: string, id: string): Promise<boolean> {
    const rows = await tx.query(
      `update jobs set state = 'cancelled', finished_at = now(), heartbeat_at = null
       where tenant_id = $1::bigint and id = $2::uuid and state in ('queued', 'retrying', 'running') returning 1`,
      [tenantId, id],
    );
    return rows.length > 0;
  }

  /**
   * Enqueues a job again: a failed job gets one more attempt, a cancelled one its remaining attempts. False when the
   * job is neither. Call this in a transaction of the tenant.
   */
  async retry(tx: Queryable, tenantId: string, id: string): Promise<boolean> {
    const rows = await tx.query(
      `update jobs set finished_at = null,
         state = case state when 'failed' then 'retrying' else 'queued' end,
         retry_limit = case state when 'failed' then failures else retry_limit end
       where tenant_id = $1::bigint and id = $2::uuid and state in ('failed', 'cancelled') returning 1`,
      [tenantId, id],
    );
    return rows.length > 0;
  }

  /** Deletes a batch of jobs that ended longer ago than this. True when there may be more. */
  async deleteEnded(agoMs: number): Promise<boolean> {
    const rows = await this.#run(
      `delete from jobs where (tenant_id, id) in (
         select tenant_id, id from jobs
         where finished_at < now() - make_interval(secs => $1::float8 / 1000) limit ${deleteBatch}
       ) returning 1`,
      [agoMs],
    );
    return rows.length === deleteBatch;
  }

  /** Runs a statement on the jobs of all tenants. */
  #run<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#db.platform((tx) => tx.query<Row>(text, values));
  }
}
