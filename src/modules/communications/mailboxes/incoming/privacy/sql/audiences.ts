import type { Transaction } from '#db/database.ts';
import { rankSql, type Visibility, visibilities } from '../visibility.ts';

/** Who sees a mail or a conversation, by the mailboxes that hold it. */
export interface Audience {
  readonly id: string;
  readonly visibility: Visibility;
  readonly viewerIds: readonly string[];
  readonly viewerTeamIds: readonly string[];
}

type Row = Omit<Audience, 'visibility'> & { readonly rank: number };

const asAudience = ({ rank, ...row }: Row): Audience => ({ ...row, visibility: visibilities[rank] ?? 'private' });

/** Viewers are users and teams that exist: references in arrays have no foreign keys. */
const viewersSql = `array(select u.id from identity_users u where u.tenant_id = $1::bigint and u.id = any(a.owners) order by 1) as "viewerIds",
  array(select t.id from identity_teams t where t.tenant_id = $1::bigint and t.id = any(a.teams) order by 1) as "viewerTeamIds"`;

const teamsSql = (rows: string): string => `array(select distinct unnest(k.team_ids) from ${rows})`;

/** The audiences of mails that mailboxes brought, by all mailboxes that hold them. Viewers that they have already stay. */
export async function mailAudiences(
  tx: Transaction,
  tenantId: string,
  emailIds: readonly string[],
): Promise<Audience[]> {
  const rows = await tx.query<Row>(
    `select a.id, a.rank, ${viewersSql} from (
      select e.id, max(${rankSql('k.sharing', 'e.contact_id is not null', 0)}) as rank,
        coalesce(e.viewer_ids, '{}') || array_agg(k.owner_id) as owners,
        coalesce(e.viewer_team_ids, '{}') || ${teamsSql('mailbox_copies k where k.tenant_id = $1::bigint and k.email_id = e.id')} as teams
      from communications_emails e join mailbox_copies k on k.tenant_id = e.tenant_id and k.email_id = e.id
      where e.tenant_id = $1::bigint and e.id = any($2::uuid[]) and e.type = 'mailbox'
      group by e.tenant_id, e.id, e.viewer_ids, e.viewer_team_ids
    ) a order by a.id`,
    [tenantId, emailIds],
  );
  return rows.map(asAudience);
}

/**
 * The audiences of conversations that mailboxes brought. A mail that is linked to another contact than its conversation does not show
 * it to the readers of that contact.
 */
export async function conversationAudiences(
  tx: Transaction,
  tenantId: string,
  conversationIds: readonly string[],
): Promise<Audience[]> {
  const rows = await tx.query<Row>(
    `select a.id, a.rank, ${viewersSql} from (
      select c.id, max(${rankSql('k.sharing', 'e.contact_id = c.contact_id', 2)}) as rank,
        coalesce(c.viewer_ids, '{}') || array_agg(k.owner_id) as owners,
        coalesce(c.viewer_team_ids, '{}') || array(
          select distinct unnest(k.team_ids) from communications_emails e
          join mailbox_copies k on k.tenant_id = e.tenant_id and k.email_id = e.id
          where e.tenant_id = $1::bigint and e.conversation_id = c.id) as teams
      from communications_conversations c
      join communications_emails e on e.tenant_id = c.tenant_id and e.conversation_id = c.id
      join mailbox_copies k on k.tenant_id = e.tenant_id and k.email_id = e.id
      where c.tenant_id = $1::bigint and c.id = any($2::uuid[]) and c.connection_id is not null
      group by c.tenant_id, c.id, c.viewer_ids, c.viewer_team_ids
    ) a order by a.id`,
    [tenantId, conversationIds],
  );
  return rows.map(asAudience);
}
