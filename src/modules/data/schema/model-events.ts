import { type ModelView, withoutDeletedFields, withoutHiddenFields } from '#core/derive/registry-view.ts';
import type { OtherEvents } from '#core/models/registry.ts';

/**
 * Events about models. Their record is a model in the format of `viewModel`, with all fields, including hidden ones.
 */
export const modelEvents: OtherEvents = {
  name: 'data.models',
  scope: 'data:read',
  view: (record, registry, access) =>
    withoutHiddenFields(withoutDeletedFields(record as unknown as ModelView, registry), access),
  changedByView: new Set(['fields', 'rules']),
};
