import type { Grant } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import { scopedRows, tableAs, visibleJson, withinReach } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';
import { filesJson } from '../../../data/contract.ts';
import { namedUsers } from '../../../identity/contract.ts';
import { type ShownMail, shownVersion } from '../../messages/html/show-mail.ts';

export interface MessageRow {
  readonly kind: 'email' | 'comment';
  readonly id: string;
  /** ISO 8601, in microseconds. */
  readonly at: string;
  /** The record without the texts of a mail. */
  readonly record: Readonly<Record<string, unknown>>;
  /** The rendered mail, if it was rendered before. */
  readonly shown: ShownMail | null;
  /** The author of a comment. */
  readonly author: string | null;
  /** The files of a mail. */
  readonly files: readonly {
    _id: string;
    name: string;
    size: number | null;
    contentType: string | null;
    url: string;
  }[];
}

/** Mails are returned as `ShownMail`, so these raw texts are left out of the record. */
const textKeys = ['html', 'text'];

export interface MessagePosition {
  readonly at: string;
  readonly id: string;
}

/** Mails and comments of a conversation that a caller may read, oldest first. Drafts of others are left out. */
export function readMessages(
  context: Context,
  grants: { readonly emails: Grant; readonly comments: Grant },
  conversationId: string,
  after: MessagePosition | undefined,
  limit: number,
): Promise<MessageRow[]> {
  const { emails, comments } = grants;
  const params = new Params(context.caller.tenantId);
  const conversation = params.add(conversationId, 'uuid');
  const user = params.add(context.caller.userId, 'uuid');
  const position = after
    ? `where (m.at, m.id) > (${params.add(after.at, 'timestamptz')}, ${params.add(after.id, 'uuid')})`
    : '';
  const kept = new Set([...emails.model.fields.keys()].filter((key) => !textKeys.includes(key)));
  const rows = (grant: Grant, alias: string) =>
    `${tableAs(grant.model, alias)} where ${scopedRows(grant.model, alias)} and ${alias}.conversation_id = ${conversation}${withinReach(grant, alias, params)}`;
  return queryable(context).query<MessageRow>(
    `select r.* from ${scoped(
      'r',
      `with m as materialized (
         select * from (
           select 'email' as kind, e.id, coalesce(e.received_at, e.sent_at, e.created_at) as at from ${rows(emails, 'e')}
             and (coalesce(e.status, 'draft') <> 'draft' or e.created_by = ${user})
           union all
           select 'comment', c.id, c.created_at from ${rows(comments, 'c')}
         ) m ${position} order by m.at, m.id limit ${limit}
       )
       select m.kind, m.id, to_json(m.at) #>> '{}' as at,
         coalesce((select ${visibleJson(emails, 'e', kept)} from ${tableAs(emails.model, 'e')}
             where ${scopedRows(emails.model, 'e')} and m.kind = 'email' and e.id = m.id),
           (select ${visibleJson(comments, 'c')} from ${tableAs(comments.model, 'c')}
             where ${scopedRows(comments.model, 'c')} and m.kind = 'comment' and c.id = m.id)) as record,
         (select row_to_json(s) from (select s.html, s.quoted_html as "quotedHtml", s.html_text as "htmlText",
             s.quoted_html_text as "quotedHtmlText", s.text, s.quoted_text as "quotedText", s.has_remote_content as "hasRemoteContent",
             s.simplified from communications_emails_shown s
           where ${scopedRows(emails.model, 's')} and m.kind = 'email' and s.id = m.id and s.version = ${shownVersion}) s) as shown,
         (select u.name from communications_comments c
            join ${namedUsers()} u on u.id = c.created_by
            where ${scopedRows(comments.model, 'c')} and m.kind = 'comment' and c.id = m.id) as author,
         coalesce((select ${filesJson('e.attachment_ids')} from communications_emails e
           where ${scopedRows(emails.model, 'e')} and m.kind = 'email' and e.id = m.id), '[]') as files
       from m order by m.at, m.id`,
    )}`,
    params.values,
  );
}
