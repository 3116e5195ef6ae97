import { choice, datetime, integer, json, modelKey, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** Unsaved input of a user. Nobody else can read it, and events do not contain it. */
export const drafts = defineModel({
  slug: 'drafts',
  personal: { user: 'userId', sort: '-updatedAt' },
  audience: { users: ['userId'], hiddenFromAdmins: true },
  permanent: true,
  fields: {
    name: text({ search: true }),
    userId: reference('identity.users', { defaultFrom: 'caller' }),
    modelKey: modelKey({ index: true }),
    recordId: text({ maxLength: 100, label: 'Record', index: true }),
    recordVersion: integer({ min: 0 }),
    screenId: reference('ui.screens'),
    data: json({ shape: 'object', default: {}, unlogged: true }),
    status: choice({ options: ['open', 'submitted', 'discarded'], default: 'open', index: true }),
    expiresAt: datetime({ index: true }),
  },
});
