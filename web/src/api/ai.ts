import { readServerEvents } from '~/lib/server-events.ts';
import type { Answer, Input } from './action-types.ts';
import { request, send } from './http.ts';
import type { RecordData } from './records.ts';

type Chat = Answer<'/api/ai/chat/message', 'post'>;

/** One call of a tool by the language model. */
export type ToolCall = Pick<Chat['toolCalls'][number], 'tool' | 'input' | 'output' | 'error' | 'written' | 'pending'>;

export type ChatInput = Input<'/api/ai/chat/stream'>;

/** The page that the person has open: a record, or a list with its filter. */
export type ScreenInput = NonNullable<ChatInput['screen']>;

/** A part of a streamed answer. */
export interface ChatChunk
  extends Partial<Pick<Chat, 'conversationId' | 'completionId' | 'messageId' | 'finishReason'>> {
  readonly text?: string;
  readonly toolCall?: Pick<ToolCall, 'tool' | 'input'>;
  readonly toolResult?: ToolCall;
  readonly error?: NonNullable<ToolCall['error']>;
}

export type AiModels = Answer<'/api/ai/models', 'get'>;
export type Undone = Answer<'/api/ai/completions/{id}/undo', 'post'>;
export type Extracted = Answer<'/api/ai/actions/extract', 'post'>;
export type AskedFilter = Answer<'/api/ai/actions/query', 'post'>;
export type Usage = Answer<'/api/ai/usage', 'get'>;
export type UsageRow = Usage['data'][number];

/** A change that the language model wants to make. */
export interface PendingAction extends RecordData {
  readonly tool: string;
  readonly input: unknown;
  readonly model: string | null;
  readonly recordId: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly status: 'pending' | 'approved' | 'rejected' | 'failed' | 'expired';
  readonly completionId: string | null;
  /** The record that an approved change wrote. */
  readonly result: ToolCall['written'] | null;
  readonly error: NonNullable<ToolCall['error']> | null;
  readonly expiresAt: string | null;
}

interface UsageInput {
  readonly from: string;
  readonly to: string;
  readonly groupBy: 'day' | 'user' | 'model';
}

export const pendingPath = '/api/ai/aiPendingActions';

type TaskName = 'summarize' | 'draft-email' | 'extract' | 'query';

/** Returns a function that runs a task of the server, such as a summary. The prompt is on the server. */
const taskRunner =
  <Name extends TaskName>(name: Name) =>
  (body: Input<`/api/ai/actions/${Name}`>): Promise<Answer<`/api/ai/actions/${Name}`, 'post'>> =>
    request('POST', `/api/ai/actions/${name}`, { body });

export const ai = {
  models: (signal?: AbortSignal): Promise<AiModels> => request('GET', '/api/ai/models', { signal }),

  undo: (completionId: string): Promise<Undone> => request('POST', `/api/ai/completions/${completionId}/undo`),

  decide: (id: string, decision: 'approve' | 'reject'): Promise<PendingAction> =>
    request('POST', `${pendingPath}/${id}/${decision}`),

  usage: (input: UsageInput, signal?: AbortSignal): Promise<Usage> =>
    request('GET', '/api/ai/usage', { query: { ...input }, signal }),

  summarize: taskRunner('summarize'),
  draftEmail: taskRunner('draft-email'),
  extract: taskRunner('extract'),
  query: taskRunner('query'),
};

/** Sends a message of a chat and yields the parts of the answer. Leaving the loop stops the language model. */
export async function* streamChat(input: ChatInput, signal: AbortSignal): AsyncGenerator<ChatChunk, void> {
  const headers = { accept: 'text/event-stream' };
  const { body } = await send('POST', '/api/ai/chat/stream', { body: input, headers, signal });
  if (!body) return;
  for await (const data of readServerEvents(body)) {
    if (data === '[DONE]') return;
    yield JSON.parse(data) as ChatChunk;
  }
}
