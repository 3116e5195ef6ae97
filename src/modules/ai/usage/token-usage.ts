import type { LanguageModelV4Usage } from '@ai-sdk/provider';

export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
  readonly cachedTokens: number;
}

/** A model and who provides it: a family of language models, or a service for images. */
export interface AskedModel {
  readonly family: string;
  readonly modelId: string;
}

/** What one model used in a completion. */
export interface UsagePart {
  readonly model: AskedModel;
  readonly usage: Usage;
}

/** The usage of one answer. A provider that reports none counts as zero. */
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
