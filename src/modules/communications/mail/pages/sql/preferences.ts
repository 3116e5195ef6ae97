import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

export interface ListPreference {
  readonly id: string;
  readonly name: string;
  readonly subscribed: boolean;
}

/**
 * Reads the lists of an address and the list of the mail, and whether the address gets their mail. Unconfirmed
 * memberships are left out.
 */
export const readListPreferences = (
  db: Queryable,
  tenantId: string,
  email: string,
  emailListId: string | null,
): Promise<ListPreference[]> =>
  db.query<ListPreference>(
    `select l.* from ${scoped(
      'l',
      `select l.id, l.name, coalesce(m.status, 'subscribed') = 'subscribed' and not exists (
         select from communications_email_suppressions s
         where ${inTenant('s')} and s.email_folded = lower($2::text) and s.active and s.reason = 'unsubscribed'
           and s.email_list_id = l.id) as subscribed
       from communications_email_lists l
       left join communications_email_list_members m
         on ${inTenant('m')} and m.email_list_id = l.id and m.email_folded = lower($2::text)
       where ${inTenant('l')} and (l.id = $3::uuid or m.status <> 'pending')
         and l.id = any(array(
           select x.email_list_id from communications_email_list_members x
           where ${inTenant('x')} and x.email_folded = lower($2::text)
           union select $3::uuid))
       order by l.name, l.id`,
    )}`,
    [tenantId, email, emailListId],
  );

/** True when an address has unsubscribed from all mailings. */
export async function readUnsubscribedFromAll(db: Queryable, tenantId: string, email: string): Promise<boolean> {
  const rows = await db.query(
    `select s.* from ${scoped(
      's',
      `select s.id from communications_email_suppressions s
       where ${inTenant('s')} and s.email_folded = lower($2::text) and s.active and s.reason = 'unsubscribed'
         and s.email_list_id is null limit 1`,
    )}`,
    [tenantId, email],
  );
  return rows.length > 0;
}
