import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { Family } from '../configuration/families.ts';
import type { Usage } from '../usage/token-usage.ts';

type Data = Readonly<Record<string, unknown>>;
type Count = (key: string) => number;

interface Format {
  /** The usage in a chunk of a stream. */
  in(chunk: Data): unknown;
  /** Tokens of the prompt, tokens of the answer, and cached tokens of the prompt. */
  read(count: Count): readonly [prompt: number, completion: number, cached: number];
}

const formats: Readonly<Record<Family, Format>> = {
  // Only OpenAI-compatible servers report usage before the stream ends.
  openai: {
    in: ({ usage }) => usage,
    read: (count) => [count('prompt_tokens'), count('completion_tokens'), 0],
  },
  // The prompt tokens come in the first event, the answer tokens near the end.
  anthropic: {
    in: ({ message, usage }) => (message as Data | undefined)?.usage ?? usage,
    read(count) {
      const cached = count('cache_read_input_tokens');
      const prompt = count('input_tokens') + count('cache_creation_input_tokens') + cached;
      return [prompt, count('output_tokens'), cached];
    },
  },
  // Every chunk has the counts so far.
  google: {
    in: ({ usageMetadata }) => usageMetadata,
    read: (count) => [
      count('promptTokenCount') + count('toolUsePromptTokenCount'),
      count('candidatesTokenCount') + count('thoughtsTokenCount'),
      count('cachedContentTokenCount'),
    ],
  },
};

/**
 * Reads the usage that a provider reports while it streams. The libraries return usage only at the end, which an aborted answer never
 * reaches although it is billed.
 */
export class ReportedUsage {
  readonly #format: Format;
  #counts: Data = {};

  constructor(family: Family) {
    this.#format = formats[family];
  }

  add(part: LanguageModelV4StreamPart): void {
    if (part.type !== 'raw' || part.rawValue === null || typeof part.rawValue !== 'object') return;
    const counts = this.#format.in(part.rawValue as Data);
    if (counts !== null && typeof counts === 'object') this.#counts = { ...this.#counts, ...counts };
  }

  /** Undefined when nothing was reported. */
  get usage(): Usage | undefined {
    const count: Count = (key) => {
      const value = this.#counts[key];
      return Number.isSafeInteger(value) ? (value as number) : 0;
    };
    const [promptTokens, completionTokens, cachedTokens] = this.#format.read(count);
    const totalTokens = promptTokens + completionTokens;
    return totalTokens === 0 ? undefined : { promptTokens, completionTokens, totalTokens, cachedTokens };
  }
}
