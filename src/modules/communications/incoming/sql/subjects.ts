import type { Transaction } from '#db/database.ts';

export interface SubjectRow {
  readonly subject: string;
  readonly sentAt: Date;
  readonly emailId: string;
  readonly isReply: boolean;
  readonly sender: string;
  readonly participants: readonly string[];
}

/** Days between a mail and a reply to it that has no references. */
const maxDays = 30;

export const addSubjects = (tx: Transaction, tenantId: string, rows: readonly SubjectRow[]) =>
  tx.query(
    `insert into mailbox_subjects (tenant_id, subject, sent_at, email_id, is_reply, sender, participants)
     select $1::bigint, decode(r.subject, 'hex'), r.sent_at, r.email_id, r.is_reply, r.sender, r.participants
     from jsonb_to_recordset($2::jsonb)
       r(subject text, sent_at timestamptz, email_id uuid, is_reply boolean, sender text, participants text[])
     on conflict do nothing`,
    [
      tenantId,
      JSON.stringify(
        rows.map(({ sentAt, emailId, isReply, ...row }) => ({
          ...row,
          sent_at: sentAt.toISOString(),
          email_id: emailId,
          is_reply: isReply,
        })),
      ),
    ],
  );

/**
 * Replies without references, each with the newest earlier mail that it can answer: that mail has the same subject, was
 * sent to the author of the reply, and comes from another sender to whom the reply goes. At least one of the two is in
 * `emailIds`. A reply that has already found its mail keeps it.
 */
export const findAnswered = (
  tx: Transaction,
  tenantId: string,
  subjects: readonly string[],
  emailIds: readonly string[],
): Promise<{ replyId: string; answeredId: string }[]> =>
  tx.query(
    `select r.email_id as "replyId", n.email_id as "answeredId"
     from mailbox_subjects r cross join lateral (
       select n.email_id, count(*) filter (where n.email_id <> all($3::uuid[])) over () as before
       from mailbox_subjects n
       where n.tenant_id = $1::bigint and n.subject = r.subject and n.email_id <> r.email_id
         and n.sent_at <= r.sent_at and n.sent_at >= r.sent_at - interval '${maxDays} days'
         and n.sender <> r.sender and n.sender = any(r.participants) and r.sender = any(n.participants)
       order by n.sent_at desc, n.email_id limit 1
     ) n
     where r.tenant_id = $1::bigint and r.subject = any(array(select decode(s, 'hex') from unnest($2::text[]) s)) and r.is_reply
       and (r.email_id = any($3::uuid[]) or n.email_id = any($3::uuid[]) and n.before = 0)`,
    [tenantId, subjects, emailIds],
  );

/** The conversations of mails. */
export async function conversationsOf(
  tx: Transaction,
  tenantId: string,
  emailIds: readonly string[],
): Promise<Map<string, string>> {
  if (emailIds.length === 0) return new Map();
  const rows = await tx.query<{ id: string; conversationId: string }>(
    `select id, conversation_id as "conversationId" from communications_emails
     where tenant_id = $1::bigint and id = any($2::uuid[]) and conversation_id is not null`,
    [tenantId, emailIds],
  );
  return new Map(rows.map(({ id, conversationId }) => [id, conversationId]));
}
