import { type TenantName, tenantContext } from '#core/access/platform.ts';
import type { Services } from '#core/context.ts';
import { markUnconfirmed, smsTable } from '../sql/queue.ts';
import { writeCounters } from '../write-counters.ts';

/** The node of these claims died or lost the database. The provider may have the messages that it had started: they are not sent again. */
export async function recoverMessages(services: Services, tenant: TenantName): Promise<void> {
  const { tenantId } = tenant;
  const channelIds = await services.db.transaction(tenantId, async (tx) => {
    await smsTable.releaseExpired(tx, tenantId);
    return markUnconfirmed(tx, tenantId);
  });
  const context = await tenantContext(services, tenant);
  for (const channelId of new Set(channelIds)) {
    services.log.warn({ tenantId, channelId }, 'text messages are unconfirmed, because their node died');
    await writeCounters(context, channelId);
  }
}
