import type { Services } from '#core/context.ts';
import { QueueEngine } from '#core/queue/queue-engine.ts';
import { type PolledChannel, pollChannels, smsChannel, smsTable } from '../sql/queue.ts';
import { ChannelRunner } from './channel-runner.ts';
import { recoverMessages } from './recover-messages.ts';

/** Maximum number of channels that a node works on at the same time. */
const maxChannels = 50;

/** Sends text messages. Any number of nodes may run it: each claims messages of channels and writes their results. */
export const smsEngine = (services: Services): QueueEngine<PolledChannel> =>
  new QueueEngine(services, {
    what: 'text messages',
    channel: smsChannel,
    table: smsTable,
    max: maxChannels,
    keyOf: ({ tenantId, campaignId, channelId }) => `${tenantId}/${campaignId}/${channelId}`,
    poll: pollChannels,
    create: (queue) => new ChannelRunner(services, queue),
    recover: (tenant) => recoverMessages(services, tenant),
  });
