import { type Context, queryable, type TransactionContext } from '#core/context.ts';
import { currentPosition } from '#core/events/events.ts';
import { inTenant, scoped } from '#db/params.ts';

export interface StoredMerge {
  readonly id: string;
  readonly model: string;
  readonly winnerId: string;
  readonly loserIds: readonly string[];
  readonly state: string;
  readonly moved: number;
  readonly jobId: string | null;
  readonly xid: string;
  readonly requestId: string;
  readonly createdAt: Date;
}

const columns = `m.id, m.model, m.winner_id as "winnerId", m.loser_ids as "loserIds", m.state, coalesce(m.moved, 0)::int as moved,
  m.job_id as "jobId", m.xid, m.request_id as "requestId", m.created_at as "createdAt"`;

/** The position of the events that this transaction writes. */
export async function currentXid({ tx, caller }: TransactionContext): Promise<string> {
  const [row] = await tx.query<{ xid: string }>(`select ${currentPosition}::text as xid`, [caller.tenantId]);
  return row?.xid ?? '0';
}

/** Merges of these records that have begun and not ended. */
export const mergesOf = ({ tx, caller }: TransactionContext, ids: readonly string[]): Promise<StoredMerge[]> =>
  tx.query<StoredMerge>(
    `select ${columns} from data_merges m where m.tenant_id = $1::bigint and m.state in ('running', 'undoing')
       and (m.winner_id = any($2::text[]) or m.loser_ids && $2::text[])`,
    [caller.tenantId, ids],
  );

export async function lockMerge({ tx, caller }: TransactionContext, id: string): Promise<StoredMerge | undefined> {
  const [row] = await tx.query<StoredMerge>(
    `select ${columns} from data_merges m where m.tenant_id = $1::bigint and m.id = $2::uuid for update`,
    [caller.tenantId, id],
  );
  return row;
}

export async function findMerge(context: Context, id: string): Promise<StoredMerge | undefined> {
  const [row] = await queryable(context).query<StoredMerge>(
    `select m.* from ${scoped('m', `select ${columns} from data_merges m where ${inTenant('m')} and m.id = $2::uuid`)}`,
    [context.caller.tenantId, id],
  );
  return row;
}
