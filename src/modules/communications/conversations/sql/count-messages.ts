import type { Transaction } from '#db/database.ts';

/** Counts and dates of the mails of a conversation, as values of its fields. */
export interface MessageCounts {
  readonly id: string;
  readonly messageCount: number;
  readonly unreadCount: number;
  readonly lastMessageAt: string | null;
  readonly lastMessageDirection: 'inbound' | 'outbound' | null;
  readonly firstRepliedAt: string | null;
  readonly waitingSince: string | null;
}

/**
 * SQL of whether a person wrote a sent mail. Mailings, mails of the platform and automatic answers are no replies, so
 * the customer still waits.
 */
const isWritten = `coalesce(e.category, 'personal') = 'personal' and coalesce(e.type, 'single') not in ('bulk', 'campaign', 'marketing', 'system')`;

/** Newsletters and automatic answers need no reply. A scheduled, cancelled or failed mail does not count as a message. */
export const countMessages = (
  tx: Transaction,
  tenantId: string,
  conversationIds: readonly string[],
): Promise<MessageCounts[]> =>
  tx.query<MessageCounts>(
    `select c.id, m.total::int as "messageCount", m.unread::int as "unreadCount", m.last_at as "lastMessageAt",
      m.last_direction as "lastMessageDirection", m.first_replied as "firstRepliedAt",
      (select to_json(min(e.at)) from (
        select coalesce(e.received_at, e.created_at) as at from communications_emails e
        where e.tenant_id = $1::bigint and e.conversation_id = c.id and e.direction = 'inbound'
          and coalesce(e.category, 'personal') = 'personal'
      ) e where e.at > coalesce(m.last_outbound, '-infinity')) as "waitingSince"
    from unnest($2::uuid[]) c(id) cross join lateral (
      select count(*) as total,
        count(*) filter (where e.direction = 'inbound' and e.read is not true) as unread,
        to_json(max(e.at)) as last_at,
        (array_agg(e.direction order by e.at desc, e.id desc))[1] as last_direction,
        max(e.at) filter (where e.direction = 'outbound' and e.written) as last_outbound,
        to_json(min(e.at) filter (where e.direction = 'outbound' and e.written and e.at > e.first_inbound)) as first_replied
      from (
        select e.id, e.direction, e.read, ${isWritten} as written, coalesce(e.received_at, e.sent_at, e.created_at) as at,
          min(e.received_at) filter (where e.direction = 'inbound') over () as first_inbound
        from communications_emails e
        where e.tenant_id = $1::bigint and e.conversation_id = c.id
          and coalesce(e.status, 'draft') not in ('draft', 'scheduled', 'cancelled', 'failed')
      ) e
    ) m`,
    [tenantId, conversationIds],
  );
