import { choice, integer, json, longText, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** A message of a conversation, in the order of `position`. */
export const aiMessages = defineModel({
  slug: 'aiMessages',
  label: 'AI message',
  labelPlural: 'AI messages',
  title: 'role',
  parent: 'conversationId',
  personal: { user: 'userId', sort: 'createdAt' },
  audience: { users: ['userId'], hiddenFromAdmins: true },
  owned: false,
  // ai:read gives access to the logs of all users, so it does not suffice here.
  readNeedsWrite: true,
  readOnly: true,
  indexes: [['conversationId', 'position']],
  fields: {
    conversationId: reference('ai.aiConversations', { required: true }),
    userId: reference('identity.users'),
    position: integer({ min: 0, required: true }),
    role: choice({ options: ['user', 'assistant', 'tool'], required: true }),
    content: longText({ search: true }),
    // The parts in the form that the provider needs back: tool calls with results, and signatures of reasoning.
    parts: json({ shape: 'array', unlogged: true }),
    written: json({
      shape: 'array',
      unlogged: true,
      help: 'Of tool results: the record that each of its parts wrote, or null.',
    }),
    model: text({ maxLength: 200 }),
    completionId: text({ maxLength: 100, label: 'Completion' }),
  },
});
