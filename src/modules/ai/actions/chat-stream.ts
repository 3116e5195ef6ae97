import { clientLeft, defineAction, type ServerEvent } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { bodyLimit } from '../requests/shapes.ts';
import { chatInput, type StartedChat, startChat } from '../requests/start-chat.ts';

const chunk = (value: unknown): ServerEvent => ({ data: JSON.stringify(value) });
const done: ServerEvent = { data: '[DONE]' };

export const chatStream = defineAction({
  name: 'ai.chat.stream',
  summary: 'Send a message of a chat and get the reply as it is written',
  routes: [{ method: 'POST', path: '/api/ai/chat/stream' }],
  access: 'ai:write',
  answers: 'events',
  bodyLimit,
  input: chatInput,
  async stream(context, input, { signal }) {
    return events(context, await startChat(context, input, 'chatStream', signal), signal);
  },
});

/** The chunks of an answer. After the first, errors are chunks as well; the last is always `[DONE]`. */
async function* events(
  context: Context,
  { conversationId, completion, save, saveWritten }: StartedChat,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const { id: completionId, progress } = completion;
  try {
    yield chunk({ conversationId, completionId });
    for await (const part of completion.parts()) yield chunk(part);
    const messageId = await save();
    const { usage, finishReason } = progress;
    yield chunk({ messageId, usage, finishReason });
  } catch (error) {
    if (clientLeft(signal)) return;
    const messageId = await saveWritten();
    yield chunk({ ...(messageId !== undefined && { messageId }), error: wordsOf(context, error) });
  } finally {
    await completion.leave();
    await saveWritten();
  }
  yield done;
}

function wordsOf({ services: { log }, requestId }: Context, error: unknown): { code: string; message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  log.error({ err: error, requestId }, 'a chat stream failed');
  return { code: 'internal', message: 'The server failed. The request id leads to the reason in its log.' };
}
