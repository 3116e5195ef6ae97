import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { type Static, Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { finish, startCompletion } from '../completion/run-completion.ts';
import { errorWithIds } from '../requests/error-with-ids.ts';
import { accountKey, requireOwnAccount } from '../requests/own-account.ts';
import { approval, bodyLimit, maxMessageLength, modelName, toolCalls, usage } from '../requests/shapes.ts';

const message = Type.Object(
  {
    role: Type.Union([Type.Literal('system'), Type.Literal('user'), Type.Literal('assistant')]),
    content: Type.String({ maxLength: maxMessageLength }),
  },
  { additionalProperties: false },
);

const input = Type.Object(
  {
    model: Type.Optional(modelName),
    messages: Type.Array(message, { minItems: 1, maxItems: 1000 }),
    context: Type.Optional(Type.Object({ accountKey }, { additionalProperties: true })),
    includePlatformTools: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether the model may use the tools of the platform.' }),
    ),
    approval,
    maxTokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
    responseSchema: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'A JSON Schema for an answer in JSON.' }),
    ),
  },
  { additionalProperties: false },
);

const output = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The id of its record in ai/aiCompletionLogs.' }),
  model: Type.String(),
  provider: Type.String(),
  text: Type.String(),
  finishReason: Type.String({
    description: 'stop, length, content-filter, other, or tool-iterations when the eighth answer still wanted tools.',
  }),
  usage,
  iterations: Type.Integer({ description: 'How many answers the model gave.' }),
  toolCalls,
  object: Type.Optional(Type.Unknown({ description: 'The answer as a value that matches responseSchema.' })),
});

const promptMessage = ({ role, content }: Static<typeof message>): LanguageModelV4Message =>
  role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] };

export const completeText = defineAction({
  name: 'ai.text-completion.complete',
  summary: 'Complete a text with a language model',
  routes: [{ method: 'POST', path: '/api/ai/text-completion/complete' }],
  access: 'ai:write',
  waitsForOthers: true,
  bodyLimit,
  input,
  output,
  async run(context, { model, messages, context: of, includePlatformTools = true, ...options }) {
    requireOwnAccount(context, of?.accountKey);
    const completion = await startCompletion(context, {
      ...options,
      operation: 'completion',
      model,
      prompt: messages.map(promptMessage),
      platformTools: includePlatformTools,
      signal: context.signal ?? new AbortController().signal,
    });
    const {
      text,
      finishReason = 'other',
      usage: used,
      iterations,
      ...rest
    } = await finish(completion).catch((error) => {
      // Keep the id in the error when tools wrote or proposed something: without it the client could not undo that.
      const hasEffect = completion.progress.toolCalls.some(({ written, pending }) => written ?? pending);
      throw hasEffect ? errorWithIds(error, { completionId: completion.id }) : error;
    });
    return {
      body: {
        id: completion.id,
        model: rest.model.modelId,
        provider: rest.model.family,
        text,
        finishReason,
        usage: used,
        iterations,
        toolCalls: rest.toolCalls as never,
        ...(options.responseSchema && { object: rest.object }),
      },
    };
  },
});
