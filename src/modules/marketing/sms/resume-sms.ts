import type { TransactionContext } from '#core/context.ts';
import { endPauses, endWorkflowPause } from './sql/pauses.ts';
import { announceMessages } from './sql/queue.ts';

/** Sends the waiting messages of a campaign, including those of channels that stopped after too many refusals. */
export async function resumeSms({ tx, caller }: TransactionContext, campaignId: string): Promise<void> {
  await endPauses(tx, caller.tenantId, campaignId);
  await announceMessages(tx);
}

/** Sends the waiting messages of a workflow that is active again at once. Without it they wait up to a minute more. */
export async function resumeWorkflowSms({ tx, caller }: TransactionContext, workflowId: string): Promise<void> {
  await endWorkflowPause(tx, caller.tenantId, workflowId);
  await announceMessages(tx);
}
