import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { comments, emails } from '../model-names.ts';
import type { Conversation } from './conversation.ts';
import { findReadable, type SharedRow } from './sql/find-readable.ts';

interface NewViewers {
  readonly userIds: readonly string[];
  readonly teamIds: readonly string[];
}

interface ViewerFields {
  readonly viewerIds?: string[];
  readonly viewerTeamIds?: string[];
}

/**
 * Shows a restricted conversation to further users and teams, with those of its mails that the caller may read: nobody can share more
 * than they see. Returns the values for the conversation itself.
 */
export async function shareConversation(
  within: TransactionContext,
  conversation: Conversation,
  added: NewViewers,
): Promise<ViewerFields> {
  const { caller } = within;
  const ofConversation = grown(conversation, added);
  for (const model of [emails(within), comments(within)]) {
    const grant = caller.access.grant(model, 'read');
    const rows = await findReadable(within, grant, conversation._id);
    const changes = rows.map((row) => ({ id: row.id, values: { ...grown(row, added) } }));
    await updateMany(within, model, changes, { withoutHooks: true });
  }
  return ofConversation;
}

function grown({ visibility, viewerIds, viewerTeamIds }: SharedRow | Conversation, added: NewViewers): ViewerFields {
  if ((visibility ?? 'everyone') === 'everyone') return {};
  return {
    viewerIds: [...new Set([...(viewerIds ?? []), ...added.userIds])],
    viewerTeamIds: [...new Set([...(viewerTeamIds ?? []), ...added.teamIds])],
  };
}
