import { type Context, inTransaction } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { marketingModel } from '../campaigns/campaign.ts';
import { countMessages } from './sql/messages.ts';

/** Counted from the messages, so that they are right whatever ran twice. */
export async function writeCounters(context: Context, channelId: string): Promise<void> {
  await inTransaction(context, async (within) => {
    const values = await countMessages(within.tx, within.caller.tenantId, channelId);
    await updateMany(within, marketingModel(within, 'campaignChannelSms'), [{ id: channelId, values }], {
      withoutHooks: true,
    });
  });
}
