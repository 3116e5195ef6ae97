import { defineModule } from '#core/modules/module.ts';
import { getDelivery } from './actions/get-delivery.ts';
import { getWebhookStats } from './actions/get-webhook-stats.ts';
import { listDeliveries } from './actions/list-deliveries.ts';
import { listEventTypes } from './actions/list-event-types.ts';
import { recoverDeliveries } from './actions/recover-deliveries.ts';
import { retryDelivery } from './actions/retry-delivery.ts';
import { rotateSecret } from './actions/rotate-secret.ts';
import { streamEvents } from './actions/stream-events.ts';
import { testWebhook } from './actions/test-webhook.ts';
import { DeliveryEngine } from './delivery/engine.ts';
import { cleanDeliveries } from './jobs/clean-deliveries.ts';
import { pauseFailing } from './jobs/pause-failing.ts';
import { deliveryMeasures } from './measures.ts';
import { webhooks } from './models/webhooks.ts';

/** Webhooks, which send events to other systems. */
export const integrations = defineModule({
  key: 'integrations',
  label: 'Integrations',
  models: [webhooks],
  actions: [
    listDeliveries,
    getDelivery,
    retryDelivery,
    recoverDeliveries,
    testWebhook,
    rotateSecret,
    getWebhookStats,
    listEventTypes,
    streamEvents,
  ],
  jobs: [pauseFailing, cleanDeliveries],
  background: (services) => new DeliveryEngine(services),
  measures: deliveryMeasures,
  tables: ['webhook_deliveries', 'webhook_delivery_log', 'webhook_endpoints', 'webhook_parcels'],
  sealedColumns: [{ table: 'webhook_endpoints', column: 'previous_secret' }],
});
