import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import type { MemberStatus } from '../../lists/member-states.ts';

interface ListMember {
  readonly email: string;
  readonly status: MemberStatus | null;
  readonly listId: string;
  readonly listName: string;
}

/** A member and its list; undefined when one of them was deleted. */
export async function readListMember(
  db: Queryable,
  tenantId: string,
  memberId: string,
): Promise<ListMember | undefined> {
  const [member] = await db.query<ListMember>(
    `select m.* from ${scoped(
      'm',
      `select m.email, m.status, l.id as "listId", l.name as "listName" from communications_email_list_members m
       join communications_email_lists l on ${inTenant('l')} and l.id = m.email_list_id
       where ${inTenant('m')} and m.id = $2::uuid`,
    )}`,
    [tenantId, memberId],
  );
  return member;
}
