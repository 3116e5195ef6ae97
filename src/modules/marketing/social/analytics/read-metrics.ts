import { createHash } from 'node:crypto';
import { tenantContext } from '#core/access/platform.ts';
import { inTransaction, type Services, type TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { updateChannel } from '../channels/update-channel.ts';
import type { OpenedSession } from '../connections/open-session.ts';
import { socialMetrics, socialPosts } from '../model-names.ts';
import type { Counts } from '../platforms/platform.ts';
import type { ReadLease } from '../reading/sql/leases.ts';
import { type MeasuredPost, measuredPosts } from './sql/measured-posts.ts';

/** Reads the numbers of an account and of its newest posts, and stores them for this day (UTC). */
export async function readMetrics(
  services: Services,
  lease: ReadLease,
  { platform, session }: OpenedSession,
): Promise<void> {
  if (!platform.metrics) return;
  const posts = await measuredPosts(services.db, lease.tenantId, lease.connectionId);
  const counted = await platform.metrics(
    session,
    posts.map(({ externalId }) => externalId),
  );
  const day = new Date().toISOString().slice(0, 10);
  const common = { connectionId: lease.connectionId, platform: platform.name, day };
  const ofPosts = posts.flatMap((post) => {
    const counts = counted.posts.get(post.externalId);
    return counts ? [{ post, counts: checked(counts) }] : [];
  });
  const rows = [
    { id: idOf(lease.connectionId, '', day), values: { ...common, ...checked(counted.account) } },
    ...ofPosts.map(({ post, counts }) => ({
      id: idOf(lease.connectionId, post.id, day),
      values: { ...common, postId: post.id, ...counts },
    })),
  ];
  const context = await tenantContext(services, lease);
  await inTransaction(context, async (within) => {
    await insertMany(within, socialMetrics(within), rows, { onConflict: 'skip' });
    await updateMany(within, socialMetrics(within), rows);
    await savePosts(within, ofPosts);
  });
}

/** Writes the numbers to the posts, and their sums to the channels of campaigns. */
async function savePosts(
  within: TransactionContext,
  measured: readonly { readonly post: MeasuredPost; readonly counts: Record<string, JsonValue> }[],
): Promise<void> {
  await updateMany(
    within,
    socialPosts(within),
    measured.map(({ post, counts }) => ({ id: post.id, values: counts })),
  );
  const channels = new Set(measured.flatMap(({ post }) => post.channelId ?? []));
  for (const channelId of [...channels].sort()) await updateChannel(within, channelId, {});
}

/** Keeps only valid counts from the answers of platforms. */
const checked = (counts: Counts): Record<string, JsonValue> =>
  Object.fromEntries(
    Object.entries(counts).filter(([, count]) => Number.isSafeInteger(count) && (count as number) >= 0),
  ) as Record<string, JsonValue>;

/** Derives the id from account, post and day, so that a record cannot be stored twice. */
function idOf(connectionId: string, postId: string, day: string): string {
  const hex = createHash('sha256').update(`${connectionId} ${postId} ${day}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
