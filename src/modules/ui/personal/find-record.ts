import type { Context } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { titleIn } from '../dashboards/titles.ts';

/** The model that a request names. */
export function requireModel({ registry }: Context, name: string): Model {
  const model = registry.named(name);
  if (!model) throw invalid('modelKey', 'unknown_model', 'must name a model: a slug, a model key or module.slug');
  return model;
}

/** The title of a record. Throws `not_found` when the caller may not read it. */
export async function readTitle(context: Context, model: Model, id: string): Promise<string> {
  const { body } = await invoke(context, operations.get, model, { id, query: {} });
  return titleIn(model, JSON.parse(body), model.label).slice(0, 255);
}
