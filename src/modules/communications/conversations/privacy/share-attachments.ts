import type { TransactionContext } from '#core/context.ts';
import { type FileAudience, setFileAudiences } from '../../../data/contract.ts';

/** Gives attachments the viewers of their mails. */
export async function shareAttachments(context: TransactionContext, emailIds: readonly string[]): Promise<void> {
  if (emailIds.length === 0) return;
  const files = await context.tx.query<FileAudience>(
    `select distinct on (f.id) f.id, e.visibility, e.viewer_ids as "viewerIds", e.viewer_team_ids as "viewerTeamIds", e.contact_id as "contactId"
     from communications_emails e cross join unnest(e.attachment_ids) f(id)
     where e.tenant_id = $1::bigint and e.id = any($2::uuid[]) and e.type = 'mailbox' order by f.id, e.id`,
    [context.caller.tenantId, emailIds],
  );
  await setFileAudiences(context, files);
}
