import type { TransactionContext } from '#core/context.ts';
import { endPauses } from './sql/pauses.ts';
import { announceMessages } from './sql/queue.ts';

/** Sends the waiting messages of a campaign, including those of channels that stopped after too many refusals. */
export async function resumeSms({ tx, caller }: TransactionContext, campaignId: string): Promise<void> {
  await endPauses(tx, caller.tenantId, campaignId);
  await announceMessages(tx);
}
