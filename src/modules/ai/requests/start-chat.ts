import { type Static, Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { type Conversation, openConversation } from '../chat/conversations.ts';
import { cutHistory } from '../chat/cut-history.ts';
import { screen, screenMessage } from '../chat/screen.ts';
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

interface StartedChat {
  readonly conversation: Conversation;
  readonly completion: Completion;
}

/** Opens the conversation, and a completion of its messages and the new one. */
export async function startChat(
  context: Context,
  { model, conversationId, message, screen: shown, approval: wanted, accountKey: of }: Static<typeof chatInput>,
  operation: Operation,
  signal: AbortSignal,
): Promise<StartedChat> {
  requireOwnAccount(context, of);
  const conversation = await openConversation(context, conversationId);
  const configuration = await readConfiguration(context);
  const onScreen = shown && (await screenMessage(context, configuration.tools, shown));
  const completion = await startCompletion(
    context,
    {
      operation,
      model,
      prompt: (modelId) => [
        ...(onScreen ? [onScreen] : []),
        ...cutHistory(conversation.history, modelId),
        { role: 'user', content: [{ type: 'text', text: message }] },
      ],
      platformTools: true,
      approval: wanted,
      conversationId: conversation.id,
      signal,
    },
    configuration,
  );
  return { conversation, completion };
}
