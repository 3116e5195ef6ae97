import type { Context } from '#core/context.ts';
import { viewField, viewModel } from '#core/derive/registry-view.ts';
import type { Field } from '#core/fields/field.ts';
import { type Model, withoutFields } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';
import type { ModelPath } from './api-schemas.ts';
import { findModel } from './schema-store.ts';

/** Shows a model without the fields that are hidden from the caller. */
export const viewVisibleModel = (model: Model, registry: Registry, { caller }: Context) =>
  viewModel(withoutFields(model, caller.access.hiddenFields(model)), registry);

export const fieldAnswer = (registry: Registry, path: ModelPath, key: string) =>
  ({ body: viewField(findModel(registry, path).fields.get(key) as Field, registry) }) as never;
