import { choice, integer, list, number, reference } from '#core/fields/index.ts';
import { statuses } from '#core/statuses/status-model.ts';
import { forecastCategories } from '../forecast-categories.ts';
import { stageHooks } from '../hooks/stage-hooks.ts';
import { opportunityStatuses as standard } from '../standard-statuses.ts';

/** The stages of pipelines. Keys are unique in a pipeline, so that each may have its own stage `won`. */
export const opportunityStatuses = {
  ...statuses('opportunityStatuses', {
    standard,
    within: 'pipelineId',
    fields: {
      pipelineId: reference('sales.pipelines', {
        createOnly: true,
        help: 'The default pipeline when absent. It does not change.',
      }),
      probability: number({ min: 0, max: 100, help: 'The probability of deals that come into this stage.' }),
      forecastCategory: choice({
        options: forecastCategories,
        keptByPut: true,
        furtherRules: true,
        help: 'The forecast category of deals that come into this stage; by category and probability when absent.',
        example: 'pipeline',
      }),
      rottingDays: integer({ min: 1, max: 3650, help: 'A deal that is longer in this stage needs attention.' }),
      requiredFields: list({
        furtherRules: true,
        help: 'The fields of opportunities that a deal needs before it comes into this stage.',
        example: ['closeDate'],
      }),
    },
  }),
  hooks: stageHooks,
};
