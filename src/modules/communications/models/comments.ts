import { boolean, datetime, longText, reference, references } from '#core/fields/index.ts';
import { defineModel } from '#core/models/model.ts';

/** An internal remark of a user about a conversation. */
export const comments = defineModel({
  slug: 'comments',
  title: 'content',
  parent: 'conversationId',
  fields: {
    conversationId: reference('communications.conversations', { required: true }),
    content: longText({ required: true, search: true }),
    emailId: reference('communications.emails'),
    parentCommentId: reference('communications.comments'),
    mentionedUserIds: references('identity.users'),
    internal: boolean({ default: true }),
    pinned: boolean({ default: false }),
    editedAt: datetime(),
    resolvedAt: datetime(),
  },
});
