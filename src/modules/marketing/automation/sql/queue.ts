import { LeasedTable } from '#core/queue/leased-table.ts';
import type { PolledQueue } from '#core/queue/queue-engine.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** The notification channel on which every node listens for due enrollments. */
export const workflowChannel = 'atrium_workflows';

export const queueTable = new LeasedTable({
  table: 'workflow_queue',
  key: 'enrollment_id',
  leaseMs: 60_000,
  starts: {},
});

export type PolledWorkflow = PolledQueue & { readonly workflowId: string };

/** Workflows that run and have enrollments, those with the longest wait first in each tenant. Runs as the platform. */
export const pollWorkflows = (tx: Transaction): Promise<PolledWorkflow[]> =>
  tx.query(
    `with recursive ${queueTable.queues('queues', ['tenant_id', 'workflow_id'], 'not q.paused')}
    select q.tenant_id as "tenantId", n.account_key as "accountKey", q.workflow_id as "workflowId",
      case when q.next_at = 'infinity' then null
        else greatest(0, ceil(extract(epoch from q.next_at - clock_timestamp()) * 1000))::float8 end as "dueInMs"
    from queues q join tenants n on n.id = q.tenant_id
      join workflow_states s on s.tenant_id = q.tenant_id and s.workflow_id = q.workflow_id and s.running
    where n.status = 'active'
    order by row_number() over (partition by q.tenant_id order by q.next_at), q.next_at`,
  );

export interface QueuedEnrollment {
  readonly id: string;
  readonly recordId: string;
  /** 0 before the first step. */
  readonly version: number;
  readonly stepKey: string;
  readonly phase: number;
  readonly signal: string | null;
  readonly runs: number;
  readonly tries: number;
  readonly depth: number;
  readonly enteredAt: Date;
}

const queuedColumns = `q.enrollment_id as id, q.record_id as "recordId", q.version, q.step_key as "stepKey", q.phase, q.signal,
  q.runs, q.tries, q.depth, q.entered_at as "enteredAt"`;

/** Claims due enrollments of a workflow, in the order in which they are due. */
export const claimDue = (
  tx: Transaction,
  tenantId: string,
  workflowId: string,
  claim: string,
  max: number,
): Promise<QueuedEnrollment[]> =>
  queueTable
    .of(tx, tenantId, claim)
    .claim<QueuedEnrollment>({ where: 'q.workflow_id = $3::uuid and not q.paused', returning: queuedColumns, max }, [
      workflowId,
    ]);

/**
 * Locks claimed enrollments until the transaction ends. Returns those that the claim still has and that nobody has ended.
 * Those that are paused, or whose workflow is, are left out unless `withPaused` is set.
 */
export async function lockClaimed(
  tx: Transaction,
  tenantId: string,
  claim: string,
  ids: readonly string[],
  withPaused = false,
): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `select q.enrollment_id as id from workflow_queue q
     where q.tenant_id = $1::bigint and q.claim = $2::uuid and q.enrollment_id = any($3::uuid[]) and ($4::boolean or not q.paused
       and exists (select from workflow_states s where s.tenant_id = q.tenant_id and s.workflow_id = q.workflow_id and s.running))
     order by q.enrollment_id for no key update of q`,
    [tenantId, claim, ids, withPaused],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Where an enrollment goes on. */
export interface Move {
  readonly id: string;
  readonly version: number;
  readonly stepKey: string;
  readonly phase: 0 | 1;
  readonly tries: number;
  /** Null for an event or a person. */
  readonly nextAt: Date | null;
  /** True when it comes to another step, or to the same one again. */
  readonly enters: boolean;
  /** True when the claim keeps it, because it goes on at once. */
  readonly keeps: boolean;
  readonly runs: number;
}

