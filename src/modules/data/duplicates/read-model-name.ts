import type { Context } from '#core/context.ts';
import { badQuery } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';

/** The model that a query names. */
export function readModelName({ registry }: Context, name: string): Model {
  const model = registry.named(name);
  if (!model) throw badQuery('model', 'must name a model by its key, its slug or module.slug');
  return model;
}
