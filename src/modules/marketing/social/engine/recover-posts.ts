import { type TenantName, tenantContext } from '#core/access/platform.ts';
import { inTransaction, type Services } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { updateChannel } from '../channels/update-channel.ts';
import { socialPosts } from '../model-names.ts';
import { isPlatformName } from '../platform-names.ts';
import { loadPlatform } from '../platforms/index.ts';
import { unconfirmedMessage } from './outcome.ts';
import { postTable } from './sql/claims.ts';
import { lockPosts } from './sql/lock-posts.ts';

/**
 * Releases claims of a node that died or lost the database. Posts whose publishing call it had begun may be on their
 * platform.
 */
export async function recoverPosts(services: Services, tenant: TenantName): Promise<void> {
  const context = await tenantContext(services, tenant);
  const { tenantId } = tenant;
  const expired = await services.db.transaction(tenantId, async (tx) => {
    await postTable.releaseExpired(tx, tenantId);
    return postTable.lockExpired<{ postId: string }>(tx, tenantId, 'q.post_id as "postId"');
  });
  for (const { postId, claim } of expired) {
    await inTransaction(context, async (within) => {
      const [post] = await lockPosts(within.tx, tenantId, [postId]);
      const claimed = postTable.of(within.tx, tenantId, claim);
      // The claim may have been renewed before the post was locked. All writers lock posts before their rows in the
      // outbox.
      if (!post || !(await claimed.lock(postId, postTable.hasExpired))) return;
      const platform = isPlatformName(post.platform ?? '') ? await loadPlatform(post.platform as never) : undefined;
      const [delayMs] = services.settings.social.lookupDelaysMs;
      const lookUp = { id: postId, lookup: true, tries: 0, upload: null };
      if (platform?.find && delayMs !== undefined) await claimed.postpone([{ ...lookUp, delayMs }]);
      else await claimed.finish([postId]);
      const error = unconfirmedMessage(platform?.label ?? 'The platform', 'The server stopped while it published.');
      await updateMany(within, socialPosts(within), [{ id: postId, values: { status: 'unconfirmed', error } }]);
      await updateChannel(within, post.channelId, { _id: postId, status: 'unconfirmed', error });
      services.log.warn({ tenantId, postId }, 'a social post is unconfirmed, because its node died');
    });
  }
}
