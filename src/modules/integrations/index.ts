import { defineModule } from '#core/module.ts';
import { webhookStats } from './actions/get-webhook-stats.ts';
import { getDelivery, listDeliveries } from './actions/list-deliveries.ts';
import { listEventTypes } from './actions/list-event-types.ts';
import { recoverDeliveries } from './actions/recover-deliveries.ts';
import { retryDelivery } from './actions/retry-delivery.ts';
import { rotateSecret } from './actions/rotate-secret.ts';
import { testWebhook } from './actions/test-webhook.ts';
import { Deliveries } from './delivery/engine.ts';
import { cleanDeliveries } from './jobs/clean-deliveries.ts';
import { pauseFailing } from './jobs/pause-failing.ts';
import { deliveryMeasures } from './measures.ts';
import { webhooks } from './models/webhooks.ts';

/** How other systems hear of what happens here. */
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
    webhookStats,
    listEventTypes,
  ],
  jobs: [pauseFailing, cleanDeliveries],
  background: (services) => new Deliveries(services),
  measures: deliveryMeasures,
  sealedColumns: [{ table: 'webhook_endpoints', column: 'previous_secret' }],
});
