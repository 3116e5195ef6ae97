import { AppError } from '#core/errors.ts';
import { type Route, routeOf } from '../configuration/families.ts';
import type { Configuration } from '../configuration/read-configuration.ts';
import { isAllowedModel } from '../limits/model-limits.ts';
import { listPrices, type Price } from '../prices/list-prices.ts';

/** A model with the name by which requests select it. */
export interface OfferedModel {
  readonly name: string;
  readonly route: Route;
}

/**
 * The models that users choose from: those that the tenant's settings or prices name, and those with a list price, if
 * they are allowed.
 */
export function offeredModels(configuration: Configuration, own: readonly Price[]): OfferedModel[] {
  const { defaultModel, failover, limits } = configuration;
  const names = [
    ...(defaultModel === undefined ? [] : [defaultModel]),
    ...(failover === undefined ? [] : [failover]),
    ...(limits.models ?? []),
    ...[...own, ...listPrices].map(({ pattern }) => pattern),
  ];
  return [...new Set(names)].flatMap((name) => {
    const route = isOneModel(name) ? findRoute(name) : undefined;
    return route && isAllowedModel(limits, route) ? [{ name, route }] : [];
  });
}

/** Excludes patterns, which match several models, and image models, which cannot chat. */
const isOneModel = (name: string): boolean => !name.includes('*') && !name.includes('-image');

/** Undefined when requests cannot use the name: prices accept any pattern. */
function findRoute(name: string): Route | undefined {
  try {
    return routeOf(name);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
