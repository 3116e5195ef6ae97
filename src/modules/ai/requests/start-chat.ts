import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { type Static, Type } from 'typebox';
import { type Context, withoutClient } from '#core/context.ts';
import { type Conversation, openConversation, saveMessages } from '../chat/conversations.ts';
import { screen } from '../chat/screen.ts';
import { systemMessage } from '../chat/system-message.ts';
import { trimHistory } from '../chat/trim-history.ts';
import type { Operation } from '../completion/completion-log.ts';
import { type Completion, startCompletion } from '../completion/run-completion.ts';
import { readConfiguration } from '../configuration/read-configuration.ts';
import { accountKey, requireOwnAccount } from './own-account.ts';
import { approval, maxMessageLength, modelName } from './shapes.ts';

export const chatInput = Type.Object(
  {
    model: Type.Optional(modelName),
    conversationId: Type.Optional(
      Type.String({ format: 'uuid', description: 'The conversation that it continues. Absent: a new one.' }),
    ),
    message: Type.String({ minLength: 1, maxLength: maxMessageLength }),
    screen: Type.Optional(screen),
    approval,
    accountKey,
  },
  { additionalProperties: false },
);

export interface StartedChat {
  readonly conversationId: string;
  readonly completion: Completion;
  /** Stores the message and its answer. Returns the id of the answer. */
  save(): Promise<string>;
  /**
   * Stores the message of a failed or aborted answer together with the tool calls so far, if they wrote or proposed
   * anything. Otherwise the model would repeat the writes when asked again, and the user could not undo them. Does
   * nothing after `save`, or when nothing was written.
   */
  saveWritten(): Promise<string | undefined>;
}

/** Opens the conversation, and starts a completion of its history and the new message. */
export async function startChat(
  context: Context,
  { model, conversationId, message, screen: shown, approval: wanted, accountKey: of }: Static<typeof chatInput>,
  operation: Operation,
  signal: AbortSignal,
): Promise<StartedChat> {
  requireOwnAccount(context, of);
  const conversation = await openConversation(context, conversationId);
  const configuration = await readConfiguration(context);
  const system = await systemMessage(context, configuration.tools, shown);
  const completion = await startCompletion(
    context,
    {
      operation,
      model,
      prompt: (modelId) => {
        const added: LanguageModelV4Prompt = [{ role: 'user', content: [{ type: 'text', text: message }] }];
        return [system, ...trimHistory(conversation.history, modelId, [system, ...added]), ...added];
      },
      platformTools: true,
      approval: wanted,
      conversationId: conversation.id,
      signal,
    },
    configuration,
  );
  return { conversationId: conversation.id, completion, ...saving(context, conversation, completion, message) };
}

function saving(
  given: Context,
  conversation: Conversation,
  { id: completionId, progress }: Completion,
  message: string,
): Pick<StartedChat, 'save' | 'saveWritten'> {
  // The answer is saved even when the client has disconnected.
  const context = withoutClient(given);
  let isSaved = false;
  const save = () => {
    isSaved = true;
    return saveMessages(context, conversation, { completionId, message, progress });
  };
  const saveWritten = async () => {
    if (isSaved || !progress.toolCalls.some(({ written, pending }) => written ?? pending)) return undefined;
    try {
      return await save();
    } catch (err) {
      // Log this error and keep the error of the answer, which is the one that the client can act on.
      context.services.log.error(
        { err, requestId: context.requestId },
        'the tool calls of a failed chat could not be stored',
      );
      return undefined;
    }
  };
  return { save, saveWritten };
}
