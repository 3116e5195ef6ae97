import type { TransactionContext } from '#core/context.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { newId } from '#lib/ids.ts';
import { socialPosts } from '../model-names.ts';
import { checkContent, needsApproval, requireUsable } from './accept-post.ts';
import { storedAltTexts } from './alt-texts.ts';
import { type Post, readPostText } from './post.ts';
import { readScheduledAt } from './post-input.ts';
import { requireCampaign } from './require-campaign.ts';
import { putIntoOutbox } from './sql/outbox-rows.ts';

export interface NewPost {
  readonly connectionId: string;
  readonly content: string;
  readonly variants?: Readonly<Record<string, string>> | null;
  /** Undefined or null means now. */
  readonly scheduledAt?: string | null;
  readonly mediaIds?: readonly string[];
  readonly altTexts?: readonly string[];
  readonly linkUrl?: string | null;
  readonly campaignId?: string | null;
  readonly channelId?: string | null;
  /** True for a draft, which is published only after a later change. Only its form is checked. */
  readonly draft?: boolean;
}

/**
 * Accepts a post for publication. The caller becomes its owner. Throws, with the field and the limit, when its platform
 * would refuse it. Returns the JSON of its record.
 */
export async function schedulePost(within: TransactionContext, given: NewPost): Promise<string> {
  const { draft = false } = given;
  const post = {
    connectionId: given.connectionId,
    content: given.content,
    variants: given.variants ?? null,
    linkUrl: given.linkUrl ?? null,
    mediaIds: given.mediaIds ?? [],
    altTexts: storedAltTexts(given.altTexts ?? []),
  };
  const scheduledAt = readScheduledAt(given.scheduledAt);
  const platform = await checkContent(within, post);
  if (!draft) await requireUsable(within, post.connectionId);
  const links = await requireCampaign(within, given.campaignId ?? null, given.channelId ?? null);
  const status = draft ? 'draft' : (await needsApproval(within)) ? 'needsApproval' : 'scheduled';
  const id = newId();
  const values = { ...post, ...links, platform: platform.name, scheduledAt, status };
  await insertMany(within, socialPosts(within), [{ id, values: values as never }]);
  if (status === 'scheduled') await enqueuePost(within, { _id: id, connectionId: post.connectionId, scheduledAt });
  return readPostText(within, id);
}

/** Adds a post to the outbox, in the transaction that makes it `scheduled`. */
export const enqueuePost = (
  { tx, caller }: TransactionContext,
  { _id, connectionId, scheduledAt }: Pick<Post, '_id' | 'connectionId' | 'scheduledAt'>,
): Promise<void> =>
  putIntoOutbox(tx, caller.tenantId, { id: _id, connectionId: String(connectionId), at: scheduledAt });
