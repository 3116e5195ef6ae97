import type { Transaction } from '#db/database.ts';

/** The fields of a conversation that new messages depend on or change. */
export interface LockedConversation {
  readonly id: string;
  readonly status: string | null;
  readonly closedAt: Date | null;
  readonly lastMessageAt: Date | null;
  readonly participants: readonly string[];
  readonly contactId: string | null;
  readonly leadId: string | null;
  readonly accountId: string | null;
  readonly opportunityId: string | null;
  readonly assignedUserId: string | null;
  readonly assignedTeamId: string | null;
  readonly connectionId: string | null;
}

/** Locks conversations in the order of their ids, so that two transactions that lock several do not wait for each other. */
export const lockConversations = (
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<LockedConversation[]> =>
  tx.query<LockedConversation>(
    `select id, status, closed_at as "closedAt", last_message_at as "lastMessageAt", coalesce(participants, '{}') as participants,
       contact_id as "contactId", lead_id as "leadId", account_id as "accountId", opportunity_id as "opportunityId",
       assigned_user_id as "assignedUserId", assigned_team_id as "assignedTeamId", connection_id as "connectionId"
     from communications_conversations where tenant_id = $1::bigint and id = any($2::uuid[]) order by id for no key update`,
    [tenantId, ids],
  );
