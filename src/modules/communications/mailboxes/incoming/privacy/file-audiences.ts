import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { updateMany } from '#core/operations/update-many.ts';

export function storedFilesModel({ registry }: Pick<TransactionContext, 'registry'>): Model {
  const model = registry.find('data', 'storedFiles');
  if (!model) throw new Error('the model data.storedFiles is missing');
  return model;
}

interface FileRow {
  readonly id: string;
  readonly [key: string]: JsonValue;
}

/** Attachments are seen by those who see their mails. */
export async function setFileAudiences(context: TransactionContext, emailIds: readonly string[]): Promise<void> {
  if (emailIds.length === 0) return;
  const rows = await context.tx.query<FileRow>(
    `select distinct on (f.id) f.id, e.visibility, e.viewer_ids as "viewerIds", e.viewer_team_ids as "viewerTeamIds", e.contact_id as "contactId"
     from communications_emails e cross join unnest(e.attachment_ids) f(id)
     where e.tenant_id = $1::bigint and e.id = any($2::uuid[]) and e.type = 'mailbox' order by f.id, e.id`,
    [context.caller.tenantId, emailIds],
  );
  // The hooks of files follow their contents, which stay.
  await updateMany(
    context,
    storedFilesModel(context),
    rows.map(({ id, ...values }) => ({ id, values })),
    { withoutHooks: true },
  );
}
