import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { approvalRole } from '../settings/tenant-settings.ts';
import { checkContent, mayApprove, needsApproval, requireUsable } from './accept-post.ts';
import { lockPost, type Post, requireStatus, savePost } from './post.ts';
import { enqueuePost } from './schedule-post.ts';
import { takeFromOutbox } from './sql/outbox-rows.ts';

/** Cancels the post. A post that is being published cannot be cancelled. */
export async function cancelPost(within: TransactionContext, id: string): Promise<string> {
  const post = await lockPost(within, id);
  requireStatus(
    post,
    ['draft', 'needsApproval', 'scheduled', 'paused', 'failed', 'unconfirmed'],
    post.status === 'publishing' ? 'Wait for the result.' : 'It cannot be cancelled.',
  );
  await takeFromOutbox(within.tx, within.caller.tenantId, [id]);
  return savePost(within, id, { status: 'cancelled' });
}

/** Publishes a post again by a person's decision. Its time has passed, so it is published now. */
export async function retryPost(within: TransactionContext, id: string): Promise<string> {
  const post = await lockPost(within, id);
  requireStatus(post, ['failed', 'unconfirmed'], 'Only posts that failed or are unconfirmed can be tried again.');
  await checkContent(within, post);
  await requireUsable(within, post.connectionId);
  if (post.approvedBy === null && (await needsApproval(within)))
    return savePost(within, id, { status: 'needsApproval', error: null });
  await enqueuePost(within, { ...post, scheduledAt: null });
  return savePost(within, id, { status: 'scheduled', error: null });
}

async function lockForApproval(within: TransactionContext, id: string): Promise<Post> {
  const post = await lockPost(within, id);
  requireStatus(post, ['needsApproval'], 'Only posts that wait for approval can be approved or rejected.');
  const role = await approvalRole(within);
  if (role !== undefined && !mayApprove(within, role))
    throw new AppError('forbidden', `Only users with the role ${role} approve posts.`);
  return post;
}

export async function approvePost(within: TransactionContext, id: string): Promise<string> {
  const post = await lockForApproval(within, id);
  await checkContent(within, post);
  await requireUsable(within, post.connectionId);
  await enqueuePost(within, post);
  return savePost(within, id, {
    status: 'scheduled',
    error: null,
    approvedBy: within.caller.userId,
    approvedAt: new Date().toISOString(),
  });
}

export async function rejectPost(within: TransactionContext, id: string, reason: string): Promise<string> {
  await lockForApproval(within, id);
  return savePost(within, id, {
    status: 'draft',
    error: `Not approved: ${reason}`,
    approvedBy: null,
    approvedAt: null,
  });
}
