import { Type } from 'typebox';
import { withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { type Sent, sendMessage, statusUrl } from '../send-message.ts';
import { smsProviderOf } from '../sms-setting.ts';
import { claimMessage, markUnconfirmed, writeResult } from '../sql/messages.ts';
import { markOptedOut } from '../sql/opt-outs.ts';
import { writeCounters } from '../write-counters.ts';

const id = Type.String({ format: 'uuid' });
/** The provider counts as unavailable after this many failures in a row. */
const maxFailuresInRow = 5;

/**
 * Sends the messages of a channel one by one. Each is marked before the call of the provider, and written after it. Only one such job
 * runs for a channel, so messages that are already marked when it begins were left by a node that died.
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
