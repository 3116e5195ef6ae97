import type { Database, Queryable } from '#db/database.ts';
import type { JsonValue } from '../fields/field.ts';
import type { Job } from './job.ts';

const longestRetrySeconds = 3600;
/** A job that was interrupted more often than this is rather the cause; from then on each interruption costs it a try. */
const maxInterruptions = 10;
/** Deleted at a time, so that nobody waits for it. */
const deleteBatch = 5000;

/** A job that this node has claimed, with what it needs to run. */
export interface Claim {
  readonly name: string;
  readonly id: string;
  readonly tenantId: string;
  /** Tells this claim from one that replaced it. */
  readonly claim: number;
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

interface Look {
  readonly name: string;
  /** Until the next job of this name is due; null when none waits. */
  readonly wait_ms: number | null;
  readonly lost: number;
}

const waiting = `state in ('queued', 'retrying')`;

const failuresAfterInterruption = `j.failures + (j.interruptions >= ${maxInterruptions})::int`;

/** Puts interrupted jobs back, to be tried at once. */
const putBack = `update jobs j set
  interruptions = j.interruptions + 1,
  failures = ${failuresAfterInterruption},
  state = case when ${failuresAfterInterruption} <= j.retry_limit then 'retrying' else 'failed' end,
  finished_at = case when ${failuresAfterInterruption} <= j.retry_limit then null else now() end,
  last_error = 'The server stopped while the job ran.',
  run_at = now(), heartbeat_at = null`;

/** Jobs that this node still holds; `$1` to `$3` are lists. */
const held = `j.state = 'running' and (j.tenant_id, j.id, j.claim) in
  (select * from unnest($1::bigint[], $2::uuid[], $3::int[]))`;

const lists = (claims: readonly Claim[]): unknown[] => [
  claims.map(({ tenantId }) => tenantId),
  claims.map(({ id }) => id),
  claims.map(({ claim }) => claim),
];

/** The table of jobs as a queue that all nodes work on. */
export class JobQueue {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns since when there is a job of each name. */
  async register(names: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    await this.#db.query(`insert into job_names (name) select unnest($1::text[]) on conflict do nothing`, [names]);
    const known = await this.#db.query<{ name: string; since: Date }>(
      'select name, since from job_names where name = any($1::text[])',
      [names],
    );
    return new Map(known.map(({ name, since }) => [name, since]));
  }

  /** Does nothing when there is a job with this id. */
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
   * When the next jobs are due, in one statement. It also puts back jobs whose node was not heard of for `lostAfterMs`;
   * null leaves them alone.
   */
  look(names: readonly string[], lostAfterMs: number | null): Promise<Look[]> {
    return this.#run<Look>(
      `with lost as (
         ${putBack} where j.state = 'running' and j.name = any($1::text[])
           and j.heartbeat_at < now() - make_interval(secs => $2::float8 / 1000) returning 1
       )
       select n.name, (select count(*)::int from lost) as lost,
         greatest(0, ceil(extract(epoch from (
           select w.run_at from jobs w where w.name = n.name and w.${waiting} order by w.run_at limit 1
         ) - now()) * 1000))::float8 as wait_ms
       from unnest($1::text[]) n(name)`,
      [names, lostAfterMs],
    );
  }

  /** How many wait to be begun, up to `most`. */
  async waiting(names: readonly string[], most: number): Promise<number> {
    const [row] = await this.#run<{ count: number }>(
      `select count(*)::int as count from (
         select from jobs j where j.name = any($1::text[]) and j.${waiting} limit $2::int
       ) w`,
      [names, most],
    );
    return row?.count ?? 0;
  }

  async claim(name: string, most: number): Promise<Claim[]> {
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
         update jobs j set state = 'running', claim = j.claim + 1, attempts = j.attempts + 1,
           started_at = now(), heartbeat_at = now()
         from first f join tenants t on t.id = f.tenant_id
         where j.tenant_id = f.tenant_id and j.id = f.id
         returning j.name, j.id, j.tenant_id::text as "tenantId", j.claim, j.input, j.actor_id as "actorId", j.progress,
           t.account_key as "accountKey", t.status as "tenantStatus"`,
        [name, most],
      );
    } catch (error) {
      // Another node began one with the same key at this moment.
      if ((error as { code?: string }).code === '23505') return [];
      throw error;
    }
  }

  /** Says that these still run. Returns those that are no longer ours. */
  async keep(claims: readonly Claim[]): Promise<Claim[]> {
    const rows = await this.#run<{ id: string }>(
      `update jobs j set heartbeat_at = now() where ${held} returning j.id`,
      lists(claims),
    );
    const kept = new Set(rows.map(({ id }) => id));
    return claims.filter(({ id }) => !kept.has(id));
  }

  async complete(claim: Claim): Promise<void> {
    await this.#run(
      `update jobs j set state = 'completed', finished_at = now(), heartbeat_at = null, last_error = null where ${held}`,
      lists([claim]),
    );
  }

  /** To be tried again, unless it was tried often enough. */
  async fail(claim: Claim, message: string): Promise<void> {
    await this.#run(
      `update jobs j set failures = j.failures + 1, last_error = $4::text, heartbeat_at = null,
         state = case when j.failures < j.retry_limit then 'retrying' else 'failed' end,
         finished_at = case when j.failures < j.retry_limit then null else now() end,
         run_at = case when j.failures < j.retry_limit then now() + make_interval(secs => least(
           ${longestRetrySeconds},
           j.retry_seconds * case when j.retry_backoff then 2 ^ least(16, j.failures) * (1 + random()) else 1 end
         )) else j.run_at end
       where ${held}`,
      [...lists([claim]), message],
    );
  }

  /** Not to be tried again. */
  async giveUp(claim: Claim, message: string): Promise<void> {
    await this.#run(
      `update jobs j set state = 'failed', finished_at = now(), heartbeat_at = null, last_error = $4::text where ${held}`,
      [...lists([claim]), message],
    );
  }

  /** As if it had never been claimed, and not before some time has passed. */
  async postpone(claim: Claim, delayMs: number): Promise<void> {
    await this.#run(
      `update jobs j set attempts = j.attempts - 1, heartbeat_at = null,
         state = case when j.attempts > 1 then 'retrying' else 'queued' end,
         started_at = case when j.attempts > 1 then j.started_at end,
         run_at = now() + make_interval(secs => $4::float8 / 1000)
       where ${held}`,
      [...lists([claim]), delayMs],
    );
  }

  /** For another node to take up. */
  async giveBack(claims: readonly Claim[]): Promise<void> {
    await this.#run(`${putBack} where ${held}`, lists(claims));
  }

  /** In a transaction of the tenant. False when the job has ended. */
  async cancel(tx: Queryable, tenantId: string, id: string): Promise<boolean> {
    const rows = await tx.query(
      `update jobs set state = 'cancelled', finished_at = now(), heartbeat_at = null
       where tenant_id = $1::bigint and id = $2::uuid and state in ('queued', 'retrying', 'running') returning 1`,
      [tenantId, id],
    );
    return rows.length > 0;
  }

  /** In a transaction of the tenant. A failed job is tried once more, a cancelled one goes on. False when it is neither. */
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

  /** Deletes jobs that ended some time ago. Returns whether there are more. */
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

  /** Jobs of all tenants. */
  #run<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#db.platform((tx) => tx.query<Row>(text, values));
  }
}
