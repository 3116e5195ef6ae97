import type { Grant } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import { scopedRows, tableAs, visibleJson, withinReach } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';

export interface MessageRow {
  readonly kind: 'email' | 'comment';
  readonly id: string;
  /** ISO 8601, in microseconds. */
  readonly at: string;
  readonly record: Readonly<Record<string, unknown>>;
  /** Of a comment. */
  readonly author: string | null;
  /** Of a mail. */
  readonly files: readonly {
    _id: string;
    name: string;
    size: number | null;
    contentType: string | null;
    url: string;
  }[];
}

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
         coalesce((select ${visibleJson(emails, 'e')} from ${tableAs(emails.model, 'e')}
             where ${scopedRows(emails.model, 'e')} and m.kind = 'email' and e.id = m.id),
           (select ${visibleJson(comments, 'c')} from ${tableAs(comments.model, 'c')}
             where ${scopedRows(comments.model, 'c')} and m.kind = 'comment' and c.id = m.id)) as record,
         (select coalesce(u.name, u.email) from communications_comments c
            join identity_users u on ${scopedRows(comments.model, 'u')} and u.id = c.created_by
            where ${scopedRows(comments.model, 'c')} and m.kind = 'comment' and c.id = m.id) as author,
         coalesce((select json_agg(json_build_object('_id', f.id, 'name', f.name, 'size', f.size, 'contentType', f.mime_type,
             'url', '/api/data/storedFiles/' || f.id || '/content') order by f.id)
           from communications_emails e join data_stored_files f on ${scopedRows(emails.model, 'f')} and f.id = any(e.attachment_ids)
           where ${scopedRows(emails.model, 'e')} and m.kind = 'email' and e.id = m.id), '[]') as files
       from m order by m.at, m.id`,
    )}`,
    params.values,
  );
}
