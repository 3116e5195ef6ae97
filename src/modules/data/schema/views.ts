import type { Context } from '#core/context.ts';
import { viewField, viewModel } from '#core/derive/registry-view.ts';
import type { Field } from '#core/fields/field.ts';
import { type Model, withoutFields } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';
import type { Status } from '#core/models/status-list.ts';
import type { ModelPath } from './api-schemas.ts';
import { findModel } from './schema-store.ts';

/** Shows a model without the fields that are hidden from the caller. */
export const viewVisibleModel = (model: Model, registry: Registry, { caller }: Context) =>
  viewModel(withoutFields(model, caller.access.hiddenFields(model)), registry);

/** Shows models with the statuses of the tenant as the options of the fields that have their keys. */
export async function viewModels(context: Context, models: readonly Model[]) {
  const lists = await context.services.directory.statuses(context.caller.tenantId);
  return models.map((model) => {
    const view = viewVisibleModel(model, context.registry, context);
    const status = model.behaviours?.status;
    const list = lists.of(status?.listName ?? '');
    if (!status?.key || list.rows.length === 0) return view;
    const { key } = status.key;
    const initial = list.default(list.defaultListId);
    const fields = (view.fields as { key: string }[]).map((field) =>
      field.key === key ? { ...field, default: initial?.key ?? null, options: optionsOf(list.rows) } : field,
    );
    return { ...view, fields };
  });
}

/** A status of several lists, such as `won` of each pipeline, is one option. */
const optionsOf = (rows: readonly Status[]) =>
  Array.from(Map.groupBy(rows, ({ key }) => key).values(), (same) => {
    const [{ key, name, category, values }] = same as [Status];
    const lists = same.flatMap(({ listId }) => listId ?? []);
    return { value: key, label: name, color: values.color, category, ...(lists.length > 0 && { lists }) };
  });

export const fieldAnswer = (registry: Registry, path: ModelPath, key: string) =>
  ({ body: viewField(findModel(registry, path).fields.get(key) as Field, registry) }) as never;
