import { choice, datetime, json, modelKey, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { counter } from '#core/models/field-groups.ts';

/** The progress of a contact, or of a record of another model, in a workflow. */
export const workflowEnrollments = defineModel({
  slug: 'workflowEnrollments',
  title: 'status',
  parent: 'workflowId',
  fields: {
    workflowId: reference('marketing.workflows', { required: true }),
    contactId: reference('sales.contacts'),
    modelKey: modelKey(),
    recordId: text({ maxLength: 36, label: 'Record', index: true }),
    enrolledAt: datetime({ defaultFrom: 'now', index: true }),
    status: choice({
      options: ['active', 'waiting', 'paused', 'completed', 'exited', 'failed'],
      default: 'active',
      index: true,
    }),
    source: choice({ options: ['manual', 'trigger', 'import', 'api', 'form'] }),
    currentStepId: reference('marketing.workflowSteps'),
    nextRunAt: datetime({ index: true }),
    lastRunAt: datetime(),
    completedAt: datetime(),
    exitedAt: datetime(),
    exitReason: text(),
    stepCount: counter(),
    attemptCount: counter(),
    error: text({ maxLength: 2000 }),
    data: json({ shape: 'object' }),
  },
});
