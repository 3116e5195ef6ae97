import type { TenantName } from '#core/access/platform.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { LeasedTable, type Postponed } from '#core/queue/leased-table.ts';
import type { PolledQueue } from '#core/queue/queue-engine.ts';
import type { Transaction } from '#db/database.ts';

/** The posts of one account are a queue. */
export interface PostQueue extends TenantName {
  readonly connectionId: string;
}

export type PolledAccount = PostQueue & PolledQueue;

/** `upload` replaces the stored state of an upload, unless it is null. */
interface Later extends Postponed {
  readonly lookup: boolean;
  readonly tries: number;
  readonly upload: string | null;
}

/** A started post is never published again automatically. The claim is renewed however slow a platform is. */
export const postTable = new LeasedTable<Later>({
  table: 'social_outbox',
  key: 'post_id',
  leaseMs: 60_000,
  starts: { set: 'called_at = statement_timestamp()' },
  later: {
    types: { lookup: 'boolean', tries: 'int', upload: 'jsonb' },
    set: 'lookup = p.lookup, tries = p.tries, upload = coalesce(p.upload, q.upload)',
  },
});

/** Accounts of active tenants that have posts to publish or to look up. Runs as the platform. */
export const pollAccounts = (tx: Transaction): Promise<PolledAccount[]> =>
  tx.query(
    `with recursive ${postTable.queues('queues', ['tenant_id', 'connection_id'])}
    select q.tenant_id as "tenantId", n.account_key as "accountKey", q.connection_id as "connectionId",
      greatest(0, ceil(extract(epoch from greatest(q.next_at, a.retry_at) - clock_timestamp()) * 1000))::float8 as "dueInMs"
    from queues q join tenants n on n.id = q.tenant_id
      left join social_accounts a on a.tenant_id = q.tenant_id and a.connection_id = q.connection_id
    where n.status = 'active'`,
  );

export interface ClaimedRow {
  readonly postId: string;
  /** True when the post is looked up, not published. */
  readonly lookup: boolean;
  readonly tries: number;
  /** The time of the last publishing call. */
  readonly calledAt: Date | null;
  /** The state of the upload from earlier claims of the post. */
  readonly upload: JsonValue;
}

/** Claims due posts of an account, unless the platform has rate-limited it. */
export const claimPosts = (
  tx: Transaction,
  { tenantId, connectionId }: PostQueue,
  claim: string,
  max: number,
): Promise<ClaimedRow[]> =>
  postTable.of(tx, tenantId, claim).claim<ClaimedRow>(
    {
      where: `q.connection_id = $3::uuid and not exists (select from social_accounts a
        where a.tenant_id = $1::bigint and a.connection_id = $3::uuid and a.retry_at > clock_timestamp())`,
      returning: 'q.post_id as "postId", q.lookup, q.tries, q.called_at as "calledAt", q.upload',
      max,
    },
    [connectionId],
  );

/** Pauses all posts of an account until the platform allows them again. */
export const pauseAccount = (
  tx: Transaction,
  tenantId: string,
  connectionId: string,
  delayMs: number,
): Promise<unknown> =>
  tx.query(
    `insert into social_accounts as a (tenant_id, connection_id, retry_at)
     values ($1::bigint, $2::uuid, clock_timestamp() + $3::float8 * interval '1 millisecond')
     on conflict (tenant_id, connection_id) do update set retry_at = greatest(a.retry_at, excluded.retry_at)`,
    [tenantId, connectionId, delayMs],
  );
