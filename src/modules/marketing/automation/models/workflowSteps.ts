import { choice, integer, json, longText, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { kept } from '../../fieldGroups.ts';
import { stepHooks } from '../hooks/step-hooks.ts';
import { stepTypeNames } from '../steps/step-type-names.ts';

/** A step of a workflow. Changes take effect when the workflow is activated again. */
export const workflowSteps = defineModel({
  slug: 'workflowSteps',
  parent: 'workflowId',
  hooks: stepHooks,
  indexes: [['workflowId', 'position']],
  fields: {
    workflowId: reference('marketing.workflows', { required: true }),
    key: text({ maxLength: 60, help: 'A name that is unique in the workflow. Other steps refer to it.' }),
    name: text({ search: true }),
    description: longText(),
    type: choice({ options: [...stepTypeNames], index: true }),
    position: integer({ min: 0, default: 0 }),
    config: json({ outward: true, shape: 'object', example: {} }),
    next: text({
      maxLength: 60,
      help: 'The key of the next step; empty for the end. When all are empty, the steps follow each other by position.',
    }),
    enteredCount: integer({ min: 0, default: 0, ...kept }),
    completedCount: integer({ min: 0, default: 0, ...kept }),
    failedCount: integer({ min: 0, default: 0, ...kept }),
  },
});
