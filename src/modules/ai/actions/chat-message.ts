import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { finish } from '../completion/run-completion.ts';
import { errorWithIds } from '../requests/error-with-ids.ts';
import { bodyLimit, toolCalls, usage } from '../requests/shapes.ts';
import { chatInput, startChat } from '../requests/start-chat.ts';

export const chatMessage = defineAction({
  name: 'ai.chat.message',
  summary: 'Send a message of a chat and get the reply',
  routes: [{ method: 'POST', path: '/api/ai/chat/message' }],
  access: 'ai:write',
  waitsForOthers: true,
  bodyLimit,
  input: chatInput,
  output: Type.Object({
    conversationId: Type.String({ format: 'uuid' }),
    messageId: Type.String({ format: 'uuid' }),
    completionId: Type.String({ format: 'uuid', description: 'The id of its record in ai/aiCompletionLogs.' }),
    reply: Type.String(),
    finishReason: Type.String(),
    usage,
    toolCalls,
  }),
  async run(context, input) {
    const signal = context.signal ?? new AbortController().signal;
    const { conversationId, completion, save, saveWritten } = await startChat(context, input, 'chat', signal);
    const ids = { conversationId, completionId: completion.id };
    const progress = await finish(completion).catch(async (error) => {
      const messageId = await saveWritten();
      throw messageId === undefined ? error : errorWithIds(error, { ...ids, messageId });
    });
    const { text, finishReason = 'other', usage: used, toolCalls: calls } = progress;
    const messageId = await save();
    return {
      body: {
        ...ids,
        messageId,
        reply: text,
        finishReason,
        usage: used,
        toolCalls: calls as never,
      },
    };
  },
});
