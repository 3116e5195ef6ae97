import { boolean, choice, datetime, integer, json, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/model.ts';

/** One record for every completion, successful or failed. */
export const aiCompletionLogs = defineModel({
  slug: 'aiCompletionLogs',
  label: 'AI completion log',
  labelPlural: 'AI completion logs',
  title: 'model',
  owned: false,
  readOnly: true,
  fields: {
    model: text({ search: true, index: true }),
    provider: text({ maxLength: 100, index: true }),
    operation: choice({ options: ['completion', 'chat', 'chatStream', 'imageGeneration', 'imageSearch'] }),
    status: choice({ options: ['succeeded', 'failed', 'aborted'], index: true }),
    userId: reference('identity.users'),
    conversationId: text({ maxLength: 100, label: 'Conversation', search: true }),
    startedAt: datetime({ index: true }),
    firstTokenAt: datetime(),
    finishedAt: datetime(),
    durationMs: integer({ min: 0, label: 'Duration in milliseconds' }),
    finishReason: text({ maxLength: 100 }),
    promptTokens: integer({ min: 0 }),
    completionTokens: integer({ min: 0 }),
    totalTokens: integer({ min: 0 }),
    cachedTokens: integer({ min: 0 }),
    iterations: integer({ min: 0 }),
    streamed: boolean(),
    platformTools: boolean(),
    toolCalls: json({ shape: 'array' }),
    request: json(),
    response: json(),
    error: json({ shape: 'object' }),
    requestId: text({ label: 'Request' }),
    providerRequestId: text({ label: 'Request at the provider' }),
  },
});
