import type { Context } from '../context.ts';
import type { Model } from './model.ts';

/** Returns a function that finds a model in the registry of the caller's tenant, with its custom fields. */
export const modelNamed =
  (moduleKey: string, slug: string) =>
  ({ registry }: Pick<Context, 'registry'>): Model => {
    const model = registry.find(moduleKey, slug);
    if (!model) throw new Error(`the model ${moduleKey}.${slug} is missing`);
    return model;
  };
