import type { ToolCall } from '~/api/ai.ts';
import { type RecordData, records } from '~/api/records.ts';
import { modelName } from '~/metadata/model.ts';
import type { Registry } from '~/metadata/registry.ts';
import type { Turn, TurnPart } from './turn.ts';

const messagesPath = '/api/ai/aiMessages';
/** Earlier messages of a long conversation are not shown. */
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
  readonly completionId: string | null;
}

/** Reads a conversation. The server answers only with the person's own. */
export async function readTurns(conversationId: string, registry: Registry): Promise<readonly Turn[]> {
  const input = { filter: { conversationId }, sort: ['-position'], limit: maxMessages, count: 'none' as const };
  const { data } = await records.list(messagesPath, input);
  return turnsOf([...data].reverse() as unknown as readonly Message[], registry);
}

/** The messages of a conversation as questions and answers. */
function turnsOf(messages: readonly Message[], registry: Registry): readonly Turn[] {
  const results = new Map<string | undefined, StoredPart['output']>();
  for (const { role, parts } of messages)
    if (role === 'tool') for (const { toolCallId, output } of parts ?? []) results.set(toolCallId, output);
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
        const call = storedCall(part, results.get(part.toolCallId), registry);
        return [{ type: 'tool', call, isRunning: false }];
      });
      turns[turns.length - 1] = { ...turn, completionId, parts: [...turn.parts, ...parts] };
    }
  }
  return turns;
}

const changes: Readonly<Record<string, 'created' | 'updated' | 'deleted'>> = {
  createRecord: 'created',
  updateRecord: 'updated',
  deleteRecord: 'deleted',
};

interface Result {
  readonly _id?: string;
  /** The write waited for a person. */
  readonly pendingActionId?: string;
}

/** A call as it was. What it wrote follows from its arguments and its result. */
function storedCall({ toolName = '', input }: StoredPart, output: StoredPart['output'], registry: Registry): ToolCall {
  const call = { tool: toolName, input };
  if (output?.type === 'error-json') return { ...call, error: output.value as NonNullable<ToolCall['error']> };
  const result = { ...call, output: output?.value };
  const { _id, pendingActionId } = (output?.value ?? {}) as Result;
  if (pendingActionId !== undefined) return { ...result, pending: { id: pendingActionId } };
  const { model: name, id } = (input ?? {}) as { readonly model?: string; readonly id?: string };
  const model = registry.find(name ?? '');
  const change = changes[toolName];
  const writtenId = change === 'created' ? _id : id;
  if (!model || change === undefined || writtenId === undefined) return result;
  return { ...result, written: { model: modelName(model), id: writtenId, change } };
}