export async function moveClaimed(
  tx: Transaction,
  tenantId: string,
  claim: string,
  moves: readonly Move[],
): Promise<void> {
  if (moves.length === 0) return;
  const column = <T>(of: (move: Move) => T): T[] => moves.map(of);
  await tx.query(
    `update workflow_queue q set version = m.version, step_key = m.step_key, phase = m.phase, tries = m.tries, runs = m.runs,
       next_at = coalesce(m.next_at, 'infinity'), until_at = case when m.phase = 1 then coalesce(m.next_at, 'infinity') end, entered_at = case when m.enters then clock_timestamp() else q.entered_at end,
       signal = case when q.signal = 'replied' then q.signal end, started_at = null, claim = case when m.keeps then q.claim end,
       lease_until = case when m.keeps then q.lease_until end
     from unnest($3::uuid[], $4::int[], $5::text[], $6::smallint[], $7::smallint[], $8::timestamptz[], $9::boolean[], $10::boolean[], $11::int[])
       m(id, version, step_key, phase, tries, next_at, enters, keeps, runs)
     where q.tenant_id = $1::bigint and q.claim = $2::uuid and q.enrollment_id = m.id`,
    [
      tenantId,
      claim,
      column(({ id }) => id),
      column(({ version }) => version),
      column(({ stepKey }) => stepKey),
      column(({ phase }) => phase),
      column(({ tries }) => tries),
      column(({ nextAt }) => nextAt?.toISOString() ?? null),
      column(({ enters }) => enters),
      column(({ keeps }) => keeps),
      column(({ runs }) => runs),
    ],
  );
}

interface NewRow {
  readonly enrollmentId: string;
  readonly recordId: string;
  readonly depth: number;
  readonly version?: number;
  readonly stepKey?: string;
  readonly runs?: number;
}

/**
 * Adds enrollments that begin now. A record that is in the workflow already is left out, unless the workflow allows more.
 * Returns the ids of those that were added.
 */
export async function addToQueue(
  tx: Transaction,
  tenantId: string,
  workflowId: string,
  rows: readonly NewRow[],
  allowsMore: boolean,
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const added = await tx.query<{ id: string }>(
    `insert into workflow_queue (tenant_id, enrollment_id, workflow_id, record_id, slot, depth, version, step_key, runs)
     select $1::bigint, r.id, $2::uuid, r.record_id, case when $3::boolean then hashtext(r.id::text) | 1 else 0 end, r.depth, r.version,
       r.step_key, r.runs
     from unnest($4::uuid[], $5::uuid[], $6::smallint[], $7::int[], $8::text[], $9::int[]) r(id, record_id, depth, version, step_key, runs)
     where $3::boolean or not exists (select from workflow_queue q
       where q.tenant_id = $1::bigint and q.record_id = r.record_id and q.workflow_id = $2::uuid)
     on conflict do nothing returning enrollment_id as id`,
    [
      tenantId,
      workflowId,
      allowsMore,
      rows.map(({ enrollmentId }) => enrollmentId),
      rows.map(({ recordId }) => recordId),
      rows.map(({ depth }) => depth),
      rows.map(({ version = 0 }) => version),
      rows.map(({ stepKey = '' }) => stepKey),
      rows.map(({ runs = 0 }) => runs),
    ],
  );
  return new Set(added.map(({ id }) => id));
}

