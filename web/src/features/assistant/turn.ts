import type { ChatChunk, ToolCall } from '~/api/ai.ts';
import { ApiError } from '~/api/http.ts';
import type { PageContext } from '~/metadata/page-context.ts';

/** A part of an answer, in the order of writing. */
export type TurnPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool'; readonly call: ToolCall; readonly isRunning: boolean };

/** A question and its answer. */
export interface Turn {
  readonly key: string;
  readonly question: string;
  /** The page that the person asked about. */
  readonly screen?: PageContext | undefined;
  readonly completionId?: string | undefined;
  readonly parts: readonly TurnPart[];
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  readonly finishReason?: string | undefined;
  readonly error?: unknown;
}

/** Adds a chunk of the stream to the turn. */
export function addChunk(turn: Turn, chunk: ChatChunk): Turn {
  const { completionId, text, toolCall, toolResult, finishReason, error } = chunk;
  const parts = [...turn.parts];
  const last = parts.at(-1);
  if (text !== undefined && text !== '') {
    if (last?.type === 'text') parts[parts.length - 1] = { type: 'text', text: last.text + text };
    else parts.push({ type: 'text', text });
  }
  if (toolCall)
    parts.push({ type: 'tool', call: { tool: toolCall.tool, input: readInput(toolCall.input) }, isRunning: true });
  if (toolResult) {
    const at = parts.findIndex((part) => part.type === 'tool' && part.isRunning);
    parts.splice(at === -1 ? parts.length : at, at === -1 ? 0 : 1, {
      type: 'tool',
      call: toolResult,
      isRunning: false,
    });
  }
  return {
    ...turn,
    parts,
    ...(completionId !== undefined && { completionId }),
    ...(finishReason !== undefined && { finishReason, state: 'done' }),
    // The message of the server is kept, because it says what to do.
    ...(error && { state: 'failed', error: new ApiError(422, error, undefined) }),
  };
}

/** Parses the arguments of a call, which arrive as the text that the language model wrote. */
function readInput(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input);
  } catch {
    // Invalid JSON is shown as text. The server reports the error to the language model.
    return input;
  }
}

export const textOf = ({ parts }: Turn): string =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');

/** True when a call changed or proposed something. */
export const isEffect = (call: ToolCall | undefined): boolean => (call?.written ?? call?.pending) !== undefined;

/** True when an incomplete turn is stored, because its tools changed or proposed something. */
export const staysStored = ({ parts }: Turn): boolean =>
  parts.some((part) => part.type === 'tool' && isEffect(part.call));

export const changesOf = ({ parts }: Turn): number =>
  parts.filter((part) => part.type === 'tool' && part.call.written !== undefined).length;

/** True when a part is complete. A tool without a result is incomplete. */
export const hasEnded = (part: TurnPart): boolean => part.type === 'text' || !part.isRunning;
