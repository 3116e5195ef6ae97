import type { Transaction } from '#db/database.ts';

/** The fields of a sent mail that reports about it need. */
export interface SentMail {
  readonly id: string;
  /** All its addresses as written: to, cc and bcc. */
  readonly addresses: readonly string[];
  readonly contactId: string | null;
  readonly bounceType: 'hard' | 'soft' | null;
  readonly error: string | null;
  readonly delivered: boolean;
}

/**
 * Locks the outgoing mails with these ids that exist in the tenant, in order, so that concurrent reports about one mail
 * are applied one after the other.
 */
export async function lockSentMails(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, SentMail>> {
  const rows = await tx.query<SentMail>(
    `select e.id, coalesce(e."to", '{}') || coalesce(e.cc, '{}') || coalesce(e.bcc, '{}') as addresses,
       e.contact_id as "contactId", e.bounce_type as "bounceType", e.error,
       exists (select from mail_facts f where f.tenant_id = $1::bigint and f.email_id = e.id and f.kind = 'delivered') as delivered
     from communications_emails e
     where e.tenant_id = $1::bigint and e.id = any($2::uuid[]) and e.direction is distinct from 'inbound'
     order by e.id for no key update of e`,
    [tenantId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