/** Takes enrollments out of the queue. Returns those that were in it. */
export async function removeFromQueue(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    'delete from workflow_queue q where q.tenant_id = $1::bigint and q.enrollment_id = any($2::uuid[]) returning q.enrollment_id as id',
    [tenantId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Pauses an enrollment or lets it go on. Returns false when it is not in the queue. */
export async function setPaused(tx: Transaction, tenantId: string, id: string, paused: boolean): Promise<boolean> {
  const rows = await tx.query(
    `update workflow_queue q set paused = $3::boolean where q.tenant_id = $1::bigint and q.enrollment_id = $2::uuid returning 1`,
    [tenantId, id, paused],
  );
  return rows.length > 0;
}

/** Locks an enrollment of the queue. Undefined when it is not in it. */
export async function lockQueued(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<(QueuedEnrollment & { workflowId: string }) | undefined> {
  const [row] = await tx.query<QueuedEnrollment & { workflowId: string }>(
    `select ${queuedColumns}, q.workflow_id as "workflowId" from workflow_queue q
     where q.tenant_id = $1::bigint and q.enrollment_id = $2::uuid for update`,
    [tenantId, id],
  );
  return row;
}

/** Ends the wait of an enrollment: it goes on now. */
export const endWait = (tx: Transaction, tenantId: string, id: string, signal: string): Promise<unknown> =>
  tx.query(
    `update workflow_queue q set signal = $3::text, next_at = clock_timestamp()
     where q.tenant_id = $1::bigint and q.enrollment_id = $2::uuid and q.phase = 1`,
    [tenantId, id, signal],
  );

interface Waiting {
  readonly workflowId: string;
  readonly version: number;
  readonly stepKey: string;
}

/**
 * Ends the wait of records at a step for an event that happened after they came to it. Events that an enrollment wrote
 * itself are older than its wait, which times in milliseconds do not always show. Returns how many.
 */
export async function wakeWaiting(
  tx: Transaction,
  tenantId: string,
  { workflowId, version, stepKey }: Waiting,
  events: readonly { readonly recordId: string; readonly at: Date; readonly viaId: string | null }[],
): Promise<number> {
  const rows = await tx.query(
    `update workflow_queue q set signal = 'event', next_at = clock_timestamp()
     from unnest($5::uuid[], $6::timestamptz[], $7::uuid[]) e(record_id, at, via_id)
     where q.tenant_id = $1::bigint and q.record_id = e.record_id and q.workflow_id = $2::uuid and q.version = $3::int
       and q.step_key = $4::text and q.phase = 1 and coalesce(q.signal, 'look') = 'look' and q.entered_at <= e.at + interval '1 millisecond'
       and q.enrollment_id is distinct from e.via_id returning 1`,
    [
      tenantId,
      workflowId,
      version,
      stepKey,
      events.map(({ recordId }) => recordId),
      events.map(({ at }) => at.toISOString()),
      events.map(({ viaId }) => viaId),
    ],
  );
  return rows.length;
}

/**
 * Makes enrollments due, so that the engine decides about them: their person answered a mail, or the record changed
 * (`look`). One that waits for something else is not changed by a look.
 */
export const wakeRecords = (
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
  signal: 'replied' | 'look',
): Promise<unknown> =>
  tx.query(
    `update workflow_queue q set signal = $3::text, next_at = clock_timestamp()
     where q.tenant_id = $1::bigint and q.enrollment_id = any($2::uuid[]) and ($3::text = 'replied' or q.phase = 1 and q.signal is null)`,
    [tenantId, ids, signal],
  );

/** Stores at which step claimed enrollments are, before an effect that cannot be repeated. */
export const placeAt = (
  tx: Transaction,
  tenantId: string,
  claim: string,
  ids: readonly string[],
  { version, stepKey }: Pick<QueuedEnrollment, 'version' | 'stepKey'>,
): Promise<unknown> =>
  tx.query(
    `update workflow_queue q set version = $4::int, step_key = $5::text
     where q.tenant_id = $1::bigint and q.claim = $2::uuid and q.enrollment_id = any($3::uuid[])`,
    [tenantId, claim, ids, version, stepKey],
  );

/** Lets enrollments wait on that were only looked at. */
export const waitOn = (tx: Transaction, tenantId: string, claim: string, ids: readonly string[]): Promise<unknown> =>
  tx.query(
    `update workflow_queue q set ${queueTable.release}, signal = null, next_at = coalesce(q.until_at, 'infinity')
     where q.tenant_id = $1::bigint and q.claim = $2::uuid and q.enrollment_id = any($3::uuid[])`,
    [tenantId, claim, ids],
  );

/** The steps of versions at which enrollments are, for one or all workflows. */
export const countAtSteps = (
  db: Queryable,
  tenantId: string,
  workflowId: string,
): Promise<{ version: number; stepKey: string; count: number }[]> =>
  db.query(
    `select r.* from ${scoped(
      'r',
      `select q.version, q.step_key as "stepKey", count(*)::int as count from workflow_queue q
       where ${inTenant('q')} and q.workflow_id = $2::uuid group by 1, 2`,
    )}`,
    [tenantId, workflowId],
  );

/** The enrollments of some records in a workflow. */
export const queuedOf = (
  db: Queryable,
  tenantId: string,
  workflowId: string,
  recordIds: readonly string[],
): Promise<QueuedEnrollment[]> =>
  db.query(
    `select r.* from ${scoped(
      'r',
      `select ${queuedColumns} from workflow_queue q
       where ${inTenant('q')} and q.record_id = any($3::uuid[]) and q.workflow_id = $2::uuid and q.version > 0`,
    )}`,
    [tenantId, workflowId, recordIds],
  );
