import assert from 'node:assert/strict';
import { appForFile, type Client, type Json, type TestApp } from '../harness.ts';
import { FakeProvider, type Family, modelOf, type ScriptedAnswer } from './fake-provider.ts';

/** A format of a provider. OpenAI has two, selected by a setting of the account. */
export interface Variant {
  readonly name: string;
  readonly family: Family;
  readonly api?: 'responses';
  /** True when arguments are sent as text, so they may be malformed. */
  readonly argsAreText: (streamed: boolean) => boolean;
}

export const variants: readonly Variant[] = [
  { name: 'chat completions of OpenAI', family: 'openai', argsAreText: () => true },
  { name: 'responses of OpenAI', family: 'openai', api: 'responses', argsAreText: () => true },
  { name: 'messages of Anthropic', family: 'anthropic', argsAreText: (streamed) => streamed },
  { name: 'Gemini of Google', family: 'google', argsAreText: () => false },
];

/** The result of a completion, as the client sees it and as the log stores it. */
interface Outcome {
  readonly text?: string;
  readonly finishReason?: string;
  /** The code of the error. */
  readonly error?: string;
  readonly totalTokens: number;
  readonly iterations: number;
}

export interface Scenario {
  readonly name: string;
  readonly says: readonly ScriptedAnswer[];
  readonly outcome: Outcome;
  /** Calls to the provider, including retries. Default: the number of iterations. */
  readonly asked?: number;
  /** Names of the accounts that the tools created. */
  readonly created?: readonly string[];
  /** Codes of the errors of the tool calls; undefined for a call that succeeded. */
  readonly toolErrors?: (variant: Variant, streamed: boolean) => readonly (string | undefined)[];
  /** Tokens that the provider reported before a stream broke off. */
  readonly reported?: Partial<Readonly<Record<Family, number>>>;
  /** Overrides for streams, which have more parts, and can fail where a single answer does not. */
  readonly streamed?: Partial<Pick<Scenario, 'says' | 'outcome' | 'asked'>>;
}

const create = (name: string) => ({ name: 'createRecord', args: { model: 'accounts', record: { name } } });
const silentMs = 60_000;
const numbered = Array.from({ length: 18 }, (_, n) => `Number ${n + 1}`);

export const scenarios: readonly Scenario[] = [
  {
    name: 'a plain answer',
    says: [{ text: 'One two three' }],
    outcome: { text: 'One two three', finishReason: 'stop', totalTokens: 15, iterations: 1 },
  },
  {
    name: 'parallel tool calls',
    says: [{ text: 'Both.', calls: [create('First'), create('Second')] }, { text: 'Done.' }],
    outcome: { text: 'Done.', finishReason: 'stop', totalTokens: 30, iterations: 2 },
    created: ['First', 'Second'],
    toolErrors: () => [undefined, undefined],
  },
  {
    name: 'malformed arguments beside good ones',
    says: [
      { calls: [{ name: 'createRecord', args: '{"model": "accounts", "rec' }, create('Good')] },
      { text: 'One of two.' },
    ],
    outcome: { text: 'One of two.', finishReason: 'stop', totalTokens: 30, iterations: 2 },
    created: ['Good'],
    toolErrors: ({ argsAreText }, streamed) => [argsAreText(streamed) ? 'bad_request' : 'validation_failed', undefined],
  },
  {
    name: 'more tool calls than one answer may have',
    says: [{ calls: numbered.map(create) }, { text: 'Sixteen of them.' }],
    outcome: { text: 'Sixteen of them.', finishReason: 'stop', totalTokens: 30, iterations: 2 },
    created: numbered.slice(0, 16),
    toolErrors: () => numbered.map((_, n) => (n < 16 ? undefined : 'too_many_calls')),
  },
  {
    name: 'an endless loop of tool calls',
    says: [{ text: 'Again.', calls: [{ name: 'queryRecords', args: { model: 'contacts' } }] }],
    outcome: { text: 'Again.', finishReason: 'tool-iterations', totalTokens: 120, iterations: 8 },
    toolErrors: () => Array.from({ length: 7 }),
  },
  {
    name: 'an answer that is cut',
    // The pause lets the client read the beginning, so the request is not retried.
    says: [{ text: 'This will never be complete at all', cut: true, waitMs: 150 }],
    outcome: { error: 'ai_provider_error', totalTokens: 0, iterations: 1 },
    reported: { anthropic: 10, google: 12 },
  },
  {
    name: 'slow parts, each in time',
    says: [{ text: 'slow but sure', waitMs: 150 }],
    outcome: { text: 'slow but sure', finishReason: 'stop', totalTokens: 15, iterations: 1 },
  },
  {
    name: 'a provider that falls silent',
    says: [{ text: 'well then', waitMs: silentMs }],
    outcome: { error: 'ai_provider_error', totalTokens: 0, iterations: 1 },
    reported: { anthropic: 10, google: 12 },
  },
  {
    name: 'a rate limit that passes',
    says: [{ status: 429, headers: { 'retry-after': '1' } }, { text: 'Now.' }],
    outcome: { text: 'Now.', finishReason: 'stop', totalTokens: 15, iterations: 1 },
    asked: 2,
  },
  {
    name: 'a rate limit that lasts',
    says: [{ status: 429, headers: { 'retry-after': '60' } }],
    outcome: { error: 'rate_limited', totalTokens: 0, iterations: 1 },
  },
  {
    name: 'a provider that fails',
    says: [{ status: 500 }],
    outcome: { error: 'ai_provider_error', totalTokens: 0, iterations: 1 },
    asked: 3,
  },
  {
    name: 'a failure after a tool has written',
    says: [{ calls: [create('Written')] }, { status: 400 }],
    outcome: { error: 'ai_provider_error', totalTokens: 15, iterations: 2 },
    created: ['Written'],
    toolErrors: () => [undefined],
  },
  {
    name: 'garbage',
    says: [{ raw: '<html>Welcome</html>', headers: { 'content-type': 'text/html' } }],
    outcome: { error: 'ai_provider_error', totalTokens: 0, iterations: 1 },
    streamed: {
      says: [{ raw: 'data: {"what": \n\ndata: <html>\n\n', headers: { 'content-type': 'text/event-stream' } }],
    },
  },
  {
    name: 'an answer that a filter ends',
    says: [{ text: 'I must not', filtered: true }],
    outcome: { text: 'I must not', finishReason: 'content-filter', totalTokens: 15, iterations: 1 },
  },
  {
    name: 'no usage',
    says: [{ text: 'Free.', noUsage: true }],
    outcome: { text: 'Free.', finishReason: 'stop', totalTokens: 0, iterations: 1 },
  },
];

