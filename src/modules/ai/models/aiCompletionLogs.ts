import { boolean, choice, datetime, integer, json, number, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';

/** Every completion has one record, whether it succeeded or failed. */
export const aiCompletionLogs = defineModel({
  slug: 'aiCompletionLogs',
  label: 'AI completion log',
  labelPlural: 'AI completion logs',
  title: 'model',
  owned: false,
  readOnly: true,
  indexes: [['contentKept', 'startedAt']],
  fields: {
    model: text({ search: true, index: true }),
    provider: text({ maxLength: 100, index: true }),
    operation: choice({
      options: [
        'completion',
        'chat',
        'chatStream',
        'summarize',
        'draftEmail',
        'extract',
        'query',
        'imageGeneration',
        'imageSearch',
        'mcp',
      ],
    }),
    status: choice({ options: ['running', 'succeeded', 'failed', 'aborted'], index: true }),
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
    cost: number({ min: 0, help: 'In US dollars; empty when the price of the model is not known.' }),
    iterations: integer({ min: 0 }),
    streamed: boolean(),
    platformTools: boolean(),
    failedOver: json({ shape: 'object', help: 'The model that failed, so that another one answered.' }),
    changes: integer({ min: 0, help: 'How many times its tools wrote a record. They can be undone.' }),
    // Texts are not in events, because they are removed after the tenant's retention time. They need ai:admin, because
    // the user who asked may read more than readers of logs.
    toolCalls: json({ shape: 'array', unlogged: true, shownWith: 'ai:admin' }),
    request: json({ unlogged: true, shownWith: 'ai:admin' }),
    response: json({ unlogged: true, shownWith: 'ai:admin' }),
    contentKept: boolean({ label: 'Has texts' }),
    error: json({ shape: 'object' }),
    requestId: text({ label: 'Request' }),
    providerRequestId: text({ label: 'Request at the provider' }),
  },
});
