import { type TenantName, tenantContext } from '#core/access/platform.ts';
import type { Services } from '#core/context.ts';
import { markUnconfirmed, smsTable } from '../sql/queue.ts';
import { writeCounters } from '../write-counters.ts';

/**
 * Recovers messages whose node died or lost the database. Messages that it had started are not sent again, because the
 * provider may have them.
 */
export async function recoverMessages(services: Services, tenant: TenantName): Promise<void> {
  const { tenantId } = tenant;
  const senders = await services.db.transaction(tenantId, async (tx) => {
    await smsTable.releaseExpired(tx, tenantId);
    return markUnconfirmed(tx, tenantId);
  });
  const context = await tenantContext(services, tenant);
  if (senders.length > 0)
    services.log.warn({ tenantId, messages: senders.length }, 'text messages are unconfirmed, because their node died');
  for (const channelId of new Set(senders.flatMap((sender) => sender.channelId ?? [])))
    await writeCounters(context, channelId);
}