export interface Stage {
  readonly app: TestApp;
  readonly provider: FakeProvider;
  /** The admin of the account with this format. */
  clientOf(variant: Variant): Promise<Client>;
}

/** Starts a server with fake providers, and an account for each format. */
export async function stageForFile(): Promise<Stage> {
  const provider = await FakeProvider.forFile();
  const keys = { OPENAI_API_KEY: 'k1', ANTHROPIC_API_KEY: 'k2', GOOGLE_AI_API_KEY: 'k3' };
  const app = await appForFile({ ...provider.env, ...keys, AI_TIMEOUT: '3s' });
  const clients = new Map<Variant, Client>();
  const clientOf = async (variant: Variant): Promise<Client> => {
    const known = clients.get(variant);
    if (known) return known;
    const client = await app.tenant();
    if (variant.api)
      await client.create('/api/ui/settings', { key: 'ai.openai', secretValue: 'own', value: { api: variant.api } });
    clients.set(variant, client);
    return client;
  };
  return { app, provider, clientOf };
}

/** Checks the log of a completion, its events, and the events of what its tools created. */
export async function assertTraces(
  { app, provider }: Stage,
  client: Client,
  variant: Variant,
  scenario: Scenario,
  streamed: boolean,
): Promise<void> {
  const { outcome, asked, created = [], toolErrors, reported } = { ...scenario, ...(streamed && scenario.streamed) };
  const { body } = await client.get('/api/ai/aiCompletionLogs?sort=-createdAt&limit=1');
  const log: Json = body.data[0];
  const failed = outcome.error !== undefined;
  assert.deepEqual(
    {
      status: log.status,
      finishReason: log.finishReason,
      error: log.error?.code,
      totalTokens: log.totalTokens,
      iterations: log.iterations,
      model: log.model,
      provider: log.provider,
      operation: log.operation,
      streamed: log.streamed,
    },
    {
      status: failed ? 'failed' : 'succeeded',
      finishReason: failed ? 'error' : outcome.finishReason,
      error: outcome.error,
      totalTokens: outcome.totalTokens + ((streamed && reported?.[variant.family]) || 0),
      iterations: outcome.iterations,
      model: modelOf[variant.family],
      provider: variant.family,
      operation: streamed ? 'chatStream' : 'completion',
      streamed,
    },
  );
  assert.ok(log.startedAt <= log.finishedAt && log.durationMs >= 0);
  assert.equal(log.userId, client.userId);
  assert.deepEqual(
    log.toolCalls.map(({ error }: Json) => error?.code),
    toolErrors?.(variant, streamed) ?? [],
  );
  assert.equal(provider.asked.length, asked ?? outcome.iterations);
  const ofLog = await app.events(log._id);
  assert.deepEqual(
    ofLog.map(({ type }) => type),
    ['aiCompletionLog.created', 'aiCompletionLog.updated'],
  );
  const written = log.toolCalls.flatMap((call: Json) => call.written ?? []);
  assert.equal(written.length, created.length);
  for (const [index, { id, change }] of written.entries()) {
    const [event, ...others] = await app.events(id);
    assert.deepEqual(
      [change, event?.type, event?.record.name, event?.actor_id, others.length],
      ['created', 'account.created', created[index], client.userId, 0],
    );
  }
}
