import type { Model } from '~/metadata/model.ts';
import type { Registry } from '~/metadata/registry.ts';
import { textOf } from '../flow/step.ts';

/** The model of the record that a target names: `record`, `accountId` or `accountId.parentId`. */
export function targetModel(registry: Registry, model: Model, target: unknown): Model | undefined {
  const path = textOf(target) || 'record';
  if (path === 'record') return model;
  return path.split('.').reduce<Model | undefined>((current, key) => {
    const field = current && registry.field(current, key);
    return field && registry.target(field);
  }, model);
}
