import type { Services } from '#core/context.ts';
import { QueueEngine } from '#core/queue/queue-engine.ts';
import { socialChannel } from '../posts/sql/outbox-rows.ts';
import { AccountRunner } from './account-runner.ts';
import { recoverPosts } from './recover-posts.ts';
import { type PolledAccount, pollAccounts, postTable } from './sql/claims.ts';

/** Accounts that a node works on at the same time. */
const maxAccounts = 50;

/** Publishes posts. Any number of nodes may run it: each claims posts of accounts and writes the results. */
export const socialPublisher = (services: Services): QueueEngine<PolledAccount> =>
  new QueueEngine(services, {
    what: 'social posts',
    channel: socialChannel,
    table: postTable,
    max: maxAccounts,
    keyOf: ({ tenantId, connectionId }) => `${tenantId}/${connectionId}`,
    poll: pollAccounts,
    create: (queue) => new AccountRunner(services, queue),
    recover: (tenant) => recoverPosts(services, tenant),
  });
