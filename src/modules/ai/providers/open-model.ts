import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Route } from '../configuration/families.ts';
import type { Credentials } from './credentials.ts';
import { modelFetch } from './model-fetch.ts';

/**
 * The model of a provider. The libraries implement the formats of the providers. They are loaded at first use, because
 * most servers use one of them or none. The tool loop, retries and limits are our own.
 */
export async function openModel({ family, modelId }: Route, credentials: Credentials): Promise<LanguageModelV4> {
  const { apiKey, baseUrl, options } = credentials;
  const given = { apiKey, fetch: modelFetch, ...(baseUrl !== undefined && { baseURL: baseUrl }) };
  switch (family) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const openai = createOpenAI(given);
      // OpenAI-compatible servers implement chat completions. Some models of OpenAI support only the responses API.
      return options.api === 'responses' ? openai.responses(modelId) : openai.chat(modelId);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(given).languageModel(modelId);
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return createGoogleGenerativeAI(given).languageModel(modelId);
    }
  }
}
