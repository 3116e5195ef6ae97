import { boolean, choice, integer, json, longText, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { counter } from '#core/models/field-groups.ts';

export const workflowSteps = defineModel({
  slug: 'workflowSteps',
  parent: 'workflowId',
  indexes: [['workflowId', 'position']],
  fields: {
    workflowId: reference('marketing.workflows', { required: true }),
    name: text({ search: true }),
    description: longText(),
    type: choice({
      options: [
        'sendEmail',
        'sendSms',
        'wait',
        'condition',
        'split',
        'createRecord',
        'updateRecord',
        'createTask',
        'addTag',
        'removeTag',
        'addToSegment',
        'notifyUser',
        'webhook',
        'goal',
        'end',
      ],
      index: true,
    }),
    position: integer({ min: 0, default: 0 }),
    config: json({ outward: true, shape: 'object' }),
    conditions: json({ shape: 'object' }),
    delay: integer({ min: 0, default: 0 }),
    delayUnit: choice({ options: ['minutes', 'hours', 'days', 'weeks'], default: 'minutes' }),
    templateId: reference('communications.emailTemplates'),
    nextStepId: reference('marketing.workflowSteps'),
    trueStepId: reference('marketing.workflowSteps', { label: 'Step if true' }),
    falseStepId: reference('marketing.workflowSteps', { label: 'Step if false' }),
    active: boolean({ default: true }),
    enteredCount: counter(),
    completedCount: counter(),
    failedCount: counter(),
  },
});
