import type { Database, Queryable } from '#db/database.ts';
import { inTenant, Params, scoped } from '#db/params.ts';
import type { ProgressReport } from './progress.ts';

export const jobStates = ['queued', 'scheduled', 'running', 'retrying', 'completed', 'failed', 'cancelled'] as const;

export type JobState = (typeof jobStates)[number];

/** A job in the format of the API. */
export interface JobEntry {
  readonly _id: string;
  readonly name: string;
  readonly state: JobState;
  readonly progress: number;
  /** Progress in numbers; null for jobs that do not count. */
  readonly done: number | null;
  readonly total: number | null;
  /** The number of starts. */
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

/** The position of a job in the list, which is sorted from newest to oldest. */
export interface JobPosition {
  readonly createdAt: string;
  readonly id: string;
}

export interface JobPage {
  readonly entries: readonly JobEntry[];
  /** At most `countLimit` + 1, which means more than `countLimit`. */
  readonly total: number;
}

/** The maximum up to which jobs are counted. */
export const countLimit = 10_000;

/** The notification channel. The payload is empty when jobs were enqueued, or the id of a job that was cancelled. */
export const jobChannel = 'atrium_jobs';

export const wakeNodes = (db: Queryable, cancelledId = ''): Promise<unknown> =>
  db.query('select pg_notify($1::text, $2::text)', [jobChannel, cancelledId]);

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

const stateSql = `case when j.state = 'queued' and j.run_at > now() then 'scheduled' else j.state end`;

const iso = (column: string): string => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const entrySql = `j.id as "_id", j.name, ${stateSql} as state,
  case when j.state = 'completed' then 1 else j.progress end as progress, j.done, j.total, j.attempts,
  j.last_error as "lastError", ${iso('j.run_at')} as "runAt", ${iso('j.created_at')} as "createdAt",
  ${iso('j.started_at')} as "startedAt", ${iso('j.finished_at')} as "finishedAt", j.actor_id as "createdBy"`;

export async function findEntry(db: Queryable, tenantId: string, id: string): Promise<JobEntry | undefined> {
  const rows = await db.query<JobEntry>(
    `select e.* from ${scoped('e', `select ${entrySql} from jobs j where ${inTenant('j')} and j.id = $2::uuid`)}`,
    [tenantId, id],
  );
  return rows[0];
}

/** True when a job with this name and key waits or runs. */
export async function hasUnfinished(db: Queryable, tenantId: string, name: string, key: string): Promise<boolean> {
  const rows = await db.query(
    `select e.* from ${scoped(
      'e',
      `select 1 from jobs j where ${inTenant('j')} and j.name = $2::text and j.key = $3::text
         and j.state in ('queued', 'running', 'retrying') limit 1`,
    )}`,
    [tenantId, name, keyInTenant(tenantId, key)],
  );
  return rows.length > 0;
}

/** Keys of jobs are unique over all tenants. */
export const keyInTenant = (tenantId: string, key: string): string => `${tenantId}:${key}`;

/** Lists jobs, newest first, starting after `after` and skipping `skip` jobs. */
export async function listEntries(
  db: Queryable,
  tenantId: string,
  { state, name }: JobFilter,
  { after, skip, limit }: { after: JobPosition | undefined; skip: number; limit: number },
): Promise<JobPage> {
  const params = new Params(tenantId);
  const where = [
    inTenant('j'),
    ...(name === undefined ? [] : [`j.name = ${params.add(name, 'text')}`]),
    ...(state === undefined ? [] : [`${stateSql} = ${params.add(state, 'text')}`]),
  ].join(' and ');
  const from = after
    ? ` and (j.created_at, j.id) < (${params.add(after.createdAt, 'timestamptz')}, ${params.add(after.id, 'uuid')})`
    : '';
  const rows = await db.query<{ entries: JobEntry[]; total: number }>(
    `select p.* from ${scoped(
      'p',
      `select coalesce((
         select json_agg(e) from (
           select ${entrySql} from jobs j where ${where}${from}
           order by j.created_at desc, j.id desc limit ${params.add(limit, 'int')} offset ${params.add(skip, 'int')}
         ) e
       ), '[]') as entries,
       (select count(*)::int from (select from jobs j where ${where} limit ${countLimit + 1}) c) as total`,
    )}`,
    params.values,
  );
  return rows[0] as { entries: JobEntry[]; total: number };
}
