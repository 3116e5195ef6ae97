import { readServerEvents } from '~/lib/server-events.ts';
import { type Problem, request, send } from './http.ts';
import type { Filter, RecordData } from './records.ts';

/** A record that a tool call wrote. */
interface WrittenRecord {
  /** `sales.contacts` */
  readonly model: string;
  readonly id: string;
  readonly change: 'created' | 'updated' | 'deleted';
}

interface ToolError {
  readonly code: string;
  readonly message: string;
}

/** One call of a tool by the language model. */
export interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
  readonly output?: unknown;
  readonly error?: ToolError;
  readonly written?: WrittenRecord;
  /** The change waits for a person to approve it. */
  readonly pending?: { readonly id: string };
}

/** What the person looks at: a record, or a list with its filter. */
export interface ScreenInput {
  readonly model: string;
  readonly id?: string;
  readonly filter?: Filter;
}

export interface ChatInput {
  readonly model?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly message: string;
  readonly approval?: 'writes' | undefined;
  readonly screen?: ScreenInput | undefined;
}

/** A part of a streamed answer. */
export interface ChatChunk {
  readonly conversationId?: string;
  readonly completionId?: string;
  readonly text?: string;
  readonly toolCall?: { readonly tool: string; readonly input: unknown };
  readonly toolResult?: ToolCall;
  readonly messageId?: string;
  readonly finishReason?: string;
  readonly error?: ToolError;
}

export interface AiModels {
  readonly data: readonly { readonly model: string; readonly provider: string; readonly configured: boolean }[];
  readonly defaultModel: string | null;
  readonly approval: 'writes' | 'none';
}

interface Change {
  readonly model: string;
  readonly id: string;
  readonly change: string;
}

export interface Undone {
  readonly undone: readonly Change[];
  /** What somebody changed since. */
  readonly kept: readonly (Change & { readonly reason: string })[];
}

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
  readonly error: ToolError | null;
  readonly expiresAt: string | null;
}

export interface UsageRow {
  readonly day?: string;
  readonly userId?: string | null;
  readonly model?: string | null;
  readonly requests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens: number;
  readonly totalTokens: number;
  /** Null when no price is known. */
  readonly cost: number | null;
  /** Requests whose price is not known. */
  readonly unpriced: number;
}

export interface Usage {
  readonly data: readonly UsageRow[];
  readonly total: UsageRow;
  readonly currency: string;
}

interface UsageInput {
  readonly from: string;
  readonly to: string;
  readonly groupBy: 'day' | 'user' | 'model';
}

export interface Extracted {
  readonly record: Readonly<Record<string, unknown>>;
  readonly problems: readonly Problem[];
}

export interface AskedFilter {
  readonly filter: Filter;
  readonly sort?: string;
  readonly explanation: string;
  readonly total: number;
}

export const pendingPath = '/api/ai/aiPendingActions';

const act = <T>(action: string, body: object): Promise<T> => request('POST', `/api/ai/actions/${action}`, { body });

export const ai = {
  models: (signal?: AbortSignal): Promise<AiModels> => request('GET', '/api/ai/models', { signal }),

  undo: (completionId: string): Promise<Undone> => request('POST', `/api/ai/completions/${completionId}/undo`),

  decide: (id: string, decision: 'approve' | 'reject'): Promise<PendingAction> =>
    request('POST', `${pendingPath}/${id}/${decision}`),

  usage: (input: UsageInput, signal?: AbortSignal): Promise<Usage> =>
    request('GET', '/api/ai/usage', { query: { ...input }, signal }),

  summarize: (input: { model: string; id: string; aiModel: string; language: string }) =>
    act<{ text: string }>('summarize', input),

  draftEmail: (input: { contactId: string; purpose: string; aiModel: string; language: string }) =>
    act<{ subject: string; html: string }>('draft-email', input),

  extract: (input: { text: string; model: string; aiModel: string }) => act<Extracted>('extract', input),

  query: (input: { question: string; model: string; aiModel: string }) => act<AskedFilter>('query', input),
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
