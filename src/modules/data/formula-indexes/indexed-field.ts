import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';

/** The formula of an index; undefined when the index was dropped. */
export function indexedField(registry: Registry, indexId: string): { model: Model; field: Field } | undefined {
  for (const model of registry.models) {
    const field = model.behaviours?.copied.find(({ copies }) => copies?.id === indexId);
    if (field) return { model, field };
  }
  return undefined;
}
