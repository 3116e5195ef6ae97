import { Type } from 'typebox';
import type { Context, TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { lockWithinReach } from '#core/operations/update.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { socialPosts } from '../model-names.ts';
import type { PlatformName } from '../platform-names.ts';

export type PostStatus =
  | 'draft'
  | 'needsApproval'
  | 'scheduled'
  | 'paused'
  | 'publishing'
  | 'published'
  | 'failed'
  | 'unconfirmed'
  | 'cancelled';

/** Fields of a record of marketing/socialPosts. */
export interface Post {
  readonly _id: string;
  readonly connectionId: string | null;
  readonly platform: PlatformName | null;
  readonly campaignId: string | null;
  readonly channelId: string | null;
  readonly content: string;
  readonly variants: Readonly<Record<string, JsonValue>> | null;
  readonly linkUrl: string | null;
  readonly mediaIds: readonly string[] | null;
  readonly altTexts: readonly string[] | null;
  readonly scheduledAt: string | null;
  readonly status: PostStatus;
  readonly approvedBy: string | null;
  readonly externalId: string | null;
  readonly postUrl: string | null;
  readonly ownerId: string | null;
  readonly createdAt: string;
}

export const publishingRoute = '/api/marketing/social-publishing';
export const postPath = { id: Type.String({ format: 'uuid', description: 'The id of the post.' }) };

export const postRecord = Type.Object(
  { _id: Type.String({ format: 'uuid' }), status: Type.String() },
  { additionalProperties: true, description: 'The record of marketing/socialPosts.' },
);

/** The JSON of a post. Answers 404 when the caller may not read it. */
export async function readPostText(context: Context, id: string): Promise<string> {
  const { body } = await invoke(context, operations.get, socialPosts(context), { id, query: {} });
  return body;
}

/** Locks a post. The caller must be allowed to change it. */
export async function lockPost(within: TransactionContext, id: string): Promise<Post> {
  const grant = within.caller.access.grant(socialPosts(within), 'write');
  const { previous } = await lockWithinReach(within, grant, id);
  return previous as unknown as Post;
}

/** Changes a locked post, with the caller as the author. Returns the record as the caller sees it. */
export async function savePost(
  within: TransactionContext,
  id: string,
  values: Readonly<Record<string, JsonValue>>,
): Promise<string> {
  await updateMany(within, socialPosts(within), [{ id, values }]);
  return readPostText(within, id);
}

/** Throws unless the post is in one of the states. `remedy` says what the caller can do. */
export function requireStatus(post: Post, allowed: readonly PostStatus[], remedy: string): void {
  if (!allowed.includes(post.status))
    throw new AppError('conflict', `The post is ${describe[post.status]}. ${remedy}`, [
      { field: 'status', code: 'conflict', message: `status is ${post.status}.` },
    ]);
}

const describe: Readonly<Record<PostStatus, string>> = {
  draft: 'a draft',
  needsApproval: 'waiting for approval',
  scheduled: 'scheduled',
  paused: 'paused with its campaign',
  publishing: 'being published',
  published: 'published',
  failed: 'not published, because publishing failed',
  unconfirmed: 'unconfirmed: it may have been published',
  cancelled: 'cancelled',
};
