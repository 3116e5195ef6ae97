import type { TransactionContext } from '#core/context.ts';
import { currentPosition } from '#core/events/events.ts';
import { scopedRows, tableAs, tenantRows } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';
import type { CompiledSegment } from '../../definition/compile-segment.ts';
import { membershipEvents } from '../../stored/membership-events.ts';

/** Records, with how many workflows led to the change that concerns each. */
export type Depths = ReadonlyMap<string, number>;

/** The records to compare with a segment: some, or all after an id, up to another one. */
export type Compared =
  | { readonly depths: Depths }
  | {
      readonly after: string;
      /** Undefined for all that follow. */
      readonly upTo: string | undefined;
      readonly depth: number;
    };

export interface Changes {
  readonly entered: number;
  readonly left: number;
}

/**
 * Compares records with a segment in one statement, and stores who entered and left, with an event for each, and when a
 * record has to be compared again because a window of time ends. Members that do not exist any more leave.
 */
export async function evaluate(
  { tx, caller, requestId }: TransactionContext,
  { segment, model, sqlOf, nextChangeOf }: CompiledSegment,
  compared: Compared,
): Promise<Changes> {
  const params = new Params(caller.tenantId);
  const segmentId = params.add(segment.id, 'uuid');
  const request = params.add(requestId, 'text');
  const { within, depth, depths } = comparedSql(compared, params);
  const due = nextChangeOf?.('t', params);
  const of = (alias: string) => `${alias}.tenant_id = $1::bigint and ${alias}.segment_id = ${segmentId}`;
  const found = `select t.id, ${sqlOf('t', params)} as matches, ${due ?? 'null::timestamptz'} as due_at
    from ${tableAs(model, 't')} where ${scopedRows(model, 't')} and ${within('t.id')}`;
  const windows = `, waiting as (
      insert into segment_windows (tenant_id, segment_id, record_id, due_at)
      select $1::bigint, ${segmentId}, f.id, f.due_at from found f where f.due_at is not null
      on conflict (tenant_id, segment_id, record_id) do update set due_at = excluded.due_at
    ), ended as (
      delete from segment_windows w where ${of('w')} and ${within('w.record_id')}
        and not exists (select from found f where f.id = w.record_id and f.due_at is not null)
    )`;
  const modelKey = params.add(segment.modelKey, 'text');
  const [row] = await tx.query<Changes>(
    `with found as materialized (select r.* from ${scoped('r', found)}), entered as (
      insert into segment_members (tenant_id, segment_id, record_id, entered_at)
      select $1::bigint, ${segmentId}, f.id, now() from found f where f.matches and not exists (
        select from segment_members m where ${of('m')} and m.record_id = f.id and m.left_at is null)
      returning record_id
    ), departed as (
      update segment_members m set left_at = now() where ${of('m')} and m.left_at is null and ${within('m.record_id')}
        and not exists (select from found f where f.id = m.record_id and f.matches)
      returning m.record_id
    )${due === undefined ? '' : windows}, appended as (
      insert into events (tenant_id, xid, id, type, model, record_id, record, request_id, depth)
      select $1::bigint, ${currentPosition}, gen_random_uuid(), c.type, '${membershipEvents.name}', null,
        json_build_object('segmentId', ${segmentId}, 'modelKey', ${modelKey}, 'recordId', c.record_id), ${request}, ${depth}
      from (select 'segment.entered' as type, record_id from entered union all select 'segment.left', record_id from departed) c${depths}
    )
    select (select count(*) from entered)::int as entered, (select count(*) from departed)::int as "left"`,
    params.values,
  );
  return row as Changes;
}

interface ComparedSql {
  /** SQL that is true for the compared records, given SQL of an id. */
  within(id: string): string;
  /** SQL of how many workflows led to the change of the record `c.record_id`, and the join that it needs. */
  readonly depth: string;
  readonly depths: string;
}

function comparedSql(compared: Compared, params: Params): ComparedSql {
  if ('depths' in compared) {
    const ids = params.add([...compared.depths.keys()], 'uuid[]');
    const depths = params.add([...compared.depths.values()], 'smallint[]');
    return {
      within: (id) => `${id} = any(${ids})`,
      depth: 'd.depth',
      depths: ` join unnest(${ids}, ${depths}) d(id, depth) on d.id = c.record_id`,
    };
  }
  const after = params.add(compared.after, 'uuid');
  const upTo = compared.upTo === undefined ? undefined : params.add(compared.upTo, 'uuid');
  return {
    within: (id) => `${id} > ${after}${upTo === undefined ? '' : ` and ${id} <= ${upTo}`}`,
    depth: params.add(compared.depth, 'smallint'),
    depths: '',
  };
}

/** The last of the next records after an id; undefined when fewer are left. */
export async function endOfPage(
  { tx, caller }: TransactionContext,
  { model }: CompiledSegment,
  after: string,
  size: number,
): Promise<string | undefined> {
  const params = new Params(caller.tenantId);
  const [row] = await tx.query<{ id: string }>(
    `select t.id from ${tableAs(model, 't')} where ${tenantRows(model, 't')} and t.id > ${params.add(after, 'uuid')}
     order by t.id offset ${params.add(size - 1, 'int')} limit 1`,
    params.values,
  );
  return row?.id;
}
