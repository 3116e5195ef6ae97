import { choice, datetime, integer, json, modelKey, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { kept } from '../../fieldGroups.ts';
import { enrollmentHooks } from '../hooks/enrollment-hooks.ts';

const set = { readOnly: true, keptByPut: true } as const;

/** The way of a record through a workflow. */
export const workflowEnrollments = defineModel({
  slug: 'workflowEnrollments',
  title: 'status',
  parent: 'workflowId',
  requiresOneOf: ['contactId', 'recordId'],
  hooks: enrollmentHooks,
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
      help: 'Writing it pauses, resumes or ends the enrollment.',
    }),
    source: choice({ options: ['manual', 'trigger', 'workflow', 'import', 'api', 'form'] }),
    workflowVersion: integer({ ...kept, min: 1, label: 'Version of the workflow' }),
    currentStep: text({ ...kept, maxLength: 60, help: 'The key of the step.' }),
    nextRunAt: datetime({ ...kept, index: true }),
    lastRunAt: datetime({ ...kept }),
    stepCount: integer({ ...kept, min: 0, default: 0 }),
    attemptCount: integer({ ...kept, min: 0, default: 0 }),
    completedAt: datetime({ ...set }),
    exitedAt: datetime({ ...set }),
    exitReason: text({ ...set }),
    error: text({ ...set, maxLength: 2000 }),
    data: json({ shape: 'object', label: 'Values', help: 'Values that the steps can read as trigger.', example: {} }),
  },
});
