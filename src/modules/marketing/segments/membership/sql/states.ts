import type { TransactionContext } from '#core/context.ts';
import type { Transaction } from '#db/database.ts';
import { segmentJson } from '../../stored/read-segments.ts';
import { type StoredSegment, storedSegment } from '../../stored/stored-segment.ts';

/** How far the evaluation of a segment has got. */
export interface SegmentState {
  /** The fingerprint of the definition by which its members were found; null before the first evaluation. */
  readonly fingerprint: string | null;
  /** The records that were chosen or excluded by hand then. */
  readonly chosen: readonly string[];
  /** While all records are compared: the last one that was. */
  readonly cursor: string | null;
  /** While all records are compared: how many workflows led to it. */
  readonly depth: number;
  /** The next time at which all records are compared again. */
  readonly nextAt: Date | null;
  readonly problem: string | null;
}

export interface FollowedSegment {
  readonly segment: StoredSegment;
  readonly state: SegmentState;
}

const unevaluated: SegmentState = {
  fingerprint: null,
  chosen: [],
  cursor: null,
  depth: 0,
  nextAt: null,
  problem: null,
};

interface Row {
  readonly record: Record<string, unknown>;
  readonly state: (Omit<SegmentState, 'nextAt'> & { readonly nextAt: string | null }) | null;
}

/** The active segments of a tenant with their states. */
export async function readFollowed({ tx, caller, registry }: TransactionContext): Promise<FollowedSegment[]> {
  const rows = await tx.query<Row>(
    `select ${segmentJson('s')} as record, case when e.segment_id is not null then json_build_object('fingerprint', e.fingerprint,
       'chosen', e.chosen, 'cursor', e.cursor_id, 'depth', e.depth, 'nextAt', e.next_at, 'problem', s.problem) end as state
     from marketing_segments s left join segment_states e on e.tenant_id = $1::bigint and e.segment_id = s.id
     where s.tenant_id = $1::bigint and s.active is not false order by s.created_at, s.id`,
    [caller.tenantId],
  );
  return rows.map(({ record, state }) => ({
    segment: storedSegment(record, registry),
    state: state === null ? unevaluated : { ...state, nextAt: state.nextAt === null ? null : new Date(state.nextAt) },
  }));
}

export const saveState = (
  tx: Transaction,
  tenantId: string,
  segmentId: string,
  { fingerprint, chosen, cursor, depth, nextAt }: SegmentState,
): Promise<unknown> =>
  tx.query(
    `insert into segment_states (tenant_id, segment_id, fingerprint, chosen, cursor_id, next_at, depth)
     values ($1::bigint, $2::uuid, $3::text, $4::uuid[], $5::uuid, $6::timestamptz, $7::smallint)
     on conflict (tenant_id, segment_id) do update set fingerprint = excluded.fingerprint, chosen = excluded.chosen,
       cursor_id = excluded.cursor_id, next_at = excluded.next_at, depth = excluded.depth`,
    [tenantId, segmentId, fingerprint, chosen, cursor, nextAt?.toISOString() ?? null, depth],
  );

/** How many workflows led to the last change of the record of a segment. */
export async function depthOfSegment(tx: Transaction, tenantId: string, segmentId: string): Promise<number> {
  const [row] = await tx.query<{ depth: number }>(
    `select e.depth from events e where e.tenant_id = $1::bigint and e.record_id = $2::uuid and e.model = 'marketing.segments'
     order by e.xid desc, e.seq desc limit 1`,
    [tenantId, segmentId],
  );
  return row?.depth ?? 0;
}

/** Has a segment compared with all records again. */
export const requestEvaluation = (tx: Transaction, tenantId: string, segmentId: string): Promise<unknown> =>
  tx.query('update segment_states set fingerprint = null where tenant_id = $1::bigint and segment_id = $2::uuid', [
    tenantId,
    segmentId,
  ]);

/** Writes the result of an evaluation to the record of a segment, without an event. */
export const saveResult = (
  tx: Transaction,
  tenantId: string,
  segmentId: string,
  change: number,
  problem: string | null,
): Promise<unknown> =>
  tx.query(
    `update marketing_segments set member_count = greatest(0, coalesce(member_count, 0) + $3::int), last_evaluated_at = now(),
       problem = $4::text where tenant_id = $1::bigint and id = $2::uuid`,
    [tenantId, segmentId, change, problem],
  );

/**
 * Stores why a segment cannot be evaluated. Its members stay as they are. Nothing of it is due, and once it can be evaluated
 * again, it is compared with all records.
 */
