import { type Static, Type } from 'typebox';
import { defineAction, type ServerEvent } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { saveMessages } from '../chat/conversations.ts';
import type { Completion } from '../completion/run-completion.ts';
import { bodyLimit } from '../requests/shapes.ts';
import { chatInput, startChat } from '../requests/start-chat.ts';

const chunk = (value: unknown): ServerEvent => ({ data: JSON.stringify(value) });
const done: ServerEvent = { data: '[DONE]' };

export const chatStream = defineAction({
  name: 'ai.chat.stream',
  summary: 'Send a message of a chat and get the reply as it is written',
  routes: [{ method: 'POST', path: '/api/ai/chat/stream' }],
  access: 'ai:write',
  waitsForOthers: true,
  streamsOnly: true,
  bodyLimit,
  input: chatInput,
  output: Type.Unknown(),
  async run() {
    throw new AppError('bad_request', 'The answer is a stream: send Accept: text/event-stream.');
  },
  async stream(context, input, { signal }) {
    const { conversation, completion } = await startChat(context, input, 'chatStream', signal);
    return events(context, input, conversation, completion, signal);
  },
});

/** The chunks of an answer. After the first, errors are chunks as well; the last is always `[DONE]`. */
async function* events(
  context: Context,
  { message }: Static<typeof chatInput>,
  conversation: Parameters<typeof saveMessages>[1],
  completion: Completion,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  yield chunk({ conversationId: conversation.id, completionId: completion.id });
  try {
    for await (const part of completion.parts()) yield chunk(part);
    const { id: completionId, progress } = completion;
    const { usage, finishReason } = progress;
    const messageId = await saveMessages(context, conversation, { completionId, message, progress });
    yield chunk({ messageId, usage, finishReason });
  } catch (error) {
    if (signal.aborted) return;
    yield chunk({ error: wordsOf(context, error) });
  }
  yield done;
}

function wordsOf({ services: { log }, requestId }: Context, error: unknown): { code: string; message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  log.error({ err: error, requestId }, 'a chat stream failed');
  return { code: 'internal', message: 'The server failed. The request id leads to the reason in its log.' };
}
