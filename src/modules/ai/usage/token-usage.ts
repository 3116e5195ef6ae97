import type { LanguageModelV4Usage } from '@ai-sdk/provider';

export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
  readonly cachedTokens: number;
}

/** A model and its provider: a family of language models, or an image service. */
export interface AskedModel {
  readonly family: string;
  readonly modelId: string;
}

/** The usage of one model in a completion. */
export interface UsagePart {
  readonly model: AskedModel;
  readonly usage: Usage;
}

/** The usage of one answer. It is zero when the provider reports none. */
export function readUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  const promptTokens = inputTokens.total ?? 0;
  const completionTokens = outputTokens.total ?? 0;
  return {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    cachedTokens: inputTokens.cacheRead ?? 0,
  };
}

export function sumOf(parts: readonly Usage[]): Usage {
  const total = (key: keyof Usage) => parts.reduce((sum, part) => sum + part[key], 0);
  return {
    promptTokens: total('promptTokens'),
    completionTokens: total('completionTokens'),
    totalTokens: total('totalTokens'),
    cachedTokens: total('cachedTokens'),
  };
}
