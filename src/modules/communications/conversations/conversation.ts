import { Type } from 'typebox';
import type { Context, TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { lockWithinReach } from '#core/operations/update.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { conversations } from '../model-names.ts';

/** Fields of a record of communications/conversations. */
export interface Conversation {
  readonly _id: string;
  readonly subject: string | null;
  readonly preview: string | null;
  readonly channel: string | null;
  readonly status: string | null;
  readonly contactId: string | null;
  readonly accountId: string | null;
  readonly leadId: string | null;
  readonly opportunityId: string | null;
  readonly followerIds: readonly string[] | null;
  readonly participants: readonly string[] | null;
  readonly tags: readonly string[] | null;
  readonly snoozedUntil: string | null;
  readonly mergedIntoId: string | null;
  readonly connectionId: string | null;
  readonly visibility: 'private' | 'linked' | 'everyone' | null;
  readonly viewerIds: readonly string[] | null;
  readonly viewerTeamIds: readonly string[] | null;
}

export const conversationRoute = '/api/communications/conversations/:id';

export const conversationPath = { id: Type.String({ format: 'uuid', description: 'The id of the conversation.' }) };

/** The record of communications/conversations, as GET answers with it. */
export const conversationRecord = Type.Object(
  { _id: Type.String({ format: 'uuid' }), status: Type.String() },
  { additionalProperties: true, description: 'The record of communications/conversations.' },
);

/** A conversation that the caller may read; otherwise 404. */
export async function readConversation(context: Context, id: string): Promise<Conversation> {
  const { body } = await invoke(context, operations.get, conversations(context), { id, query: {} });
  return JSON.parse(body) as Conversation;
}

/** Locks a conversation that the caller may change. One that was merged cannot be changed: its messages are elsewhere. */
export async function lockConversation(within: TransactionContext, id: string): Promise<Conversation> {
  const grant = within.caller.access.grant(conversations(within), 'write');
  const { previous } = await lockWithinReach(within, grant, id);
  const conversation = previous as unknown as Conversation;
  if (conversation.mergedIntoId !== null)
    throw new AppError(
      'conflict',
      `The conversation was merged into ${conversation.mergedIntoId}: use that conversation.`,
    );
  return conversation;
}

/** Changes a locked conversation, read-only fields too, with the caller as the author. Returns the record as the caller sees it. */
export async function saveConversation(
  within: TransactionContext,
  id: string,
  values: Readonly<Record<string, JsonValue>>,
): Promise<string> {
  const model = conversations(within);
  await updateMany(within, model, [{ id, values }], { withoutHooks: true });
  const { body } = await invoke(within, operations.get, model, { id, query: {} });
  return body;
}
