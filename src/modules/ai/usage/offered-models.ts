import { AppError } from '#core/errors.ts';
import { type Route, routeOf } from '../configuration/families.ts';
import type { Configuration } from '../configuration/read-configuration.ts';
import { isAllowedModel } from '../limits/model-limits.ts';
import { listPrices, type Price } from '../prices/list-prices.ts';

/** A model, under the name by which requests ask for it. */
export interface OfferedModel {
  readonly name: string;
  readonly route: Route;
}

/** The models that people choose from: those that the tenant names, and those with a list price, as far as they are allowed. */
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

/** Patterns name several models. Models that make images do not chat. */
const isOneModel = (name: string): boolean => !name.includes('*') && !name.includes('-image');

/** Undefined for a name that no request may have: prices can be given to any. */
function findRoute(name: string): Route | undefined {
  try {
    return routeOf(name);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
