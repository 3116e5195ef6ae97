import type { ToolCall } from '~/api/ai.ts';
import { type RecordData, records } from '~/api/records.ts';
import type { Turn, TurnPart } from './turn.ts';

const messagesPath = '/api/ai/aiMessages';
/** Older messages of a long conversation are not shown. */
const maxMessages = 200;

interface StoredPart {
  readonly type: string;
  readonly text?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly output?: { readonly type: string; readonly value: unknown };
}

interface Message extends RecordData {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly content: string | null;
  readonly parts: readonly StoredPart[] | null;
  /** The records that each part wrote, for tool results. */
  readonly written: readonly (ToolCall['written'] | null)[] | null;
  readonly completionId: string | null;
}

/** Reads a conversation. The server returns only the person's own. */
export async function readTurns(conversationId: string): Promise<readonly Turn[]> {
  const input = { filter: { conversationId }, sort: ['-position'], limit: maxMessages, count: 'none' as const };
  const { data } = await records.list(messagesPath, input);
  return turnsOf([...data].reverse() as unknown as readonly Message[]);
}

/** Combines the messages of a conversation into questions and answers. */
function turnsOf(messages: readonly Message[]): readonly Turn[] {
  const results = new Map<string | undefined, StoredResult>();
  for (const { role, parts, written } of messages)
    if (role === 'tool')
      for (const [n, { toolCallId, output }] of (parts ?? []).entries())
        results.set(toolCallId, { output, written: written?.[n] ?? undefined });
  const turns: Turn[] = [];
  for (const message of messages) {
    const turn = turns.at(-1);
    if (message.role === 'user')
      turns.push({ key: message._id, question: message.content ?? '', parts: [], state: 'done' });
    else if (message.role === 'assistant' && turn) {
      const completionId = message.completionId ?? undefined;
      const parts = (message.parts ?? []).flatMap((part): TurnPart[] => {
        if (part.type === 'text') return part.text ? [{ type: 'text', text: part.text }] : [];
        if (part.type !== 'tool-call') return [];
        const call = storedCall(part, results.get(part.toolCallId));
        return [{ type: 'tool', call, isRunning: false }];
      });
      turns[turns.length - 1] = { ...turn, completionId, parts: [...turn.parts, ...parts] };
    }
  }
  return turns;
}

interface StoredResult {
  readonly output: StoredPart['output'];
  readonly written: ToolCall['written'];
}

/** Restores a tool call from its stored parts. */
function storedCall({ toolName = '', input }: StoredPart, result: StoredResult | undefined): ToolCall {
  const { output, written } = result ?? {};
  const call = { tool: toolName, input };
  if (output?.type === 'error-json') return { ...call, error: output.value as NonNullable<ToolCall['error']> };
  // A write that awaits approval has the id of its pending action.
  const { pendingActionId } = (output?.value ?? {}) as { readonly pendingActionId?: string };
  return {
    ...call,
    output: output?.value,
    ...(written && { written }),
    ...(pendingActionId !== undefined && { pending: { id: pendingActionId } }),
  };
}
