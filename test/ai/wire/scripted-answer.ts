import type { Json } from '../../harness.ts';

/** The answer of the model to one call. */
export interface ScriptedAnswer {
  readonly text?: string;
  /**
   * Several calls are parallel. Arguments given as text are sent unchanged, to be malformed in formats that send text.
   */
  readonly calls?: readonly { readonly name: string; readonly args: unknown }[];
  /** Answers with this status instead. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends this text as the body. */
  readonly raw?: string;
  /** Closes the connection in the middle of the answer. */
  readonly cut?: boolean;
  /** The pause between the parts of a stream, or before an answer. */
  readonly waitMs?: number;
  /** Omits the usage, or sends zero where the format requires it. */
  readonly noUsage?: boolean;
  /** True when a filter of the provider ends the answer. */
  readonly filtered?: boolean;
  /** A signature of its thoughts, which the next request must return (Google). */
  readonly signature?: string;
  /** Its thoughts, before everything else (Anthropic). */
  readonly thoughts?: string;
}

/** The format of a provider. */
export interface Wire {
  /** An answer as one body. */
  whole(said: ScriptedAnswer): Json;
  /** An answer as the events of a stream. */
  streamed(said: ScriptedAnswer): string[];
}

let ids = 0;
export const newCallId = (): string => {
  ids += 1;
  return `call_${ids}`;
};

/** Arguments in formats that send them as text. */
export const argsText = (args: unknown): string => (typeof args === 'string' ? args : JSON.stringify(args));

/** Arguments in formats that send them as an object, which cannot be malformed. */
export const argsObject = (args: unknown): unknown => (typeof args === 'string' ? {} : args);

export const words = (text = ''): string[] => text.match(/\S+\s*/g) ?? [];

export const sse = (data: unknown, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

/** The reason why the model stopped, in the words of a format. */
export const stopOf = (
  { calls, filtered }: ScriptedAnswer,
  reasons: { readonly calls: string; readonly filtered: string; readonly end: string },
): string => (filtered ? reasons.filtered : calls?.length ? reasons.calls : reasons.end);
