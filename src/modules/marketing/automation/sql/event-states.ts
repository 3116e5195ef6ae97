import type { TransactionContext } from '#core/context.ts';
import { conditionReads } from '#core/query/condition-reads.ts';
import type { Condition } from '#core/query/filter.ts';
import { compileConditions } from '#core/query/filter-sql.ts';
import { inTenant, Params, scoped } from '#db/params.ts';

interface EventKey {
  readonly xid: string;
  readonly seq: string;
}

const dayMs = 86_400_000;

/**
 * The events among these whose record met conditions before or after the change. The row that the conditions read is made
 * of the event, because the table has only the newest state.
 */
export async function eventsThatMatched(
  { tx, caller }: TransactionContext,
  conditions: readonly Condition[],
  events: readonly (EventKey & { readonly at: Date })[],
  state: 'record' | 'previous',
): Promise<Set<string>> {
  if (events.length === 0) return new Set();
  const params = new Params(caller.tenantId);
  const xids = params.add(
    events.map(({ xid }) => xid),
    'xid8[]',
  );
  const seqs = params.add(
    events.map(({ seq }) => seq),
    'bigint[]',
  );
  const since = new Date(Math.min(...events.map(({ at }) => at.getTime())) - dayMs);
  const { own } = conditionReads(conditions);
  const columns: string[] = [];
  const custom: string[] = [];
  for (const { key, column, customId, type, companion } of own) {
    const json = `(e.${state}::jsonb->'${key}')`;
    if (column !== null) columns.push(`, ${type.fromJson(json)} as "${column}"`);
    if (column !== null && companion) columns.push(`, ${companion.of(type.fromJson(json))} as "${companion.name}"`);
    if (column === null && customId !== undefined) custom.push(`'${customId}', ${json}`);
  }
  const at = params.add(since.toISOString(), 'timestamptz');
  const rows = await tx.query<EventKey>(
    `select r.xid, r.seq from ${scoped(
      'r',
      `select e.xid::text as xid, e.seq::text as seq from unnest(${xids}, ${seqs}) k(xid, seq)
       join events e on ${inTenant('e')} and e.xid = k.xid and e.seq = k.seq and e.occurred_at >= ${at}
       cross join lateral (select e.tenant_id, e.record_id as id${columns.join('')}, jsonb_build_object(${custom.join(', ')}) as custom offset 0) t
       where true${compileConditions(conditions, 't', params)}`,
    )}`,
    params.values,
  );
  return new Set(rows.map(keyOf));
}

/** True when all fields that conditions read are in events as columns are. */
export const readFromEvents = (conditions: readonly Condition[]): boolean =>
  [...conditionReads(conditions).own].every(({ column, customId, derived, declared }) =>
    column !== null ? !derived && !declared.computed : customId !== undefined && !derived,
  );

export const keyOf = ({ xid, seq }: EventKey): string => `${xid} ${seq}`;

/** The record of an event before the change, as JSON, by the key of the event. */
export async function formerRecords(
  { tx, caller }: TransactionContext,
  events: readonly (EventKey & { readonly at: Date })[],
): Promise<Map<string, Record<string, unknown>>> {
  if (events.length === 0) return new Map();
  const since = new Date(Math.min(...events.map(({ at }) => at.getTime())) - dayMs);
  const rows = await tx.query<EventKey & { record: Record<string, unknown> }>(
    `select e.xid::text as xid, e.seq::text as seq, e.previous as record from unnest($2::xid8[], $3::bigint[]) k(xid, seq)
     join events e on e.tenant_id = $1::bigint and e.xid = k.xid and e.seq = k.seq and e.occurred_at >= $4::timestamptz
     where e.previous is not null`,
    [caller.tenantId, events.map(({ xid }) => xid), events.map(({ seq }) => seq), since.toISOString()],
  );
  return new Map(rows.map((row) => [keyOf(row), row.record]));
}
