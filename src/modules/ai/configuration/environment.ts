import { families } from './families.ts';

interface ProviderSettings {
  /** The default for tenants without a key of their own. */
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
}

export interface AiSettings {
  /** How long a provider may take to answer, and to send the next part of a stream. */
  readonly timeoutMs: number;
  readonly providers: Readonly<Record<ProviderName, ProviderSettings>>;
}

/** Every provider with a key of its own: families of language models, image generation and image search. */
export const providerNames = [...families, 'image', 'imageSearch'] as const;

export type ProviderName = (typeof providerNames)[number];

/** The setting that has the key of a provider. */
export const settingOf = (name: ProviderName): string => `ai.${name}`;

declare module '#core/context.ts' {
  interface Settings {
    readonly ai: AiSettings;
  }
}

/** The prefixes of the environment variables. */
export const variablePrefix: Readonly<Record<ProviderName, string>> = {
  openai: 'OPENAI',
  anthropic: 'ANTHROPIC',
  google: 'GOOGLE_AI',
  image: 'IMAGE_GENERATION',
  imageSearch: 'IMAGE_SEARCH',
};

/** Reads the defaults for all tenants from the environment. */
export function readAiSettings(text: (name: string) => string | undefined, timeoutMs: number): AiSettings {
  const providers = Object.fromEntries(
    providerNames.map((name) => {
      const prefix = variablePrefix[name];
      return [name, { apiKey: text(`${prefix}_API_KEY`), baseUrl: text(`${prefix}_BASE_URL`) }];
    }),
  ) as Record<ProviderName, ProviderSettings>;
  return { timeoutMs, providers };
}
