import { asPlatform } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import type { ModelHooks } from '#core/models/hooks.ts';
import { wakeConversation } from './wake-conversation.ts';

/**
 * Opens a snoozed conversation at a time. The job runs as the platform, because the user may no longer be active by
 * then.
 */
export async function wakeAt(within: TransactionContext, conversationId: string, at: Date): Promise<void> {
  const { services } = within;
  const platform = asPlatform(within);
  await services.jobs.enqueue(platform, wakeConversation, { conversationId }, { runAt: at });
}

/** Conversations that are snoozed by writing their fields wake in the same way as those snoozed by the action. */
export const conversationHooks: ModelHooks = {
  async afterSave(within, { record, previous }) {
    const { status, snoozedUntil } = record;
    if (status !== 'snoozed' || typeof snoozedUntil !== 'string') return;
    if (previous?.status === status && previous.snoozedUntil === snoozedUntil) return;
    await wakeAt(within, String(record._id), new Date(snoozedUntil));
  },
};
