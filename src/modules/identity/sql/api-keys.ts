import type { TransactionContext } from '#core/context.ts';
import type { Transaction } from '#db/database.ts';
import { securityModel } from './security-events.ts';

/** When a key expires, null for never; undefined when the key does not exist. */
export async function keyExpiry({ tx, caller }: TransactionContext, keyId: string): Promise<Date | null | undefined> {
  const [key] = await tx.query<{ end: Date | null }>(
    'select expires_at as "end" from identity_api_keys where tenant_id = $1::bigint and id = $2::uuid',
    [caller.tenantId, keyId],
  );
  return key?.end;
}

interface KeyOwner {
  readonly keyId: string;
  readonly name: string;
  readonly userId: string | null;
  readonly email: string | null;
}

export async function keyOwners({ tx, caller }: TransactionContext, ids: readonly string[]): Promise<KeyOwner[]> {
  const rows = await tx.query<KeyOwner>(
    `select k.id as "keyId", k.name, k.user_id as "userId", u.email from identity_api_keys k
     left join identity_users u on u.tenant_id = k.tenant_id and u.id = k.user_id
     where k.tenant_id = $1::bigint and k.id = any($2::uuid[])`,
    [caller.tenantId, ids],
  );
  return rows.map(({ keyId, name, userId, email }) => ({ keyId, name, userId, email }));
}

export async function keysOfUser({ tx, caller }: TransactionContext, userId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'select id from identity_api_keys where tenant_id = $1::bigint and user_id = $2::uuid',
    [caller.tenantId, userId],
  );
  return rows.map(({ id }) => id);
}

export interface UsedKeyRow {
  readonly id: string;
  readonly name: string;
  /** True when the key was never used, or not within the last hour. */
  readonly idle: boolean;
}

/** Sets `last_used_at`. This is not a change of the record: it raises no version and appends no event. */
export async function markKeysUsed(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<UsedKeyRow[]> {
  const keys = await tx.query<UsedKeyRow>(
    `select id, name, coalesce(last_used_at < now() - interval '1 hour', true) as idle from identity_api_keys
     where tenant_id = $1::bigint and id = any($2::uuid[]) order by id for update`,
    [tenantId, ids],
  );
  await tx.query(
    'update identity_api_keys set last_used_at = now() where tenant_id = $1::bigint and id = any($2::uuid[])',
    [tenantId, ids],
  );
  return keys;
}

interface ReportedKeyUse {
  readonly keyId: string;
  readonly ip: string;
  readonly at: Date;
}

/** The last `security.keyUsed` event of each key and IP address within a day, from all nodes. */
export const reportedKeyUses = (
  tx: Transaction,
  tenantId: string,
  keyIds: readonly string[],
): Promise<ReportedKeyUse[]> =>
  tx.query<ReportedKeyUse>(
    `select e.record->>'keyId' as "keyId", e.record->>'ip' as ip, max(e.occurred_at) as at from events e
     where e.tenant_id = $1::bigint and e.model = '${securityModel}' and e.type = 'security.keyUsed'
       and e.occurred_at > now() - interval '1 day' and e.record->>'keyId' = any($2::text[]) group by 1, 2`,
    [tenantId, keyIds],
  );
