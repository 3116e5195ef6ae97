import { boolean, choice, datetime, integer, json, longText, modelKey, references, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { tags } from '#core/models/field-groups.ts';

import { segmentHooks } from '../hooks.ts';

export const segments = defineModel({
  slug: 'segments',
  hooks: segmentHooks,
  children: ['files', 'notes'],
  fields: {
    name: text({ required: true, search: true, index: true }),
    description: longText({ search: true }),
    modelKey: modelKey({ default: 'contacts' }),
    type: choice({ options: ['dynamic', 'static'], default: 'dynamic', index: true }),
    definition: json({
      shape: 'object',
      label: 'Filter',
      furtherRules: true,
      help: 'Which records belong to the segment: a filter of lists, with and, or, not, event, segment, list and percent.',
      example: { createdAt: { gte: 'last30Days' } },
    }),
    contactIds: references('sales.contacts', { label: 'Contacts added by hand' }),
    excludedContactIds: references('sales.contacts'),
    leadIds: references('sales.leads', { label: 'Leads added by hand' }),
    accountIds: references('sales.accounts', { label: 'Accounts added by hand' }),
    active: boolean({ default: true, index: true }),
    memberCount: integer({
      min: 0,
      default: 0,
      readOnly: true,
      eventless: true,
      keptByPut: true,
      label: 'Members',
      shownWith: 'sales:read',
    }),
    lastEvaluatedAt: datetime({ readOnly: true, eventless: true, keptByPut: true }),
    problem: text({
      readOnly: true,
      eventless: true,
      keptByPut: true,
      maxLength: 2000,
      help: 'Why the segment cannot be evaluated.',
    }),
    tags: tags(),
  },
});
