import type { Transaction } from '#db/database.ts';

export interface LockedList {
  readonly id: string;
  readonly name: string;
  readonly type: string | null;
  readonly doubleOptIn: boolean;
  readonly memberCount: number;
  readonly unsubscribedCount: number;
}

/**
 * Locks lists until the transaction ends, in the order of their ids, so changes of their members wait for each other.
 */
export const lockLists = (tx: Transaction, tenantId: string, ids: readonly string[]): Promise<LockedList[]> =>
  tx.query<LockedList>(
    `select id, name, type, coalesce(double_opt_in, false) as "doubleOptIn",
       coalesce(member_count, 0)::int as "memberCount", coalesce(unsubscribed_count, 0)::int as "unsubscribedCount"
     from communications_email_lists where tenant_id = $1::bigint and id = any($2::uuid[]) order by id for update`,
    [tenantId, ids],
  );
