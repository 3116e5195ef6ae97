import { invalid } from '#core/errors.ts';
import type { Limits } from '../configuration/setting-shapes.ts';
import { matchesGlob } from './glob.ts';

interface Named {
  readonly family: string;
  readonly modelId: string;
}

/** Matches a pattern against the name of the model, with or without the provider as prefix. */
export const namesModel = (pattern: string, { family, modelId }: Named): boolean =>
  matchesGlob(pattern, modelId) || matchesGlob(pattern, `${family}/${modelId}`);

export const isAllowedModel = ({ models }: Limits, route: Named): boolean =>
  models === undefined || models.some((pattern) => namesModel(pattern, route));

/** Throws when the tenant does not allow the model. */
export function requireAllowedModel(limits: Limits, route: Named): void {
  if (isAllowedModel(limits, route)) return;
  const allowed = limits.models?.join(', ') || 'no model at all';
  throw invalid('model', 'not_allowed', `is ${route.modelId}, but the setting ai.limits allows ${allowed}`);
}

/** The requested maximum of tokens, capped by the tenant's limit. */
export const cappedTokens = ({ maxTokens }: Limits, asked: number | undefined): number | undefined =>
  maxTokens === undefined ? asked : Math.min(maxTokens, asked ?? maxTokens);
