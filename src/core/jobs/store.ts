import type { Database, Queryable, Transaction } from '#db/database.ts';
import { jobSchema } from '#db/job-engine.ts';
import { inTenant, Params, scoped } from '#db/params.ts';
import type { JsonValue } from '../fields/field.ts';
import type { ProgressReport } from './progress.ts';

export const jobStates = ['queued', 'scheduled', 'running', 'retrying', 'completed', 'failed', 'cancelled'] as const;

export type JobState = (typeof jobStates)[number];

/** A job as its tenant sees it. */
export interface JobEntry {
  readonly _id: string;
  readonly name: string;
  readonly state: JobState;
  readonly progress: number;
  /** Progress in numbers; null for a job that does not count. */
  readonly done: number | null;
  readonly total: number | null;
  /** How often it was begun. */
  readonly attempts: number;
  readonly lastError: string | null;
  readonly runAt: string;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly createdBy: string | null;
}

export interface JobFilter {
  readonly state?: JobState | undefined;
  readonly name?: string | undefined;
}

/** The place of a job in the list, from the newest to the oldest. */
export interface JobPosition {
  readonly createdAt: string;
  readonly id: string;
}

export interface JobPage {
  readonly entries: readonly JobEntry[];
  /** Counted up to `countLimit` and one. */
  readonly total: number;
}

/** Beyond this many, jobs are not counted. */
export const countLimit = 10_000;

/** What a job needs to run. */
export interface JobOrder {
  readonly input: JsonValue;
  readonly actor_id: string | null;
  readonly progress: number;
  readonly account_key: string;
  readonly status: string;
}

/** The channel on which nodes hear that there is something to do: nothing more, or the id of a job that was cancelled. */
export const jobChannel = 'atrium_jobs';

export const wakeNodes = (db: Queryable, cancelledId = ''): Promise<unknown> =>
  db.query('select pg_notify($1::text, $2::text)', [jobChannel, cancelledId]);

export interface NewOrder {
  readonly tenantId: string;
  readonly id: string;
  readonly name: string;
  readonly input: JsonValue;
  readonly actorId: string | null;
}

export async function insertOrder(tx: Transaction, order: NewOrder): Promise<void> {
  await tx.query(
    `insert into jobs (tenant_id, id, name, input, actor_id) values ($1::bigint, $2::uuid, $3::text, $4::json, $5::uuid)
     on conflict (tenant_id, id) do nothing`,
    [order.tenantId, order.id, order.name, JSON.stringify(order.input), order.actorId],
  );
}

export async function findOrder(db: Queryable, tenantId: string, id: string): Promise<JobOrder | undefined> {
  const rows = await db.query<JobOrder>(
    `select o.* from ${scoped(
      'o',
      `select o.input, o.actor_id, o.progress, t.account_key, t.status
       from jobs o join tenants t on t.id = o.tenant_id where ${inTenant('o')} and o.id = $2::uuid`,
    )}`,
    [tenantId, id],
  );
  return rows[0];
}

export const writeProgress = (
  db: Database,
  tenantId: string,
  id: string,
  { fraction, counted }: ProgressReport,
): Promise<unknown> =>
  db.transaction(tenantId, (tx) =>
    tx.query(
      `update jobs set progress = $3::real, done = $4::int, total = $5::int
       where tenant_id = $1::bigint and id = $2::uuid`,
      [tenantId, id, fraction, counted?.done, counted?.total],
    ),
  );

/** Deletes the rows of jobs that the engine no longer knows. */
export const deleteForgotten = (db: Database): Promise<unknown> =>
  db.platform((tx) =>
    tx.query(
      `delete from jobs o where not exists (select from ${jobSchema}.job j where j.name = o.name and j.id = o.id)`,
    ),
  );

const stateSql = `case j.state when 'created' then case when j.start_after > now() then 'scheduled' else 'queued' end
  when 'retry' then 'retrying' when 'active' then 'running' else j.state::text end`;

const iso = (column: string): string => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const entrySql = `o.id as "_id", o.name, ${stateSql} as state,
  case when j.state = 'completed' then 1 else o.progress end as progress, o.done, o.total,
  j.retry_count + (j.started_on is not null)::int as attempts, j.output ->> 'message' as "lastError",
  ${iso('j.start_after')} as "runAt", ${iso('o.created_at')} as "createdAt", ${iso('j.started_on')} as "startedAt",
  ${iso('j.completed_on')} as "finishedAt", o.actor_id as "createdBy"`;

const joined = `jobs o join ${jobSchema}.job j on j.name = o.name and j.id = o.id`;

export async function findEntry(db: Queryable, tenantId: string, id: string): Promise<JobEntry | undefined> {
  const rows = await db.query<JobEntry>(
    `select e.* from ${scoped('e', `select ${entrySql} from ${joined} where ${inTenant('o')} and o.id = $2::uuid`)}`,
    [tenantId, id],
  );
  return rows[0];
}

/** The newest first, from `after` on or with `skip` left out. */
export async function listEntries(
  db: Queryable,
  tenantId: string,
  { state, name }: JobFilter,
  { after, skip, limit }: { after: JobPosition | undefined; skip: number; limit: number },
): Promise<JobPage> {
  const params = new Params(tenantId);
  const where = [
    inTenant('o'),
    ...(name === undefined ? [] : [`o.name = ${params.add(name, 'text')}`]),
    ...(state === undefined ? [] : [`${stateSql} = ${params.add(state, 'text')}`]),
  ].join(' and ');
  const from = after
    ? ` and (o.created_at, o.id) < (${params.add(after.createdAt, 'timestamptz')}, ${params.add(after.id, 'uuid')})`
    : '';
  const rows = await db.query<{ entries: JobEntry[]; total: number }>(
    `select p.* from ${scoped(
      'p',
      `select coalesce((
         select json_agg(e) from (
           select ${entrySql} from ${joined} where ${where}${from}
           order by o.created_at desc, o.id desc limit ${params.add(limit, 'int')} offset ${params.add(skip, 'int')}
         ) e
       ), '[]') as entries,
       (select count(*)::int from (select from ${joined} where ${where} limit ${countLimit + 1}) c) as total`,
    )}`,
    params.values,
  );
  return rows[0] as { entries: JobEntry[]; total: number };
}
