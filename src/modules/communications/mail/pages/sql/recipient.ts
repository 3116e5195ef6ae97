import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

export interface Recipient {
  /** The first address of the mail. Mailings have one for each recipient. */
  readonly email: string;
  readonly sender: string | null;
  readonly emailListId: string | null;
}

/**
 * Reads the recipient of a mail. A deleted mail is read from the event of its deletion, because people can unsubscribe
 * for as long as they have the mail.
 */
export async function readRecipient(db: Queryable, tenantId: string, emailId: string): Promise<Recipient | undefined> {
  const [found] = await db.query<Recipient>(
    `select m.* from ${scoped(
      'm',
      `(select m."to"[1] as email, coalesce(nullif(m.from_name, ''), m."from") as sender, m.email_list_id as "emailListId"
        from communications_emails m where ${inTenant('m')} and m.id = $2::uuid)
       union all
       (select e.previous->'to'->>0, coalesce(nullif(e.previous->>'fromName', ''), e.previous->>'from'),
          (e.previous->>'emailListId')::uuid
        from events e where ${inTenant('e')} and e.record_id = $2::uuid and e.model = 'communications.emails'
          and e.record is null
        order by e.xid desc, e.seq desc limit 1)
       limit 1`,
    )} where m.email is not null`,
    [tenantId, emailId],
  );
  return found;
}
