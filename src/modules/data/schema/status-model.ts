import { invalid } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';

/** The list of statuses with this name, such as `sales.leadStatuses`. */
export function statusModel(registry: Registry, name: string): Model {
  const [moduleKey = '', slug = ''] = name.split('.');
  const model = registry.find(moduleKey, slug);
  if (!model?.statusList)
    throw invalid('model', 'not_an_option', 'must be a list of statuses, such as sales.opportunityStatuses');
  return model;
}
