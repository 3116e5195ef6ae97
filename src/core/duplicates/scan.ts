import { scoped } from '#db/params.ts';
import { type Context, inTransaction, type TransactionContext } from '../context.ts';
import { settledBelow } from '../events/events.ts';
import { latestPosition } from '../events/feed.ts';
import { tableAs, tenantRows } from '../query/rows.ts';
import { type ActiveRule, refreshKeys } from './keys-table.ts';

/** Brings the keys of a rule up to date: first of all records, then of those that changed since. */

/** The number of records or events that one transaction reads. Similar texts are compared, which takes longer. */
const batchSizeOf = ({ rule }: ActiveRule): number => (rule.method === 'similar' ? 250 : 1000);

/** Reading the events of a longer time takes longer than making all keys again, and old events are dropped. */
const maxBehindMs = 7 * 86_400_000;

interface Scan {
  readonly scanned_to: string | null;
  readonly built: boolean;
  readonly xid: string;
  readonly seq: string;
  readonly at: Date;
}

export interface ScanStep {
  /** The records or events that the step read. */
  readonly read: number;
  readonly finished: boolean;
}

/** One transaction. Concurrent steps of a rule wait for each other. */
export const scanStep = (context: Context, active: ActiveRule): Promise<ScanStep> =>
  inTransaction(context, async (within) => {
    const scan = await lockScan(within, active);
    return scan.built ? readChanged(within, active, scan) : readNext(within, active, scan);
  });

/** Reads at most about `budget` records or events. Returns true when the keys are up to date. */
export async function bringUpToDate(context: Context, active: ActiveRule, budget: number): Promise<boolean> {
  for (let left = budget; left > 0; ) {
    const { read, finished } = await scanStep(context, active);
    if (finished) return true;
    left -= Math.max(read, 1);
  }
  return false;
}

async function lockScan(context: TransactionContext, active: ActiveRule): Promise<Scan> {
  const { tx, caller } = context;
  const { scanId, rule } = active;
  const read = async () => {
    const [row] = await tx.query<Scan>(
      `select scanned_to, built_at is not null as built, xid::text, seq::text, at from duplicate_scans
       where tenant_id = $1::bigint and id = $2::uuid for update`,
      [caller.tenantId, scanId],
    );
    return row;
  };
  const found = await read();
  if (found && Date.now() - found.at.getTime() < maxBehindMs) return found;
  const { xid, seq } = await latestPosition(context);
  await tx.query(
    `insert into duplicate_scans (tenant_id, id, rule_id, xid, seq) values ($1::bigint, $2::uuid, $3::uuid, $4::xid8, $5::bigint)
     on conflict (tenant_id, id) do update set scanned_to = null, built_at = null, xid = excluded.xid, seq = excluded.seq, at = now()
       where duplicate_scans.at < now() - make_interval(secs => ${maxBehindMs / 1000})`,
    [caller.tenantId, scanId, rule.id, xid, seq],
  );
  return (await read()) as Scan;
}

/** The next records in the order of their ids. */
async function readNext(context: TransactionContext, active: ActiveRule, scan: Scan): Promise<ScanStep> {
  const { tx, caller } = context;
  const { model, scanId } = active;
  const limit = batchSizeOf(active);
  const rows = await tx.query<{ id: string }>(
    `select t.id from ${tableAs(model, 't')}
     where ${tenantRows(model, 't')} and t.id > $2::uuid order by t.id limit $3::int`,
    [caller.tenantId, scan.scanned_to ?? '00000000-0000-0000-0000-000000000000', limit],
  );
  const ids = rows.map(({ id }) => id);
  await refreshKeys(context, active, ids);
  const isLast = rows.length < limit;
  await tx.query(
    `update duplicate_scans set scanned_to = $3::uuid, at = now(), built_at = case when $4::boolean then now() end
     where tenant_id = $1::bigint and id = $2::uuid`,
    [caller.tenantId, scanId, ids.at(-1) ?? scan.scanned_to, isLast],
  );
  return { read: ids.length, finished: false };
}

interface ChangeRow {
  readonly xid: string;
  readonly seq: string;
  readonly model: string;
  readonly id: string | null;
  /** False while an older transaction is open, which may still write an event before this one. */
  readonly settled: boolean;
}

/** The records that changed after the position of the scan. Those that are not settled are read again the next time. */
async function readChanged(context: TransactionContext, active: ActiveRule, scan: Scan): Promise<ScanStep> {
  const { tx, caller } = context;
  const { model, scanId } = active;
  const limit = batchSizeOf(active);
  const rows = await tx.query<ChangeRow>(
    `select c.* from ${scoped(
      'c',
      `select e.xid::text, e.seq::text, e.model, e.record_id as id, e.xid < s.below as settled
       from (select ${settledBelow} as below offset 0) s cross join events e
       where e.tenant_id = $1::bigint and e.tenant_id = scope.tenant::bigint and (e.xid, e.seq) > ($2::xid8, $3::bigint)
         and e.occurred_at >= $4::timestamptz
       order by e.xid, e.seq limit $5::int`,
    )}`,
    [caller.tenantId, scan.xid, scan.seq, new Date(scan.at.getTime() - maxBehindMs), limit],
  );
  const ids = new Set(rows.flatMap(({ model: name, id }) => (name === model.name && id !== null ? [id] : [])));
  await refreshKeys(context, active, [...ids]);
  const last = rows.findLast(({ settled }) => settled);
  await tx.query(
    `update duplicate_scans set at = now(), xid = $3::xid8, seq = $4::bigint where tenant_id = $1::bigint and id = $2::uuid`,
    [caller.tenantId, scanId, last?.xid ?? scan.xid, last?.seq ?? scan.seq],
  );
  // Unsettled events stay before the next read, so it must not wait for them.
  return { read: rows.length, finished: rows.length < limit || !rows.some(({ settled }) => settled) };
}
