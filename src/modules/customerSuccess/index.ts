import { defineModule } from '#core/modules/module.ts';
import { escalations } from './models/escalations.ts';
import { healthScores } from './models/healthScores.ts';
import { renewals } from './models/renewals.ts';
import { successPlans } from './models/successPlans.ts';

export const customerSuccess = defineModule({
  key: 'customerSuccess',
  label: 'Customer Success',
  models: [renewals, healthScores, successPlans, escalations],
});
