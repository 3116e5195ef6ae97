import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';

export type SalesSlug = 'leads' | 'contacts' | 'accounts' | 'opportunities' | 'leadScoringRules' | 'leadRoutingRules';

export function salesModel({ registry }: Context, slug: SalesSlug): Model {
  const model = registry.find('sales', slug);
  if (!model) throw new Error(`the model sales.${slug} is missing`);
  return model;
}
