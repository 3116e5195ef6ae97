import { withAllAccess } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { cancelBulkEmail, pauseBulkEmail, resumeBulkEmail } from '../../communications/contract.ts';
import { readRuns } from './sql/runs.ts';

const actions = {
  pause: pauseBulkEmail,
  resume: resumeBulkEmail,
  cancel: cancelBulkEmail,
};

/**
 * Pauses, resumes or cancels the mails that the channels of a campaign send. Batches that are already sent do not
 * change.
 */
export async function changeMails(
  within: TransactionContext,
  campaignId: string,
  change: keyof typeof actions,
): Promise<void> {
  const runs = await readRuns(within.tx, within.caller.tenantId, campaignId, 'started');
  for (const { model, startedId } of runs) {
    if (model !== 'campaignChannelEmails' || startedId === null) continue;
    await within.tx
      .savepoint(() => within.services.actions.run(withAllAccess(within), actions[change], { batchId: startedId }))
      .catch((error) => {
        if (!(error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found'))) throw error;
      });
  }
}
