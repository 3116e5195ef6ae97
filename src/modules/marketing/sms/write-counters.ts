import { type Context, inTransaction } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { campaignChannelSms } from './model-names.ts';
import { countMessages, lockChannel } from './sql/messages.ts';

/**
 * Counts the messages themselves, so that a repeated run gives the same result. The lock puts counts in order: a later
 * count is written later.
 */
export async function writeCounters(context: Context, channelId: string): Promise<void> {
  await inTransaction(context, async (within) => {
    await lockChannel(within.tx, within.caller.tenantId, channelId);
    const values = await countMessages(within.tx, within.caller.tenantId, channelId);
    await updateMany(within, campaignChannelSms(within), [{ id: channelId, values }], {
      withoutHooks: true,
    });
  });
}
