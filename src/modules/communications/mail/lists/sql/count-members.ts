import type { Transaction } from '#db/database.ts';

interface MemberCounts {
  readonly members: number;
  readonly unsubscribed: number;
}

/** Counts the members of a locked list. */
export async function countMembers(tx: Transaction, tenantId: string, listId: string): Promise<MemberCounts> {
  const [row] = await tx.query<MemberCounts>(
    `select count(*) filter (where status = 'subscribed')::int as members,
       count(*) filter (where status = 'unsubscribed')::int as unsubscribed
     from communications_email_list_members where tenant_id = $1::bigint and email_list_id = $2::uuid`,
    [tenantId, listId],
  );
  return row as MemberCounts;
}
