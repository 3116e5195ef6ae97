import type { Transaction } from '#db/database.ts';
import { existingTeams, existingUsers } from '../../../../identity/contract.ts';
import { rankSql, type Visibility, visibilities } from '../../visibility.ts';

/** The users who may see a mail or a conversation, derived from the mailboxes that hold it. */
export interface Audience {
  readonly id: string;
  readonly visibility: Visibility;
  readonly viewerIds: readonly string[];
  readonly viewerTeamIds: readonly string[];
}

type Row = Omit<Audience, 'visibility'> & { readonly rank: number };

const asAudience = <T extends Row>({ rank, ...row }: T) => ({ ...row, visibility: visibilities[rank] ?? 'private' });

/** Viewers are users and teams that exist. */
const viewersSql = `${existingUsers('$1::bigint', 'a.owners')} as "viewerIds",
  ${existingTeams('$1::bigint', 'a.teams')} as "viewerTeamIds"`;

/**
 * SQL of the mailboxes that hold a mail, and their teams. `offset 0` makes PostgreSQL begin with the mail: with
 * outdated statistics it read all mailboxes.
 */
const copiesOf = (emailId: string): string =>
  `(select k.sharing, k.owner_id, k.team_ids from mailbox_copies k where k.tenant_id = $1::bigint and k.email_id = ${emailId} offset 0) k
   left join lateral unnest(k.team_ids) team(id) on true`;

/** Computes the audiences of mails from mailboxes, by all mailboxes that hold them. Existing viewers stay. */
export async function mailAudiences(
  tx: Transaction,
  tenantId: string,
  emailIds: readonly string[],
): Promise<Audience[]> {
  const rows = await tx.query<Row>(
    `select a.id, a.rank, ${viewersSql} from unnest($2::uuid[]) given(id) cross join lateral (
      select e.id, max(${rankSql('k.sharing', 'e.contact_id is not null', 0)}) as rank,
        coalesce(e.viewer_ids, '{}') || array_agg(k.owner_id) as owners, coalesce(e.viewer_team_ids, '{}') || array_agg(team.id) as teams
      from communications_emails e cross join lateral ${copiesOf('e.id')}
      where e.tenant_id = $1::bigint and e.id = given.id and e.type = 'mailbox'
      group by e.tenant_id, e.id, e.viewer_ids, e.viewer_team_ids
    ) a order by a.id`,
    [tenantId, emailIds],
  );
  return rows.map(asAudience);
}

export interface ConversationAudience extends Audience {
  readonly contactId: string | null;
  /** The stored visibility. */
  readonly visibilityBefore: Visibility | null;
  readonly subject: string | null;
}

/**
 * Computes the audiences of conversations from mailboxes. A mail linked to a different contact than its conversation
 * does not show it to readers of that contact. `contactIds` are the contacts that conversations will get.
 */
export async function conversationAudiences(
  tx: Transaction,
  tenantId: string,
  conversationIds: readonly string[],
  contactIds: ReadonlyMap<string, string>,
): Promise<ConversationAudience[]> {
  const rows = await tx.query<Row & Pick<ConversationAudience, 'contactId' | 'visibilityBefore' | 'subject'>>(
    `select a.id, a.rank, a."contactId", a."visibilityBefore", a.subject, ${viewersSql}
     from unnest($2::uuid[], $3::uuid[]) given(id, contact_id) cross join lateral (
      select c.id, c.contact_id as "contactId", c.visibility as "visibilityBefore", c.subject, max(${rankSql('k.sharing', 'e.contact_id = c.contact_id', 2)}) as rank,
        coalesce(c.viewer_ids, '{}') || array_agg(k.owner_id) as owners, coalesce(c.viewer_team_ids, '{}') || array_agg(team.id) as teams
      from (
        select c.id, coalesce(given.contact_id, c.contact_id) as contact_id, c.viewer_ids, c.viewer_team_ids, c.visibility, c.subject
        from communications_conversations c
        where c.tenant_id = $1::bigint and c.id = given.id and c.connection_id is not null offset 0
      ) c cross join lateral (
        select e.id, e.contact_id from communications_emails e where e.tenant_id = $1::bigint and e.conversation_id = c.id offset 0
      ) e cross join lateral ${copiesOf('e.id')}
      group by c.id, c.contact_id, c.viewer_ids, c.viewer_team_ids, c.visibility, c.subject
    ) a order by a.id`,
    [tenantId, conversationIds, conversationIds.map((id) => contactIds.get(id) ?? null)],
  );
  return rows.map(asAudience);
}
