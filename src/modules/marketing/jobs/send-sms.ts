import { Type } from 'typebox';
import { type Context, inTransaction } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { withAllAccess } from '../campaigns/campaign.ts';
import { type Sent, sendMessage, statusUrl } from '../sms/send-message.ts';
import { smsProviderOf } from '../sms/sms-setting.ts';
import { claimMessage, markUnconfirmed, writeResult } from '../sms/sql/messages.ts';
import { markOptedOut } from '../sms/sql/opt-outs.ts';
import { writeCounters } from '../sms/write-counters.ts';

const id = Type.String({ format: 'uuid' });
/** After so many failures in a row the provider is taken to be away. */
const maxFailuresInRow = 5;

/**
 * Sends the messages of a channel, one after the other. Each is marked before the provider is asked, and written after it. Only one such job
 * runs for a channel at a time, so messages that are marked when it begins were left by a node that died.
 */
export const sendSmsJob = defineJob({
  name: 'marketing.send-sms',
  summary: 'Sends the text messages of a channel',
  input: Type.Object({ campaignId: id, channelId: id }),
  retry: { limit: 10, delay: '30s', backoff: true },
  key: ({ channelId }) => channelId,
  async run(given, { channelId }, { signal }) {
    const context = withAllAccess(given);
    const { tenantId } = context.caller;
    await inTransaction(context, async ({ tx }) => {
      await markUnconfirmed(tx, tenantId, channelId);
      await markOptedOut(tx, tenantId, channelId);
    });
    try {
      await sendAll(context, channelId, signal);
    } finally {
      // A number may have opted out while its message waited.
      await inTransaction(context, ({ tx }) => markOptedOut(tx, tenantId, channelId));
      await writeCounters(context, channelId);
    }
  },
});

async function sendAll(context: Context, channelId: string, signal: AbortSignal): Promise<void> {
  const { services, caller } = context;
  const provider = await smsProviderOf(context);
  if (!provider) throw new Error('The setting marketing.sms is missing: set it up again.');
  const callbackUrl = statusUrl(context);
  let failures = 0;
  while (!signal.aborted) {
    const message = await inTransaction(context, ({ tx }) => claimMessage(tx, caller.tenantId, channelId));
    if (!message) return;
    const sent: Sent = await sendMessage(services, provider, message, callbackUrl);
    await inTransaction(context, ({ tx }) => writeResult(tx, caller.tenantId, message.id, sent));
    if (sent.status === 'refused') throw new Error(sent.error);
    failures = sent.status === 'unconfirmed' ? failures + 1 : 0;
    if (failures >= maxFailuresInRow && sent.status === 'unconfirmed') throw new Error(sent.error);
  }
}
