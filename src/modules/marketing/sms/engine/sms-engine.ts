import type { Services } from '#core/context.ts';
import { QueueEngine } from '#core/queue/queue-engine.ts';
import { type PolledSmsQueue, pollQueues, queueIdOf, smsChannel, smsTable } from '../sql/queue.ts';
import { recoverMessages } from './recover-messages.ts';
import { SmsRunner } from './sms-runner.ts';

/** Maximum number of queues that a node works on at the same time. */
const maxQueues = 50;

/** Sends text messages. Any number of nodes may run it: each claims messages of queues and writes their results. */
export const smsEngine = (services: Services): QueueEngine<PolledSmsQueue> =>
  new QueueEngine(services, {
    what: 'text messages',
    channel: smsChannel,
    table: smsTable,
    max: maxQueues,
    keyOf: (queue) => `${queue.tenantId}/${queueIdOf(queue)}`,
    poll: pollQueues,
    create: (queue) => new SmsRunner(services, queue),
    recover: (tenant) => recoverMessages(services, tenant),
  });
