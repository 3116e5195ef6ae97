import { choice, datetime, json, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/**
 * A write that a language model proposes. Only its user sees it, approves it or rejects it, because it shows records
 * with that user's permissions.
 */
export const aiPendingActions = defineModel({
  slug: 'aiPendingActions',
  label: 'AI pending action',
  labelPlural: 'AI pending actions',
  title: 'tool',
  personal: { user: 'userId', sort: '-createdAt' },
  audience: { users: ['userId'], hiddenFromAdmins: true },
  owned: false,
  // ai:read gives access to the logs of all users, so it does not suffice here.
  readNeedsWrite: true,
  readOnly: true,
  indexes: [['status', 'expiresAt']],
  fields: {
    tool: text({ required: true, maxLength: 100 }),
    input: json({ shape: 'object', unlogged: true }),
    model: text({ maxLength: 200, help: 'The model of the record, as module.slug.' }),
    recordId: text({ maxLength: 36, label: 'Record', index: true, help: 'Of a record that exists already.' }),
    before: json({
      shape: 'object',
      unlogged: true,
      help: 'The record as it was, without fields hidden from the user.',
    }),
    after: json({ shape: 'object', unlogged: true, help: 'The record as it would be; absent for a deletion.' }),
    status: choice({
      options: ['pending', 'approved', 'rejected', 'failed', 'expired'],
      default: 'pending',
      index: true,
    }),
    via: choice({
      options: ['ai', 'mcp'],
      help: 'A language model of the account, or a program that uses the tools by MCP.',
    }),
    completionId: text({ maxLength: 36, label: 'Completion', index: true }),
    conversationId: text({ maxLength: 36, label: 'Conversation', index: true }),
    userId: reference('identity.users'),
    decidedById: reference('identity.users', { label: 'Decided by' }),
    decidedAt: datetime(),
    result: json({ shape: 'object', help: 'The record that was written.' }),
    error: json({ shape: 'object', help: 'Why it failed.' }),
    expiresAt: datetime({ index: true }),
  },
});
