import { momentSql } from '#core/fields/datetime.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import { isJsonObject } from '#lib/json.ts';

type RunOutcome = 'done' | 'waiting' | 'skipped' | 'failed' | 'unconfirmed';

export interface NewRun {
  readonly enrollmentId: string;
  readonly n: number;
  readonly version: number;
  readonly stepKey: string;
  readonly type: string;
  readonly outcome: RunOutcome;
  readonly why: string;
  readonly input: JsonValue;
  readonly output: JsonValue;
  readonly attempt: number;
}

const maxWhy = 2000;

const maxDepth = 64;

/**
 * A value that PostgreSQL can store as jsonb: without characters that it refuses in texts, and without deeper levels
 * than its parser takes. Answers of other systems may hold both.
 */
function storable(value: JsonValue, depth = 0): JsonValue {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (value === null || typeof value !== 'object') return value;
  if (depth >= maxDepth) return null;
  if (Array.isArray(value)) return value.map((one) => storable(one, depth + 1));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value as { [key: string]: JsonValue }).map(([key, one]) => [
      storable(key) as string,
      storable(one, depth + 1),
    ]),
  );
}

const lateSql = `(id) where exists (select from marketing_workflow_enrollments e
  where e.tenant_id = $1::bigint and e.id = r.id) on conflict do nothing`;

/** Adds entries to the log of steps. `late`: the enrollment may be deleted, or have another entry in this place by now. */
export async function addRuns(
  tx: Transaction,
  tenantId: string,
  workflowId: string,
  runs: readonly NewRun[],
  late?: 'late',
): Promise<void> {
  if (runs.length === 0) return;
  const column = <T>(of: (run: NewRun) => T): T[] => runs.map(of);
  const json = (value: JsonValue): string | null => (value === null ? null : JSON.stringify(storable(value)));
  await tx.query(
    `insert into workflow_step_runs (tenant_id, workflow_id, enrollment_id, n, version, step_key, type, outcome, why, input, output, attempt)
     select $1::bigint, $2::uuid, r.* from unnest($3::uuid[], $4::int[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::jsonb[], $11::jsonb[], $12::smallint[]) r${late ? lateSql : ''}`,
    [
      tenantId,
      workflowId,
      column(({ enrollmentId }) => enrollmentId),
      column(({ n }) => n),
      column(({ version }) => version),
      column(({ stepKey }) => stepKey),
      column(({ type }) => type),
      column(({ outcome }) => outcome),
      column(({ why }) => why.replaceAll('\0', '').slice(0, maxWhy)),
      column(({ input }) => json(input)),
      column(({ output }) => json(output)),
      column(({ attempt }) => attempt),
    ],
  );
}

/** The values of the trigger, and the answers of the steps that were carried out, by enrollment. */
export async function readValues(
  db: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, { trigger: Record<string, JsonValue>; outputs: Record<string, JsonValue> }>> {
  const rows = await db.query<{
    id: string;
    trigger: Record<string, JsonValue> | null;
    outputs: Record<string, JsonValue> | null;
  }>(
    `select r.* from ${scoped(
      'r',
      `select e.id, e.data as trigger, (select jsonb_object_agg(o.step_key, o.output) from (
         select distinct on (s.step_key) s.step_key, s.output from workflow_step_runs s
         where ${inTenant('s')} and s.enrollment_id = e.id and s.output is not null order by s.step_key, s.n desc) o) as outputs
       from marketing_workflow_enrollments e where ${inTenant('e')} and e.id = any($2::uuid[])`,
    )}`,
    [tenantId, ids],
  );
  return new Map(rows.map(({ id, trigger, outputs }) => [id, { trigger: trigger ?? {}, outputs: outputs ?? {} }]));
}

export interface ShownRun {
  readonly stepKey: string;
  readonly type: string;
  readonly at: string;
  readonly outcome: RunOutcome;
  readonly why: string | null;
  readonly input: JsonValue;
  readonly output: JsonValue;
  readonly attempt: number;
  readonly version: number;
}

/** The log of an enrollment, oldest first. */
export const readRuns = (db: Queryable, tenantId: string, enrollmentId: string, limit: number): Promise<ShownRun[]> =>
  db.query<ShownRun>(
    `select r.* from ${scoped(
      'r',
      `select s.step_key as "stepKey", s.type, ${momentSql('s.at')} as at, s.outcome, s.why, s.input, s.output, s.attempt::int as attempt, s.version
       from workflow_step_runs s where ${inTenant('s')} and s.enrollment_id = $2::uuid order by s.n limit $3::int`,
    )}`,
    [tenantId, enrollmentId, limit],
  );

/**
 * The numbers of the log entries at which enrollments began with their step: attempts of the same step before are left
 * out, automatic ones and those of a person.
 */
export async function readFirstAttempts(
  db: Queryable,
  tenantId: string,
  stepKey: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.query<{ id: string; n: number }>(
    `select r.* from ${scoped(
      'r',
      `select i.id, coalesce((select s.n + 1 from workflow_step_runs s where ${inTenant('s')} and s.enrollment_id = i.id
         and not (s.step_key = $3::text and s.outcome in ('failed', 'unconfirmed')) order by s.n desc limit 1), 0) as n
       from unnest($2::uuid[]) i(id)`,
    )}`,
    [tenantId, ids, stepKey],
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

export interface StepStatistics {
  readonly stepKey: string;
  readonly type: string;
  readonly outcome: RunOutcome;
  readonly count: number;
}

export const countRuns = (db: Queryable, tenantId: string, workflowId: string): Promise<StepStatistics[]> =>
  db.query<StepStatistics>(
    `select r.* from ${scoped(
      'r',
      `select s.step_key as "stepKey", max(s.type) as type, s.outcome, count(*)::int as count from workflow_step_runs s
       where ${inTenant('s')} and s.workflow_id = $2::uuid and not s.removed group by s.step_key, s.outcome`,
    )}`,
    [tenantId, workflowId],
  );

/** The last output of a step of an enrollment. */
export async function lastOutput(
  db: Queryable,
  tenantId: string,
  enrollmentId: string,
  stepKey: string,
): Promise<Record<string, JsonValue> | undefined> {
  const [row] = await db.query<{ output: Record<string, JsonValue> | null }>(
    `select r.output from ${scoped(
      'r',
      `select s.output from workflow_step_runs s where ${inTenant('s')} and s.enrollment_id = $2::uuid and s.step_key = $3::text
       order by s.n desc limit 1`,
    )}`,
    [tenantId, enrollmentId, stepKey],
  );
  return row?.output ?? undefined;
}
