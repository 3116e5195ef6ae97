import { defineModule } from '#core/module.ts';
import { webhooks } from './models/webhooks.ts';

export const integrations = defineModule({
  key: 'integrations',
  label: 'Integrations',
  models: [webhooks],
});
