import type { Database } from '#db/database.ts';
import type { WebhookKey } from '../data/delivery.ts';

/** Maximum number of webhooks in one notification, which holds 8,000 bytes. */
const maxWebhooks = 100;

/** Asks other nodes to send too, because more deliveries are queued than this node can send at once. */
export async function requestHelp(
  db: Database,
  channel: string,
  node: string,
  webhooks: readonly WebhookKey[],
): Promise<void> {
  const pairs = webhooks.slice(0, maxWebhooks).map(({ tenantId, webhookId }) => `${tenantId}/${webhookId}`);
  await db.query('select pg_notify($1::text, $2::text)', [channel, [node, ...pairs].join(' ')]);
}
