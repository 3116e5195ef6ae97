import { Type } from 'typebox';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { defineJob } from '#core/jobs/job.ts';
import { enqueueMail } from '#core/mail/outbox.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { paragraphs } from '#lib/mail.ts';
import { conversations } from '../model-names.ts';
import { type CommentToAnnounce, readCommentToAnnounce } from './sql/comment-to-announce.ts';
import { lockConversations } from './sql/lock-conversations.ts';

const id = Type.String({ format: 'uuid' });

/** Makes the users mentioned in a comment follow the conversation, and mails them, except the author. */
export const announceComment = defineJob({
  name: 'communications.announceComment',
  summary: 'Sends a mail to the users who are mentioned in a comment',
  input: Type.Object({ commentId: id, userIds: Type.Array(id) }, { additionalProperties: false }),
  key: ({ commentId }) => commentId,
  run: (context, { commentId, userIds }) =>
    inTransaction(context, async (within) => {
      const { tx, caller } = within;
      const comment = await readCommentToAnnounce(tx, caller.tenantId, commentId, userIds);
      if (!comment) return;
      await addFollowers(within, comment, userIds);
      for (const { email, name } of comment.mentioned) await enqueueMail(within, email, mailOf(within, comment, name));
    }),
});

async function addFollowers(
  context: TransactionContext,
  { conversationId, followerIds }: CommentToAnnounce,
  userIds: readonly string[],
): Promise<void> {
  const all = [...new Set([...followerIds, ...userIds])];
  if (all.length === followerIds.length) return;
  await lockConversations(context.tx, context.caller.tenantId, [conversationId]);
  await updateMany(context, conversations(context), [{ id: conversationId, values: { followerIds: all } }], {
    withoutHooks: true,
  });
}

function mailOf({ services }: Context, comment: CommentToAnnounce, name: string) {
  const { author, subject, content, conversationId } = comment;
  const about = subject || 'a conversation without a subject';
  return {
    subject: `${author ?? 'A colleague'} mentioned you: ${about}`.slice(0, 200),
    ...paragraphs(
      `Hello ${name},`,
      `${author ?? 'A colleague'} mentioned you in a comment about "${about}":`,
      content.slice(0, 5000),
      `Open the conversation: ${services.publicUrl()}/app/inbox?id=${conversationId}`,
    ),
  };
}
