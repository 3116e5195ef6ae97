import type { TransactionContext } from '../../context.ts';
import { currentPosition } from '../../events/events.ts';

/** An event that a completion, an import or another agent wrote for a user. */
export interface WrittenEvent {
  /** The transaction id. Each tool call of a completion, and each batch of an import, has its own one. */
  readonly xid: string;
  readonly seq: string;
  readonly model: string;
  readonly recordId: string;
  readonly change: 'created' | 'updated' | 'deleted';
}

/**
 * Reads the events of an agent by its id, newest first, without contents. Restoring a deleted record also restores the records deleted with it,
 * so only the last event of such a transaction is returned: the deletion that caused the others.
 */
export const readWritten = ({ tx, caller }: TransactionContext, viaId: string): Promise<WrittenEvent[]> =>
  tx.query<WrittenEvent>(
    `select e.xid::text as xid, e.seq::text as seq, e.model, e.record_id as "recordId", e.change from (
       select e.*, bool_or(e.change = 'deleted') over (partition by e.xid) as deletes,
         row_number() over (partition by e.xid, e.change order by e.seq desc) as n
       from (
         select e.xid, e.seq, e.model, e.record_id,
           case when e.record is null then 'deleted' when e.previous is null then 'created' else 'updated' end as change
         from events e where e.tenant_id = $1::bigint and e.via_id = $2::uuid and e.record_id is not null
       ) e
     ) e where not e.deletes or (e.change = 'deleted' and e.n = 1)
     order by e.xid desc, e.seq desc`,
    [caller.tenantId, viaId],
  );

/** A position among the events of an agent. */
export interface WrittenPosition {
  readonly xid: string;
  readonly seq: string;
}

/** The next events of an agent that deletes nothing, newest first, before a position. */
export const readWrittenBefore = (
  { tx, caller }: TransactionContext,
  viaId: string,
  before: WrittenPosition | undefined,
  limit: number,
): Promise<WrittenEvent[]> =>
  tx.query<WrittenEvent>(
    `select e.xid::text as xid, e.seq::text as seq, e.model, e.record_id as "recordId",
       case when e.previous is null then 'created' else 'updated' end as change
     from events e where e.tenant_id = $1::bigint and e.via_id = $2::uuid and e.record_id is not null and e.record is not null
       and ($3::text is null or (e.xid, e.seq) < ($3::text::xid8, $4::bigint))
     order by e.xid desc, e.seq desc limit $5::int`,
    [caller.tenantId, viaId, before?.xid ?? null, before?.seq ?? null, limit],
  );

interface Contents {
  /** JSON texts. */
  readonly record: string | null;
  readonly previous: string | null;
}

export async function readContents({ tx, caller }: TransactionContext, { xid, seq }: WrittenEvent): Promise<Contents> {
  const rows = await tx.query<Contents>(
    `select e.record::text as record, e.previous::text as previous from events e
     where e.tenant_id = $1::bigint and e.xid = $2::xid8 and e.seq = $3::bigint`,
    [caller.tenantId, xid, seq],
  );
  return rows[0] ?? { record: null, previous: null };
}

interface LastChange {
  /** True when the agent made the change, or the undo that is running: this transaction, or another one of its job. */
  readonly isOurs: boolean;
  readonly isDeletion: boolean;
}

/** The last change of a record by anybody. Changes of computed values are nobody's. */
export async function readLastChange(
  { tx, caller, requestId }: TransactionContext,
  { model, recordId }: Pick<WrittenEvent, 'model' | 'recordId'>,
  viaId: string,
): Promise<LastChange | undefined> {
  const rows = await tx.query<LastChange>(
    `select coalesce(e.via_id = $4::uuid, false) or e.xid = ${currentPosition} or e.request_id = $5::text as "isOurs", e.record is null as "isDeletion"
     from events e where e.tenant_id = $1::bigint and e.record_id = $2::uuid and e.model = $3::text and e.via is distinct from 'derived'
     order by e.xid desc, e.seq desc limit 1`,
    [caller.tenantId, recordId, model, viaId, requestId],
  );
  return rows[0];
}

/** The records among these whose last change is that of the agent. */
export async function readUntouched(
  { tx, caller, requestId }: TransactionContext,
  model: string,
  ids: readonly string[],
  viaId: string,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select g.id from unnest($2::uuid[]) g(id) cross join lateral (
       select coalesce(e.via_id = $4::uuid, false) or e.request_id = $5::text as ours, e.record is null as gone
       from events e where e.tenant_id = $1::bigint and e.record_id = g.id and e.model = $3::text and e.via is distinct from 'derived'
       order by e.xid desc, e.seq desc limit 1
     ) l where l.ours and not l.gone`,
    [caller.tenantId, ids, model, viaId, requestId],
  );
  return rows.map(({ id }) => id);
}
