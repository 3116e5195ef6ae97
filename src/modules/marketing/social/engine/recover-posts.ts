import { inTransaction, type Services } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { updateChannel } from '../channels/update-channel.ts';
import { socialPosts } from '../model-names.ts';
import { isPlatformName } from '../platform-names.ts';
import { loadPlatform } from '../platforms/index.ts';
import { type TenantName, tenantContext } from '../tenant-context.ts';
import { unconfirmedMessage } from './outcome.ts';
import { expiredPosts, releaseExpired, takeExpired } from './sql/claims.ts';
import { lockPosts } from './sql/lock-posts.ts';

/** The node of these claims died or lost the database. Posts that it had begun to publish may be on their platform. */
export async function recoverPosts(services: Services, tenant: TenantName): Promise<void> {
  const context = await tenantContext(services, tenant);
  const { tenantId } = tenant;
  await services.db.transaction(tenantId, (tx) => releaseExpired(tx, tenantId));
  const expired = await services.db.transaction(tenantId, (tx) => expiredPosts(tx, tenantId));
  for (const { postId, claim, started } of expired) {
    if (!started) continue;
    await inTransaction(context, async (within) => {
      const [post] = await lockPosts(within.tx, tenantId, [postId]);
      if (!post) return;
      const platform = isPlatformName(post.platform ?? '') ? await loadPlatform(post.platform as never) : undefined;
      const [delayMs] = services.settings.social.lookupDelaysMs;
      const lookUpIn = platform?.find && delayMs !== undefined ? delayMs : null;
      if (!(await takeExpired(within.tx, tenantId, claim, postId, lookUpIn))) return;
      const error = unconfirmedMessage(platform?.label ?? 'The platform', 'The server stopped while it published.');
      await updateMany(within, socialPosts(within), [{ id: postId, values: { status: 'unconfirmed', error } }]);
      await updateChannel(within, post.channelId, { _id: postId, status: 'unconfirmed', error });
      services.log.warn({ tenantId, postId }, 'a social post is unconfirmed, because its node died');
    });
  }
}
