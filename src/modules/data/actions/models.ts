import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { viewModel } from '#core/derive/registry-view.ts';
import { AppError } from '#core/errors.ts';
import { type Model, withoutFields } from '#core/model.ts';
import { removeAll } from '#core/operations/remove.ts';
import { logMeta } from '#core/query/log.ts';
import { wholeParameter } from '#core/query/parameters.ts';
import type { Registry } from '#core/registry.ts';
import { changeSchema, findModel, insertModel, type NewModel } from '../schema-store.ts';
import { modelChange, modelPath, modelView, newModel } from '../schemas.ts';

const oneModel = '/api/data/models/:moduleKey/:slug';

/** Hidden fields are left out of what the registry tells, as they are of the records. */
const view = (model: Model, registry: Registry, { caller }: Context) =>
  viewModel(withoutFields(model, caller.access.hiddenFields(model)), registry);

const filterText = Type.Optional(Type.String());

export const listModels = defineAction({
  name: 'data.listModels',
  summary: 'Lists the models with their fields',
  routes: [{ method: 'GET', path: '/api/data/models' }],
  access: 'signed-in',
  input: Type.Object(
    {
      filter: Type.Optional(
        Type.Object({ moduleKey: filterText, slug: filterText, modelKey: filterText }, { additionalProperties: false }),
      ),
      page: wholeParameter(1, 1_000_000, 'From 1.'),
      limit: wholeParameter(1, 200, '1 to 200; all when absent.'),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ data: Type.Array(modelView), meta: logMeta }),
  async run(context, { filter = {}, page = 1, limit }) {
    const { registry } = context;
    const found = registry.models.filter(
      (model) =>
        (filter.moduleKey === undefined || model.moduleKey === filter.moduleKey) &&
        (filter.slug === undefined || model.slug === filter.slug) &&
        (filter.modelKey === undefined || model.key === filter.modelKey),
    );
    // Not paged unless asked: a client that draws screens wants them all.
    const size = limit ?? Math.max(found.length, 1);
    const shown = found.slice((page - 1) * size, page * size);
    const meta = {
      page,
      limit: size,
      total: found.length,
      totalExact: true,
      totalPages: Math.ceil(found.length / size),
      hasMore: page * size < found.length,
      nextCursor: null,
    };
    return { body: { data: shown.map((model) => view(model, registry, context)), meta } as never };
  },
});

export const getModel = defineAction({
  name: 'data.getModel',
  summary: 'Gets one model with its fields',
  routes: [{ method: 'GET', path: oneModel }],
  access: 'signed-in',
  input: Type.Object(modelPath, { additionalProperties: false }),
  output: modelView,
  async run(context, place) {
    return { body: view(findModel(context.registry, place), context.registry, context) as never };
  },
});

export const createModel = defineAction({
  name: 'data.createModel',
  summary: 'Makes a model of the tenant’s own',
  routes: [{ method: 'POST', path: '/api/data/models' }],
  access: 'data:admin',
  status: 201,
  input: newModel,
  output: modelView,
  async run(context, input) {
    const registry = await changeSchema(context, input, (writing) => insertModel(writing, input as NewModel));
    return { body: view(findModel(registry, input), registry, context) as never };
  },
});

function customOnly(model: Model): string {
  if (model.customId !== undefined) return model.customId;
  throw new AppError('conflict', `${model.name} belongs to the product; only its custom fields can be changed.`);
}

export const updateModel = defineAction({
  name: 'data.updateModel',
  summary: 'Renames a model of the tenant’s own',
  routes: [{ method: 'PATCH', path: oneModel }],
  access: 'data:admin',
  input: Type.Object({ ...modelPath, ...modelChange }, { additionalProperties: false }),
  output: modelView,
  async run(context, { moduleKey, slug, ...change }) {
    const before = findModel(context.registry, { moduleKey, slug });
    const id = customOnly(before);
    if (change.titleField !== undefined && !before.fields.has(change.titleField)) {
      throw new AppError('validation_failed', 'titleField must be a field of the model.', [
        { field: 'titleField', code: 'unknown_field', message: 'titleField must be a field of the model.' },
      ]);
    }
    const registry = await changeSchema(context, before, async ({ tx, caller }) => {
      await tx.query(
        `update custom_models set definition = definition || $3::jsonb where tenant_id = $1::bigint and id = $2::uuid`,
        [caller.tenantId, id, JSON.stringify(change)],
      );
    });
    return { body: view(findModel(registry, { moduleKey, slug }), registry, context) as never };
  },
});

export const deleteModel = defineAction({
  name: 'data.deleteModel',
  summary: 'Deletes a model of the tenant’s own with its records',
  routes: [{ method: 'DELETE', path: oneModel }],
  access: 'data:admin',
  status: 204,
  input: Type.Object(modelPath, { additionalProperties: false }),
  output: Type.Null(),
  async run(context, place) {
    const model = findModel(context.registry, place);
    const id = customOnly(model);
    const holder = context.registry.inbound(model).find((inbound) => inbound.model !== model);
    if (holder) {
      throw new AppError(
        'still_referenced',
        `${model.name} is still referenced by the field ${holder.field.key} of ${holder.model.name}; delete that field first.`,
      );
    }
    await changeSchema(context, model, async (writing) => {
      const { tx, caller } = writing;
      const rows = await tx.query<{ id: string }>(
        'select id from custom_records where tenant_id = $1::bigint and model_id = $2::uuid for update',
        [caller.tenantId, id],
      );
      if (rows.length > 0)
        await removeAll(
          writing,
          model,
          rows.map((row) => row.id),
        );
      const key = [caller.tenantId, model.moduleKey, model.slug];
      await tx.query(
        'delete from custom_fields where tenant_id = $1::bigint and module_key = $2::text and slug = $3::text',
        key,
      );
      await tx.query(
        'delete from custom_models where tenant_id = $1::bigint and module_key = $2::text and slug = $3::text',
        key,
      );
    });
    return { body: null };
  },
});
