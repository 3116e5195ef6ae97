import { withAllAccess } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { emailSnapshots } from '../../model-names.ts';
import { lockFields } from '../facts/sql/lock-fields.ts';
import type { BatchContent } from '../queue/batch.ts';

interface AddedRecipients {
  readonly batchId: string;
  readonly content: Pick<BatchContent, 'campaignId' | 'communicationsCampaignId' | 'campaignChannelId'>;
  readonly accepted: number;
  readonly skipped: number;
  readonly duplicates: number;
}

/** Adds frozen recipients to the counters of their mailing and campaign, in the order in which facts lock these records. */
export async function addRecipients(context: TransactionContext, added: AddedRecipients): Promise<void> {
  const { batchId, content, accepted, skipped, duplicates } = added;
  const ofMailing = { recipientCount: accepted, skippedCount: skipped, duplicateCount: duplicates };
  await addTo(context, emailSnapshots(context), batchId, ofMailing);
  await addCampaignRecipients(context, content, accepted);
}

/** Adds recipients to the counters of a campaign, of either kind, and of its channel. */
export async function addCampaignRecipients(
  context: TransactionContext,
  content: AddedRecipients['content'],
  count: number,
): Promise<void> {
  const { campaignId, campaignChannelId = null, communicationsCampaignId } = content;
  const counters = { recipientCount: count };
  const named = (name: string) => context.registry.named(name);
  await addTo(context, named('marketing.campaigns'), campaignId, counters);
  await addTo(context, named('marketing.campaignChannelEmails'), campaignChannelId, counters);
  await addTo(context, named('communications.campaigns'), communicationsCampaignId, counters);
}

/** Adds to a record. It may be deleted. */
async function addTo(
  context: TransactionContext,
  model: Model | undefined,
  id: string | null,
  added: Readonly<Record<string, number>>,
): Promise<void> {
  const keys = Object.keys(added).filter((key) => added[key] !== 0);
  if (!model || id === null || keys.length === 0) return;
  for (const { fields } of await lockFields(context, model, keys, [id])) {
    const record = Object.fromEntries(keys.map((key) => [key, Number(fields[key] ?? 0) + (added[key] ?? 0)]));
    await invoke(withAllAccess(context), operations.update, model, { id, record });
  }
}
