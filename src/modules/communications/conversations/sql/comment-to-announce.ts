import type { Transaction } from '#db/database.ts';
import { activeUsers, nameOfUser } from '../../../identity/contract.ts';

export interface CommentToAnnounce {
  readonly conversationId: string;
  readonly subject: string | null;
  readonly content: string;
  /** The name of its author. */
  readonly author: string | null;
  readonly followerIds: readonly string[];
  /** Active users who are mentioned, without the author. */
  readonly mentioned: readonly { readonly email: string; readonly name: string }[];
}

/** Undefined when the comment was deleted. */
export async function readCommentToAnnounce(
  tx: Transaction,
  tenantId: string,
  commentId: string,
  userIds: readonly string[],
): Promise<CommentToAnnounce | undefined> {
  const [row] = await tx.query<CommentToAnnounce>(
    `select m.conversation_id as "conversationId", c.subject, m.content,
       ${nameOfUser('$1::bigint', 'm.created_by')} as author,
       coalesce(c.follower_ids, '{}') as "followerIds",
       coalesce((select json_agg(json_build_object('email', u.email, 'name', u.name) order by u.id)
         from ${activeUsers('$1::bigint')} u where u.id = any($3::uuid[]) and u.id is distinct from m.created_by), '[]') as mentioned
     from communications_comments m
     join communications_conversations c on c.tenant_id = $1::bigint and c.id = m.conversation_id
     where m.tenant_id = $1::bigint and m.id = $2::uuid`,
    [tenantId, commentId, userIds],
  );
  return row;
}
