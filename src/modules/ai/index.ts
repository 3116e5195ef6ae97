import { defineModule } from '#core/module.ts';
import { aiCompletionLogs } from './models/aiCompletionLogs.ts';

export const ai = defineModule({
  key: 'ai',
  label: 'AI',
  models: [aiCompletionLogs],
});
