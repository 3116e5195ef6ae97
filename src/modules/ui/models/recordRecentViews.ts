import { datetime, modelKey, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** A record that a user has opened. */
export const recordRecentViews = defineModel({
  slug: 'recordRecentViews',
  personal: { user: 'userId', sort: '-viewedAt' },
  audience: { users: ['userId'] },
  title: 'recordId',
  permanent: true,
  indexes: [['userId', 'viewedAt']],
  fields: {
    userId: reference('identity.users', { defaultFrom: 'caller' }),
    modelKey: modelKey({ required: true, index: true }),
    recordId: text({ required: true, maxLength: 100, label: 'Record', index: true }),
    recordTitle: text({ search: true }),
    screenId: reference('ui.screens'),
    viewedAt: datetime({ defaultFrom: 'now', index: true }),
  },
});
