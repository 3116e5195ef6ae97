import type { Transaction } from '#db/database.ts';
import { existingUsers, keptUser } from '../../../identity/contract.ts';

/** SQL that adds a user to an array, or removes the user from it. */
const withUser = (column: string, user: string, wanted: string): string =>
  `case when ${wanted} then array(select distinct u from unnest(coalesce(${column}, '{}') || ${user}) u order by u)
    else array_remove(coalesce(${column}, '{}'), ${user}) end`;

const setMarks = (user: string, isRead: string): string =>
  `read_by_ids = ${withUser('c.read_by_ids', user, `${isRead} and coalesce(c.unread_count, 0) > 0`)},
   unread_by_ids = ${withUser('c.unread_by_ids', user, `not ${isRead} and coalesce(c.unread_count, 0) = 0`)}`;

/**
 * Sets the read state of a conversation for one user. Only a difference from `unreadCount` is stored. It writes no event and no version,
 * because opening a conversation must not cause a version conflict for somebody who is saving.
 */
export const setOwnMark = (
  tx: Transaction,
  tenantId: string,
  conversationId: string,
  userId: string,
  read: boolean,
): Promise<unknown> =>
  tx.query(
    `update communications_conversations c set ${setMarks('u.id', '$4::boolean')}
     from ${keptUser('$1::bigint', '$3::uuid')} u
     where c.tenant_id = $1::bigint and c.id = $2::uuid`,
    [tenantId, conversationId, userId, read],
  );

/**
 * Does the same for users whose own mailboxes hold mails of these conversations: they see the state at their servers. A change that is
 * still queued for the server counts as done. Mailboxes of teams are left out, because they share the flag of the mail.
 */
export const setOwnerMarks = (
  tx: Transaction,
  tenantId: string,
  conversationIds: readonly string[],
): Promise<unknown> =>
  tx.query(
    `with holders as materialized (
      select e.conversation_id as id, k.owner_id, bool_and(coalesce(w.kind = 'seen', l.seen)) as seen
      from communications_emails e
      join mailbox_copies k on k.tenant_id = $1::bigint and k.email_id = e.id and cardinality(k.team_ids) = 0
      join mailbox_locations l on l.tenant_id = $1::bigint and l.connection_id = k.connection_id and l.email_id = e.id and not l.gone
      left join lateral (
        select w.kind from mailbox_changes w where w.tenant_id = $1::bigint and w.connection_id = k.connection_id
          and w.email_id = e.id and w.kind in ('seen', 'unseen') order by w.id desc limit 1
      ) w on true
      where e.tenant_id = $1::bigint and e.conversation_id = any($2::uuid[]) and e.direction = 'inbound'
      group by e.conversation_id, k.owner_id
    ), marks as (
      select c.id,
        array(select h.owner_id from holders h where h.id = c.id) as owners,
        array(select h.owner_id from holders h where h.id = c.id and h.seen and coalesce(c.unread_count, 0) > 0) as read,
        array(select h.owner_id from holders h where h.id = c.id and not h.seen and coalesce(c.unread_count, 0) = 0) as unread
      from communications_conversations c where c.tenant_id = $1::bigint and c.id in (select h.id from holders h)
    ), changed as (
      select c.id,
        array(select u from unnest(coalesce(c.read_by_ids, '{}')) u where u <> all(m.owners) union select unnest(m.read) order by 1) as read,
        array(select u from unnest(coalesce(c.unread_by_ids, '{}')) u where u <> all(m.owners) union select unnest(m.unread) order by 1) as unread
      from marks m join communications_conversations c on c.tenant_id = $1::bigint and c.id = m.id
    )
    update communications_conversations c set
      read_by_ids = ${existingUsers('$1::bigint', 'n.read')},
      unread_by_ids = ${existingUsers('$1::bigint', 'n.unread')}
    from changed n where c.tenant_id = $1::bigint and c.id = n.id
      and (coalesce(c.read_by_ids, '{}') <> n.read or coalesce(c.unread_by_ids, '{}') <> n.unread)`,
    [tenantId, conversationIds],
  );

/** A conversation that got an unread message is unread for all. Call it before its counts are written. */
export const forgetReaders = (
  tx: Transaction,
  tenantId: string,
  counts: readonly { readonly id: string; readonly messageCount: number; readonly unreadCount: number }[],
): Promise<unknown> =>
  tx.query(
    `update communications_conversations c set read_by_ids = '{}' from unnest($2::uuid[], $3::int[], $4::int[]) n(id, messages, unread)
     where c.tenant_id = $1::bigint and c.id = n.id and cardinality(c.read_by_ids) > 0
       and n.messages > coalesce(c.message_count, 0) and n.unread > coalesce(c.unread_count, 0)`,
    [
      tenantId,
      counts.map(({ id }) => id),
      counts.map(({ messageCount }) => messageCount),
      counts.map(({ unreadCount }) => unreadCount),
    ],
  );

/** SQL of whether a conversation is unread for a user. */
export const isUnreadFor = (alias: string, user: string): string =>
  `coalesce(case when coalesce(${alias}.unread_count, 0) > 0 then not ${user} = any(coalesce(${alias}.read_by_ids, '{}'))
    else ${user} = any(${alias}.unread_by_ids) end, coalesce(${alias}.unread_count, 0) > 0)`;