export async function suspendSegment(
  tx: Transaction,
  tenantId: string,
  segmentId: string,
  problem: string,
): Promise<void> {
  await tx.query(
    `update marketing_segments set problem = $3::text
     where tenant_id = $1::bigint and id = $2::uuid and problem is distinct from $3::text`,
    [tenantId, segmentId, problem],
  );
  await tx.query(
    `update segment_states set fingerprint = null, cursor_id = null, next_at = null
     where tenant_id = $1::bigint and segment_id = $2::uuid
       and (fingerprint is not null or cursor_id is not null or next_at is not null)`,
    [tenantId, segmentId],
  );
}

export const clearProblem = (tx: Transaction, tenantId: string, segmentId: string): Promise<unknown> =>
  tx.query('update marketing_segments set problem = null where tenant_id = $1::bigint and id = $2::uuid', [
    tenantId,
    segmentId,
  ]);

/** Counts the members of a segment, after all records were compared. */
export const countMembers = (tx: Transaction, tenantId: string, segmentId: string): Promise<unknown> =>
  tx.query(
    `update marketing_segments set member_count = (
       select count(*) from segment_members m
       where m.tenant_id = $1::bigint and m.segment_id = $2::uuid and m.left_at is null)
     where tenant_id = $1::bigint and id = $2::uuid`,
    [tenantId, segmentId],
  );

/** Removes memberships that ended longer ago than events are kept. Returns false while there may be more. */
export async function removePast(tx: Transaction, tenantId: string, retentionMs: number): Promise<boolean> {
  const rows = await tx.query(
    `delete from segment_members m where m.tenant_id = $1::bigint and (m.segment_id, m.record_id, m.entered_at) in (
       select p.segment_id, p.record_id, p.entered_at from segment_members p
       where p.tenant_id = $1::bigint and p.left_at < now() - make_interval(secs => $2::float8 / 1000) limit ${batchSize})
     returning 1`,
    [tenantId, retentionMs],
  );
  return rows.length < batchSize;
}

export interface DueRecord {
  readonly segmentId: string;
  readonly recordId: string;
}

/** Records that have to be compared because a window of time has ended. */
export const readDue = (tx: Transaction, tenantId: string, limit: number): Promise<DueRecord[]> =>
  tx.query<DueRecord>(
    `select segment_id as "segmentId", record_id as "recordId" from segment_windows
     where tenant_id = $1::bigint and due_at <= now() order by due_at limit $2::int`,
    [tenantId, limit],
  );

/** The time at which the next record, or all records of a segment, have to be compared. */
export async function nextDueAt(tx: Transaction, tenantId: string): Promise<Date | undefined> {
  const [row] = await tx.query<{ at: Date | null }>(
    `select least((select due_at from segment_windows where tenant_id = $1::bigint order by due_at limit 1),
       (select min(next_at) from segment_states where tenant_id = $1::bigint)) as at`,
    [tenantId],
  );
  return row?.at ?? undefined;
}

/** The maximum of rows that one statement removes. */
const batchSize = 10_000;

/**
 * Removes what is stored of segments that were deleted or are not active, and the windows of those that cannot be evaluated. Returns false while
 * there may be more.
 */
export async function removeForgotten(tx: Transaction, tenantId: string): Promise<boolean> {
  const [row] = await tx.query<{ count: number }>(
    `with gone as (
      select e.segment_id, exists (select from marketing_segments s where s.tenant_id = $1::bigint and s.id = e.segment_id) as exists
      from segment_states e where e.tenant_id = $1::bigint and not exists (
        select from marketing_segments s where s.tenant_id = $1::bigint and s.id = e.segment_id and s.active is not false)
    ), suspended as (
      select e.segment_id from segment_states e where e.tenant_id = $1::bigint and e.fingerprint is null and e.cursor_id is null
    ), members as (
      delete from segment_members m where m.tenant_id = $1::bigint and (m.segment_id, m.record_id, m.entered_at) in (
        select m.segment_id, m.record_id, m.entered_at from segment_members m
        where m.tenant_id = $1::bigint and m.segment_id in (select segment_id from gone where not exists) limit ${batchSize})
      returning 1
    ), windows as (
      delete from segment_windows w where w.tenant_id = $1::bigint and (w.segment_id, w.record_id) in (
        select w.segment_id, w.record_id from segment_windows w
        where w.tenant_id = $1::bigint and w.segment_id in (select segment_id from gone union all select segment_id from suspended)
        limit ${batchSize})
      returning 1
    ), states as (
      delete from segment_states e where e.tenant_id = $1::bigint and e.segment_id in (select segment_id from gone)
        and (select count(*) from members) < ${batchSize} and (select count(*) from windows) < ${batchSize}
    )
    select greatest((select count(*) from members), (select count(*) from windows))::int as count`,
    [tenantId],
  );
  return (row?.count ?? 0) < batchSize;
}
