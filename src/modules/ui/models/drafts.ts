import { choice, datetime, integer, json, modelKey, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/model.ts';

/** Input of a user that is not saved yet. */
export const drafts = defineModel({
  slug: 'drafts',
  fields: {
    name: text({ search: true }),
    userId: reference('identity.users', { defaultFrom: 'caller' }),
    modelKey: modelKey({ index: true }),
    recordId: text({ maxLength: 100, label: 'Record', index: true }),
    recordVersion: integer({ min: 0 }),
    screenId: reference('ui.screens'),
    data: json({ shape: 'object', default: {} }),
    status: choice({ options: ['open', 'submitted', 'discarded'], default: 'open', index: true }),
    expiresAt: datetime({ index: true }),
  },
});
