import { withAllAccess } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { addToOutbox } from '#core/mail/outbox.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { lockRecord } from '#core/operations/statements.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { communicationsCampaigns, emailSnapshotContacts, emailSnapshots, emails } from '../../model-names.ts';
import { type BatchRow, setBatchStatus } from './sql/batches.ts';
import { deleteFailureFacts, failedMails } from './sql/failed-mails.ts';

const mailsAtOnce = 1000;

/** Puts failed mails back into the outbox and undoes their failure. */
export async function retryFailed(
  context: TransactionContext,
  { id: batchId, status, content }: BatchRow,
  includeUnconfirmed: boolean,
): Promise<void> {
  const { tx, caller } = context;
  let count = 0;
  let counted = 0;
  for (;;) {
    const failed = await failedMails(tx, caller.tenantId, batchId, includeUnconfirmed, mailsAtOnce);
    if (failed.length === 0) break;
    count += failed.length;
    const values = { status: 'queued', error: null, unconfirmed: false };
    const contactIds = failed.flatMap(({ contactId }) => contactId ?? []);
    const platform = withAllAccess(context);
    await updateMany(
      platform,
      emails(context),
      failed.map(({ id }) => ({ id, values })),
      { withoutHooks: true },
    );
    await updateMany(
      platform,
      emailSnapshotContacts(context),
      contactIds.map((id) => ({ id, values: { status: 'pending', error: null } })),
    );
    const ids = failed.map(({ id }) => id);
    counted += await deleteFailureFacts(tx, caller.tenantId, ids);
    await addToOutbox(
      tx,
      caller.tenantId,
      failed.map(({ id }) => ({ emailId: id, batchId })),
    );
  }
  await subtractFailures(context, emailSnapshots(context), batchId, counted);
  const { campaignId, communicationsCampaignId } = content;
  const marketing = context.registry.find('marketing', 'campaigns');
  if (campaignId && marketing) await subtractFailures(context, marketing, campaignId, counted);
  else if (communicationsCampaignId)
    await subtractFailures(context, communicationsCampaigns(context), communicationsCampaignId, counted);
  if (count === 0 || status !== 'sent') return;
  await setBatchStatus(tx, caller.tenantId, batchId, 'sending');
  const record = { status: 'sending', finishedAt: null };
  await invoke(withAllAccess(context), operations.update, emailSnapshots(context), { id: batchId, record });
}

/** Subtracts failures that a record has counted. The record may be deleted. */
async function subtractFailures(context: TransactionContext, model: Model, id: string, count: number): Promise<void> {
  const before = count === 0 ? undefined : await lockRecord(context, model, id);
  if (!before) return;
  const { failedCount } = JSON.parse(before.record) as { failedCount: number | null };
  const record = { failedCount: Math.max(0, (failedCount ?? 0) - count) };
  await invoke(withAllAccess(context), operations.update, model, { id, record });
}
