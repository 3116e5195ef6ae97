import type { Context } from '#core/context.ts';
import { type Route, routeOf } from '../configuration/families.ts';
import type { Configuration } from '../configuration/read-configuration.ts';
import { isAllowedModel } from '../limits/model-limits.ts';
import { credentialsFor, hasKey } from '../providers/credentials.ts';
import { openModel } from '../providers/open-model.ts';
import type { OpenedModel } from './call-model.ts';

/** The model of the setting ai.failover, if it is of another family, is allowed and has a key. */
export async function openFailoverModel(
  context: Context,
  configuration: Configuration,
  first: Route,
): Promise<OpenedModel | undefined> {
  const { failover, limits } = configuration;
  if (failover === undefined) return undefined;
  const route = routeOf(failover);
  if (route.family === first.family || !isAllowedModel(limits, route)) return undefined;
  if (!hasKey(context, configuration, route.family)) return undefined;
  return { route, model: await openModel(route, credentialsFor(context, configuration, route.family)) };
}
