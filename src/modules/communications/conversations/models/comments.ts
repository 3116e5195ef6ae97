import { boolean, datetime, longText, reference, references } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { viewers, viewersAudience } from '../../fieldGroups.ts';
import { commentHooks } from '../comment-hooks.ts';
import { readableConversation } from '../readable.ts';

/** An internal remark of a user about a conversation. All viewers of the conversation see it. */
export const comments = defineModel({
  slug: 'comments',
  title: 'content',
  parent: 'conversationId',
  audience: viewersAudience,
  hooks: commentHooks,
  timeline: {
    type: 'comment',
    of: ['conversationId'],
    through: { reference: 'conversationId', of: ['contactId', 'accountId', 'leadId', 'opportunityId'] },
  },
  fields: {
    conversationId: reference('communications.conversations', {
      required: true,
      rule: readableConversation,
      furtherRules: false,
      help: 'A conversation that you may read.',
    }),
    content: longText({ required: true, search: true }),
    emailId: reference('communications.emails'),
    parentCommentId: reference('communications.comments', { acyclic: true }),
    mentionedUserIds: references('identity.users', {
      help: 'They get a mail and follow the conversation. They must be able to see it.',
      furtherRules: true,
      example: [],
    }),
    internal: boolean({ default: true }),
    pinned: boolean({ default: false }),
    editedAt: datetime(),
    resolvedAt: datetime(),
    contactId: reference('sales.contacts', { readOnly: true, help: 'The contact of the conversation.' }),
    ...viewers(),
  },
});
