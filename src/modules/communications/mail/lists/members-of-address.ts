import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import type { MemberStatus } from './member-states.ts';

interface Membership {
  readonly id: string;
  readonly listId: string;
  readonly status: MemberStatus | null;
}

/** The memberships of an address in one list, or in all lists. */
export const readMemberships = (
  db: Queryable,
  tenantId: string,
  email: string,
  listId: string | null,
): Promise<Membership[]> =>
  db.query<Membership>(
    `select m.* from ${scoped(
      'm',
      `select m.id, m.email_list_id as "listId", m.status from communications_email_list_members m
       where ${inTenant('m')} and m.email_folded = lower($2::text)
         and ($3::uuid is null or m.email_list_id = $3::uuid)`,
    )}`,
    [tenantId, email, listId],
  );
