import { type Context, inTransaction } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { campaignChannelSms } from './model-names.ts';
import { countMessages, lockChannel } from './sql/messages.ts';

/** Counted from the messages, so that they are right whatever ran twice. Who counts later writes later. */
export async function writeCounters(context: Context, channelId: string): Promise<void> {
  await inTransaction(context, async (within) => {
    await lockChannel(within.tx, within.caller.tenantId, channelId);
    const values = await countMessages(within.tx, within.caller.tenantId, channelId);
    await updateMany(within, campaignChannelSms(within), [{ id: channelId, values }], {
      withoutHooks: true,
    });
  });
}
