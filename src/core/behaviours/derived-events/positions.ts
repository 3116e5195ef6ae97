import type { Database } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import { type Context, inTransaction, queryable, type TransactionContext } from '../../context.ts';
import { latestPosition } from '../../events/feed.ts';

/** The position of the last event of a tenant that has been read. */
export interface EventPosition {
  readonly xid: string;
  readonly seq: string;
  readonly readAt: Date;
}

/** Starts with the events after the newest one, unless the events of the tenant are read already. */
export async function startReading(context: TransactionContext): Promise<void> {
  const { xid, seq } = await latestPosition(context);
  await context.tx.query(
    `insert into derived_positions (tenant_id, xid, seq) values ($1::bigint, $2::xid8, $3::bigint)
     on conflict (tenant_id) do nothing`,
    [context.caller.tenantId, xid, seq],
  );
}

export const stopReading = ({ tx, caller }: TransactionContext): Promise<unknown> =>
  tx.query('delete from derived_positions where tenant_id = $1::bigint', [caller.tenantId]);

/** The tenants whose events are read. */
export async function tenantsRead(db: Database): Promise<string[]> {
  const rows = await db.platform((tx) =>
    tx.query<{ id: string }>('select tenant_id::text as id from derived_positions', []),
  );
  return rows.map(({ id }) => id);
}

export async function readPosition(context: Context): Promise<EventPosition | undefined> {
  const [row] = await queryable(context).query<EventPosition>(
    `select p.* from ${scoped('p', `select p.xid::text, p.seq::text, p.read_at as "readAt" from derived_positions p where ${inTenant('p')}`)}`,
    [context.caller.tenantId],
  );
  return row;
}

/**
 * Advances the position. Another node that read the same events may have advanced it further. This needs a transaction
 * of the tenant: in one statement, PostgreSQL evaluates the condition on the tenant before it sets the tenant.
 */
export const savePosition = (context: Context, from: EventPosition, to: EventPosition): Promise<unknown> =>
  inTransaction(context, ({ tx, caller }) =>
    tx.query(
      `update derived_positions p set xid = $2::xid8, seq = $3::bigint, read_at = $4::timestamptz
       where p.tenant_id = $1::bigint and p.xid = $5::xid8 and p.seq = $6::bigint`,
      [caller.tenantId, to.xid, to.seq, to.readAt, from.xid, from.seq],
    ),
  );
