import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';

export function dealModel({ registry }: Pick<Context, 'registry'>): Model {
  const model = registry.find('sales', 'opportunities');
  if (!model) throw new Error('sales.opportunities is missing');
  return model;
}
