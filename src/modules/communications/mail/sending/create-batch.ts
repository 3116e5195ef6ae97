import { withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { notifyOutbox } from '#core/mail/outbox.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { emailSnapshots } from '../../model-names.ts';
import { freezeChunk } from '../batches/freezer.ts';
import { addCampaignRecipients } from '../batches/recipient-counts.ts';
import { chunkSize } from '../batches/sources.ts';
import { insertBatch, insertRecipients, lockBatch } from '../batches/sql/batches.ts';
import type { CompiledContent } from '../content/thread/content-cache.ts';
import type { BatchContent, Recipient, SourceStep } from '../queue/batch.ts';

interface NewBatch {
  readonly name: string | null;
  readonly content: BatchContent;
  readonly compiled: CompiledContent;
  /** Checked recipients of the request. */
  readonly recipients: readonly Recipient[];
  /** Further recipients, from lists and segments. */
  readonly steps: readonly SourceStep[];
  readonly segmentId: string | null;
}

/**
 * Accepts a batch with its content and the sources of its recipients. Background work then freezes the recipients and
 * sends the mails.
 */
export const createBatch = (context: Context, batch: NewBatch): Promise<{ id: string; accepted: number }> =>
  inTransaction(context, async (within) => {
    const { content, recipients } = batch;
    const record = {
      name: batch.name,
      status: 'sending',
      // The record is only for display: the mails are made from the content of the batch.
      subject: content.title ?? content.subject,
      html: content.html,
      text: content.text,
      format: content.format,
      previewText: content.previewText,
      fromEmail: content.from,
      fromName: content.fromName,
      replyTo: content.replyTo,
      templateId: content.templateId,
      campaignId: content.campaignId,
      communicationsCampaignId: content.communicationsCampaignId,
      emailListId: content.emailListId,
      segmentId: batch.segmentId,
      campaignChannelEmailId: content.campaignChannelId ?? null,
      trackOpens: content.trackOpens,
      trackClicks: content.trackClicks,
      variables: content.variables,
      recipientCount: recipients.length,
    };
    const { id } = await invoke(withAllAccess(within), operations.create, emailSnapshots(within), { record });
    const { tenantId, userId } = within.caller;
    const parts = Array.from({ length: Math.ceil(recipients.length / chunkSize) }, (_, n) =>
      recipients.slice(n * chunkSize, (n + 1) * chunkSize),
    );
    const steps: SourceStep[] = [
      ...(parts.length > 0 ? [{ kind: 'request' as const, parts: parts.length }] : []),
      ...batch.steps,
    ];
    await insertBatch(within.tx, tenantId, {
      id,
      content,
      source: { steps, step: 0, position: null },
      accepted: recipients.length,
      actorId: userId,
    });
    if (parts.length > 0) await insertRecipients(within.tx, tenantId, id, parts);
    await addCampaignRecipients(within, content, recipients.length);
    const accepted = parts.length > 0 ? recipients.length : await freezeFirst(within, id, batch.compiled);
    await notifyOutbox(within.tx);
    return { id, accepted };
  });

/** Freeze a few chunks at once, so that the answer for a small list or segment has the number of recipients. */
const firstChunks = 5;

async function freezeFirst(context: TransactionContext, id: string, compiled: CompiledContent): Promise<number> {
  const { tenantId } = context.caller;
  for (let n = 0; n < firstChunks; n += 1) {
    const batch = await lockBatch(context.tx, tenantId, id);
    if (!batch || !(await freezeChunk(context, batch, compiled))) break;
  }
  return (await lockBatch(context.tx, tenantId, id))?.accepted ?? 0;
}
