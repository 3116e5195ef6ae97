import { Type } from 'typebox';
import { approvals } from '../configuration/setting-shapes.ts';

export const modelName = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'A model of OpenAI (gpt-…, o1…), Anthropic (claude-…) or Google (gemini-…). That of the setting ai.defaultModel when absent.',
});

export const usage = Type.Object({
  promptTokens: Type.Integer(),
  completionTokens: Type.Integer(),
  totalTokens: Type.Integer(),
  cachedTokens: Type.Integer(),
});

export const toolCalls = Type.Array(
  Type.Object(
    {
      tool: Type.String(),
      input: Type.Unknown(),
      output: Type.Optional(Type.Unknown()),
      error: Type.Optional(
        Type.Object({ code: Type.String(), message: Type.String() }, { additionalProperties: true }),
      ),
      written: Type.Optional(
        Type.Object(
          {
            model: Type.String({ description: 'As sales.contacts.' }),
            id: Type.String({ format: 'uuid' }),
            change: Type.Enum(['created', 'updated', 'deleted']),
            version: Type.Integer(),
          },
          { description: 'The record that was written.' },
        ),
      ),
      pending: Type.Optional(
        Type.Object({ id: Type.String({ format: 'uuid' }) }, { description: 'The write that waits for approval.' }),
      ),
    },
    { additionalProperties: true },
  ),
);

/** Decides whether a user approves the writes of tools. The setting `ai.approval` may be stricter than the request. */
export const approval = Type.Optional(
  Type.Enum([...approvals], { description: 'writes: what tools write waits in ai/aiPendingActions for approval.' }),
);

/** The maximum body of a request with messages, in bytes. */
export const bodyLimit = 4 * 1024 * 1024;
/** The maximum of characters in one message. */
export const maxMessageLength = 1_000_000;
