import { boolean, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { pipelineHooks } from '../hooks/pipeline-hooks.ts';

/** The ways in which deals go from the first contact to their end, such as new business and renewals. */
export const pipelines = defineModel({
  slug: 'pipelines',
  owned: false,
  choices: true,
  keptInMemory: true,
  hooks: pipelineHooks,
  standard: [{ name: 'Sales pipeline', isDefault: true, active: true }],
  fields: {
    name: text({ required: true, unique: true, search: true, maxLength: 100 }),
    isDefault: boolean({
      default: false,
      keptByPut: true,
      furtherRules: true,
      help: 'The pipeline of new deals. Exactly one is: setting it on one clears it on the other.',
      example: false,
    }),
    active: boolean({
      default: true,
      furtherRules: true,
      help: 'False hides the pipeline where deals are made. The default pipeline is always active.',
      example: true,
    }),
  },
});
