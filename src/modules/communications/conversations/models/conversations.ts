import { choice, datetime, json, list, reference, references, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { counter, tags } from '#core/models/field-groups.ts';
import { viewers, viewersAudience } from '../../fieldGroups.ts';
import { conversationHooks } from '../wake-at.ts';

export const conversations = defineModel({
  slug: 'conversations',
  title: 'subject',
  audience: viewersAudience,
  hooks: conversationHooks,
  searchedThrough: { model: 'communications.emails', reference: 'conversationId' },
  fields: {
    subject: text({ maxLength: 998, search: true }),
    channel: choice({ options: ['email', 'chat', 'sms', 'social', 'phone', 'form'], default: 'email' }),
    status: choice({ options: ['open', 'pending', 'snoozed', 'closed', 'spam'], default: 'open', index: true }),
    priority: choice({ options: ['low', 'normal', 'high', 'urgent'], default: 'normal' }),
    contactId: reference('sales.contacts'),
    accountId: reference('sales.accounts'),
    leadId: reference('sales.leads'),
    opportunityId: reference('sales.opportunities'),
    assignedUserId: reference('identity.users', { label: 'Assignee', responsible: true }),
    assignedTeamId: reference('identity.teams'),
    followerIds: references('identity.users'),
    participants: list({ search: true }),
    preview: text({ maxLength: 500, search: true }),
    lastMessageAt: datetime({ index: true }),
    lastMessageDirection: choice({ options: ['inbound', 'outbound'] }),
    messageCount: counter(),
    unreadCount: counter(),
    readByIds: references('identity.users', {
      label: 'Read by',
      readOnly: true,
      unlogged: true,
      eventless: true,
      help: 'Users for whom it is read although it has unread messages.',
    }),
    unreadByIds: references('identity.users', {
      label: 'Unread for',
      readOnly: true,
      unlogged: true,
      eventless: true,
      help: 'Users for whom it is unread although its messages are read.',
    }),
    firstReplyDueAt: datetime({ index: true, label: 'First reply due' }),
    firstRepliedAt: datetime(),
    waitingSince: datetime({ help: 'When the oldest message came that nobody has replied to.' }),
    snoozedUntil: datetime({ index: true }),
    closedAt: datetime(),
    mergedIntoId: reference('communications.conversations', { label: 'Merged into', readOnly: true }),
    connectionId: text({ label: 'Mailbox connection' }),
    externalId: text({ maxLength: 600, label: 'Id at the provider', index: true }),
    ...viewers(),
    tags: tags(),
    metadata: json({ shape: 'object' }),
  },
});
