import { datetime, integer, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** A chat with a language model. Only its user sees it. */
export const aiConversations = defineModel({
  slug: 'aiConversations',
  label: 'AI conversation',
  labelPlural: 'AI conversations',
  personal: { user: 'userId', sort: '-lastMessageAt' },
  audience: { users: ['userId'], hiddenFromAdmins: true },
  owned: false,
  // ai:read gives access to the logs of all users, so it does not suffice here.
  readNeedsWrite: true,
  title: 'title',
  fields: {
    title: text({ search: true }),
    userId: reference('identity.users', { defaultFrom: 'caller', readOnly: true }),
    model: text({ maxLength: 200, readOnly: true }),
    messageCount: integer({ min: 0, default: 0, readOnly: true }),
    lastMessageAt: datetime({ index: true, readOnly: true }),
  },
});
