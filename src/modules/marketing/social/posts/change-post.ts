import type { TransactionContext } from '#core/context.ts';
import { checkContent, needsApproval, requireUsable } from './accept-post.ts';
import { storedAltTexts } from './alt-texts.ts';
import { lockPost, type Post, requireStatus, savePost } from './post.ts';
import { readScheduledAt } from './post-input.ts';
import { requireCampaign } from './require-campaign.ts';
import type { NewPost } from './schedule-post.ts';
import { enqueuePost } from './schedule-post.ts';
import { takeFromOutbox } from './sql/outbox-rows.ts';

export type Changes = Partial<NewPost>;

/**
 * Changes an unpublished post, and checks it again. A change by a user who may not approve posts needs a new approval.
 */
export async function changePost(within: TransactionContext, id: string, changes: Changes): Promise<string> {
  const post = await lockPost(within, id);
  requireStatus(
    post,
    ['draft', 'needsApproval', 'scheduled', 'paused', 'failed'],
    'Only posts that are not published can be changed.',
  );
  const content = {
    connectionId: changes.connectionId ?? post.connectionId,
    content: changes.content ?? post.content,
    variants: changes.variants === undefined ? post.variants : changes.variants,
    linkUrl: changes.linkUrl === undefined ? post.linkUrl : changes.linkUrl,
    mediaIds: changes.mediaIds ?? post.mediaIds ?? [],
    altTexts: storedAltTexts(changes.altTexts ?? post.altTexts ?? []),
  };
  const platform = await checkContent(within, content);
  const scheduledAt = changes.scheduledAt === undefined ? post.scheduledAt : readScheduledAt(changes.scheduledAt);
  const links = await requireCampaign(
    within,
    changes.campaignId === undefined ? post.campaignId : changes.campaignId,
    changes.channelId === undefined ? post.channelId : changes.channelId,
  );
  const status = await nextStatus(within, post, content.connectionId, changes.draft);
  await takeFromOutbox(within.tx, within.caller.tenantId, [id]);
  if (status === 'scheduled') await enqueuePost(within, { _id: id, connectionId: content.connectionId, scheduledAt });
  const values = { ...content, ...links, platform: platform.name, scheduledAt, status, error: null };
  return savePost(within, id, values as never);
}

async function nextStatus(
  within: TransactionContext,
  { status }: Post,
  connectionId: string | null,
  draft: boolean | undefined,
): Promise<Post['status']> {
  if (draft ?? status === 'draft') return 'draft';
  await requireUsable(within, connectionId);
  if (await needsApproval(within)) return 'needsApproval';
  return status === 'paused' ? 'paused' : 'scheduled';
}
