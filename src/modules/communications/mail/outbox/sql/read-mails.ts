import type { JsonValue } from '#core/fields/field.ts';
import type { Transaction } from '#db/database.ts';
import type { CalendarEntry } from '../../transports/transport.ts';

/** A claimed mail as stored. */
export interface StoredMail {
  readonly emailId: string;
  readonly type: string | null;
  readonly from: string | null;
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly inReplyTo: string | null;
  /** Message-IDs of the earlier messages, oldest first. */
  readonly references: readonly string[];
  readonly conversationId: string | null;
  readonly attachmentIds: readonly string[];
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
  readonly emailListId: string | null;
  readonly batchId: string | null;
  /** The frozen data of this recipient of a batch. */
  readonly variables: Readonly<Record<string, unknown>> | null;
  readonly calendar: CalendarEntry | null;
  readonly metadata: JsonValue;
}

/** Reads mails. Deleted mails are missing in the result. */
export const readMails = (tx: Transaction, tenantId: string, emailIds: readonly string[]): Promise<StoredMail[]> =>
  tx.query<StoredMail>(
    `select e.id as "emailId", e.type, e."from", e.from_name as "fromName", e.reply_to as "replyTo", coalesce(e."to", '{}') as "to",
       coalesce(e.cc, '{}') as cc, coalesce(e.bcc, '{}') as bcc, e.subject, e.html, e.text, e.headers, e.calendar, e.metadata, e.in_reply_to as "inReplyTo",
       coalesce(e."references", '{}') as "references", e.conversation_id as "conversationId",
       coalesce(e.attachment_ids, '{}') as "attachmentIds", coalesce(e.track_opens, false) as "trackOpens",
       coalesce(e.track_clicks, false) as "trackClicks", e.email_list_id as "emailListId", e.email_snapshot_id as "batchId",
       case when e.email_snapshot_id is not null then (select c.variables from communications_email_snapshot_contacts c
         where c.tenant_id = $1::bigint and c.email_id = e.id limit 1) end as variables
     from communications_emails e where e.tenant_id = $1::bigint and e.id = any($2::uuid[])`,
    [tenantId, emailIds],
  );
