import { inTenant, Params, scoped } from '#db/params.ts';
import { type Context, queryable } from '../../context.ts';
import { settledBelow } from '../../events/events.ts';
import type { Dependant } from './dependants.ts';
import type { EventPosition } from './positions.ts';

/** Events that one statement reads. */
const windowSize = 500;

/** Records whose formulas or rollups may have changed. */
export interface Affected {
  readonly dependant: Dependant;
  /** The ids of these records, or of the records to which they refer. */
  readonly ids: ReadonlySet<string>;
  /** The request of the last event. */
  readonly requestId: string;
  /** How many workflows led to the events. */
  readonly depth: number;
}

export interface ReadEvents {
  readonly affected: readonly Affected[];
  readonly to: EventPosition;
  readonly isFull: boolean;
  /** True when further events wait for an older transaction to end. */
  readonly unsettled: boolean;
}

type Row = Readonly<Record<string, unknown>> & {
  readonly xid: string;
  readonly seq: string;
  readonly occurred_at: Date;
  readonly request_id: string | null;
  readonly depth: number;
  readonly settled: boolean;
};

/** Reads the events after a position, and the records that they affect. */
export async function readAffected(
  context: Context,
  from: EventPosition,
  dependants: readonly Dependant[],
): Promise<ReadEvents> {
  const params = new Params(context.caller.tenantId);
  const position = `(${params.add(from.xid, 'xid8')}, ${params.add(from.seq, 'bigint')})`;
  // The margin is for transactions that took long.
  const since = params.add(new Date(from.readAt.getTime() - 86_400_000), 'timestamptz');
  const columns = dependants.map(({ source }, n) => `${idsSql(source)} as s${n}`);
  const read = await queryable(context).query<Row>(
    `select w.* from ${scoped(
      'w',
      `select e.xid::text, e.seq::text, e.occurred_at, e.request_id, e.depth, e.xid < ${settledBelow} as settled, ${columns.join(', ')}
       from events e where ${inTenant('e')} and (e.xid, e.seq) > ${position} and e.occurred_at >= ${since}
       order by e.xid, e.seq limit ${windowSize}`,
    )}`,
    params.values,
  );
  // An event before these may still be committed by a transaction that is open.
  const rows = read.filter(({ settled }) => settled);
  const last = rows.at(-1);
  const affected = dependants.flatMap((dependant, n): Affected[] => {
    const found = rows.filter((row) => Array.isArray(row[`s${n}`]));
    // The deepest first: its event is the one that says that the value changed.
    const byDepth = [...Map.groupBy(found, ({ depth }) => depth)].sort(([a], [b]) => b - a);
    return byDepth.flatMap(([depth, some]): Affected[] => {
      const ids = new Set(some.flatMap((row) => (row[`s${n}`] as (string | null)[]).filter((id) => id !== null)));
      return ids.size === 0 ? [] : [{ dependant, ids, requestId: some.at(-1)?.request_id ?? context.requestId, depth }];
    });
  });
  return {
    affected,
    to: last ? { xid: last.xid, seq: last.seq, readAt: last.occurred_at } : from,
    isFull: rows.length === windowSize,
    unsettled: rows.length < read.length,
  };
}

/**
 * SQL of the ids that an event affects; null when it affects none. A record that others refer to is affected only by
 * updates: before its creation and after its deletion nothing refers to it.
 */
function idsSql({ model, fields, reference, are }: Dependant['source']): string {
  const changed = [...fields]
    .map((key) => `(e.record->>'${key}') is distinct from (e.previous->>'${key}')`)
    .join(' or ');
  const ids =
    are === 'children' ? `array[e.record->>'${reference}', e.previous->>'${reference}']` : 'array[e.record_id::text]';
  const updated = are === 'children' ? '' : ' and e.record is not null and e.previous is not null';
  // A deletion stores the record as the previous one.
  return `case when e.model = '${model}'${updated} and (${changed}) then ${ids} end`;
}
