import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { socialPosts } from '../model-names.ts';
import type { PostStatus } from './post.ts';
import { lockCampaignPosts, returnToOutbox } from './sql/campaign-posts.ts';
import { takeFromOutbox } from './sql/outbox-rows.ts';

/** Pauses the waiting posts of a campaign until it is resumed. A post that is being published continues. */
export async function pausePosts(within: TransactionContext, campaignId: string): Promise<void> {
  await pauseLockedPosts(within, await lockCampaignPosts(within.tx, within.caller.tenantId, campaignId, ['scheduled']));
}

export async function pauseLockedPosts(within: TransactionContext, ids: readonly string[]): Promise<void> {
  await takeFromOutbox(within.tx, within.caller.tenantId, ids);
  await setStatus(within, ids, 'paused');
}

/** Returns paused posts to the outbox. Overdue posts are due now. */
export async function resumePosts(within: TransactionContext, campaignId: string): Promise<void> {
  const { tx, caller } = within;
  const ids = await lockCampaignPosts(tx, caller.tenantId, campaignId, ['paused']);
  await setStatus(within, ids, 'scheduled');
  await returnToOutbox(tx, caller.tenantId, ids);
}

export async function cancelPosts(within: TransactionContext, campaignId: string): Promise<void> {
  const { tx, caller } = within;
  const ids = await lockCampaignPosts(tx, caller.tenantId, campaignId, ['needsApproval', 'scheduled', 'paused']);
  await takeFromOutbox(tx, caller.tenantId, ids);
  await setStatus(within, ids, 'cancelled');
}

const setStatus = (within: TransactionContext, ids: readonly string[], status: PostStatus): Promise<unknown> =>
  updateMany(
    within,
    socialPosts(within),
    ids.map((id) => ({ id, values: { status } })),
  );
