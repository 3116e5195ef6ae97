import { invalid } from '#core/errors.ts';

/** The families of models, each served by one provider. */
export const families = ['openai', 'anthropic', 'google'] as const;

export type Family = (typeof families)[number];

/** A model of a provider. */
export interface Route {
  readonly family: Family;
  /** The name of the model at its provider. */
  readonly modelId: string;
}

const patterns: readonly (readonly [Family, RegExp])[] = [
  ['openai', /^(gpt-|o\d|chatgpt-)/],
  ['anthropic', /^claude-/],
  ['google', /^gemini-/],
];

/** The provider of a model by the model's name: `gpt-4o`, or `openai/gpt-4o`. Throws for other families. */
export function routeOf(model: string): Route {
  const [prefix, ...rest] = model.split('/');
  const named = families.find((family) => family === prefix);
  if (named && rest.join('/') !== '') return { family: named, modelId: rest.join('/') };
  const found = patterns.find(([, pattern]) => pattern.test(model));
  if (found) return { family: found[0], modelId: model };
  throw invalid(
    'model',
    'unknown_model',
    'must be a model of OpenAI (gpt-…, o1…, chatgpt-…), Anthropic (claude-…) or Google (gemini-…), or begin with openai/, anthropic/ or google/',
  );
}
