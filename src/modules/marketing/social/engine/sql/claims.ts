import type { JsonValue } from '#core/fields/field.ts';
import type { Transaction } from '#db/database.ts';
import { leaseMs } from '../timing.ts';
import type { PostQueue } from './poll-accounts.ts';

export interface ClaimedRow {
  readonly postId: string;
  /** It is looked up, and not published. */
  readonly lookup: boolean;
  readonly tries: number;
  /** When the last call that publishes was made. */
  readonly calledAt: Date | null;
  /** What earlier claims of the post know of its upload. */
  readonly upload: JsonValue;
}

/** Claims due posts of an account, unless the platform has limited it. */
export const claimPosts = (
  tx: Transaction,
  { tenantId, connectionId }: PostQueue,
  claim: string,
  max: number,
): Promise<ClaimedRow[]> =>
  tx.query<ClaimedRow>(
    `with due as materialized (
      select o.post_id, o.next_at from social_outbox o
      where o.tenant_id = $1::bigint and o.connection_id = $2::uuid and o.claim is null and o.next_at <= clock_timestamp()
        and exists (select from tenants n where n.id = $1::bigint and n.status = 'active')
        and not exists (select from social_accounts a where a.tenant_id = $1::bigint and a.connection_id = $2::uuid
          and a.retry_at > clock_timestamp())
      order by o.next_at, o.post_id limit $5::int for update skip locked
    ), claimed as (
      update social_outbox o set claim = $3::uuid, started_at = null,
        lease_until = clock_timestamp() + $4::int * interval '1 millisecond'
      from due where o.tenant_id = $1::bigint and o.post_id = due.post_id
      returning o.post_id, o.lookup, o.tries, o.called_at, o.upload, due.next_at
    )
    select post_id as "postId", lookup, tries, called_at as "calledAt", upload from claimed order by next_at, post_id`,
    [tenantId, connectionId, claim, leaseMs, max],
  );

export const renewLeases = (tx: Transaction, tenantId: string, claim: string): Promise<unknown> =>
  tx.query(
    `update social_outbox set lease_until = clock_timestamp() + $3::int * interval '1 millisecond'
     where tenant_id = $1::bigint and claim = $2::uuid`,
    [tenantId, claim, leaseMs],
  );

/** Notes that the post is about to be published. From here on it is never published again by itself. False when it was cancelled. */
export async function markStarted(tx: Transaction, tenantId: string, claim: string, postId: string): Promise<boolean> {
  const rows = await tx.query(
    `update social_outbox o set started_at = clock_timestamp(), called_at = clock_timestamp(), lease_until = clock_timestamp() + $4::int * interval '1 millisecond'
     where o.tenant_id = $1::bigint and o.post_id = $3::uuid and o.claim = $2::uuid
       and exists (select from tenants n where n.id = $1::bigint and n.status = 'active')
     returning 1`,
    [tenantId, claim, postId, leaseMs],
  );
  return rows.length > 0;
}

/** The result is known. False when the claim was lost. */
export async function endClaim(tx: Transaction, tenantId: string, claim: string, postId: string): Promise<boolean> {
  const rows = await tx.query(
    `delete from social_outbox where tenant_id = $1::bigint and post_id = $3::uuid and claim = $2::uuid returning 1`,
    [tenantId, claim, postId],
  );
  return rows.length > 0;
}

export interface Later {
  readonly delayMs: number;
  readonly lookup: boolean;
  readonly tries: number;
  /** Absent: what is known of an upload stays. */
  readonly upload?: JsonValue;
}

/** The post is due again after a delay. False when the claim was lost. */
export async function postpone(
  tx: Transaction,
  tenantId: string,
  claim: string,
  postId: string,
  { delayMs, lookup, tries, upload }: Later,
): Promise<boolean> {
  const rows = await tx.query(
    `update social_outbox set claim = null, started_at = null, lease_until = null, lookup = $5::boolean, tries = $6::int,
       upload = coalesce($7::jsonb, upload), next_at = clock_timestamp() + $4::float8 * interval '1 millisecond'
     where tenant_id = $1::bigint and post_id = $3::uuid and claim = $2::uuid returning 1`,
    [tenantId, claim, postId, delayMs, lookup, tries, upload === undefined ? null : JSON.stringify(upload)],
  );
  return rows.length > 0;
}

/** Releases what this claim has not started. */
export const releaseClaim = (tx: Transaction, tenantId: string, claim: string): Promise<unknown> =>
  tx.query(
    `update social_outbox set claim = null, lease_until = null
     where tenant_id = $1::bigint and claim = $2::uuid and started_at is null`,
    [tenantId, claim],
  );

/** Posts of claims that nobody renewed: `started` ones may have been published. */
export const expiredPosts = (
  tx: Transaction,
  tenantId: string,
): Promise<{ postId: string; claim: string; started: boolean }[]> =>
  tx.query(
    `select post_id as "postId", claim, started_at is not null as started from social_outbox
     where tenant_id = $1::bigint and claim is not null and lease_until < clock_timestamp() order by post_id limit 500`,
    [tenantId],
  );

/** Ends a claim that has expired, if it is still the same and was not renewed meanwhile. */
export async function takeExpired(
  tx: Transaction,
  tenantId: string,
  claim: string,
  postId: string,
  delayMs: number | null,
): Promise<boolean> {
  const same = `tenant_id = $1::bigint and post_id = $3::uuid and claim = $2::uuid and lease_until < clock_timestamp()`;
  const rows =
    delayMs === null
      ? await tx.query(`delete from social_outbox where ${same} returning 1`, [tenantId, claim, postId])
      : await tx.query(
          `update social_outbox set claim = null, started_at = null, lease_until = null, lookup = true, tries = 0,
             next_at = clock_timestamp() + $4::float8 * interval '1 millisecond' where ${same} returning 1`,
          [tenantId, claim, postId, delayMs],
        );
  return rows.length > 0;
}

/** Claims that expired before anything was published are due again. */
export const releaseExpired = (tx: Transaction, tenantId: string): Promise<unknown> =>
  tx.query(
    `update social_outbox set claim = null, lease_until = null
     where tenant_id = $1::bigint and claim is not null and lease_until < clock_timestamp() and started_at is null`,
    [tenantId],
  );

/** Nothing of the account is published before the platform allows it again. */
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
