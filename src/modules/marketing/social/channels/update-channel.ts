import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { campaignChannelSocial } from '../model-names.ts';
import { readChannel } from './sql/read-channel.ts';

type PostValues = Readonly<Record<string, JsonValue>>;

/** Writes the status and the sums of the counters of its posts to the channel of a campaign. */
export async function updateChannel(
  within: TransactionContext,
  channelId: string | null,
  post: PostValues,
): Promise<void> {
  if (channelId === null) return;
  const channel = await readChannel(within.tx, within.caller.tenantId, channelId);
  if (!channel) return;
  const { open, published, failed, ...counters } = channel;
  const status = open > 0 ? 'running' : published > 0 ? 'completed' : failed > 0 ? 'failed' : undefined;
  const values = {
    ...counters,
    ...(status !== undefined && { status }),
    ...(post.status === 'published' && {
      publishedAt: post.publishedAt ?? null,
      postUrl: post.postUrl ?? null,
      externalId: post.externalId ?? null,
    }),
    ...('error' in post && { error: post.error ?? null }),
  };
  await updateMany(within, campaignChannelSocial(within), [{ id: channelId, values }], { withoutHooks: true });
}
