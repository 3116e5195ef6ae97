import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { viewModel } from '#core/derive/registry-view.ts';
import { AppError } from '#core/errors.ts';
import { type Model, withoutFields } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';
import { logMeta, pageOf } from '#core/query/log.ts';
import { wholeParameter } from '#core/query/parameters.ts';
import { modelChange, modelPath, modelView, newModel } from '../../schema/api-schemas.ts';
import { customIdOf } from '../../schema/delete-schema.ts';
import { deletedEntry, listDeleted } from '../../schema/deleted-list.ts';
import { changeSchema, findModel, insertModel, type NewModel } from '../../schema/schema-store.ts';

export const oneModel = '/api/data/models/:moduleKey/:slug';

/** Hidden fields are left out of what the registry tells, as they are of the records. */
export const view = (model: Model, registry: Registry, { caller }: Context) =>
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
      deleted: Type.Optional(
        Type.Enum(['true', 'false'], {
          description: 'true: the models and custom fields that can be restored; needs data:admin.',
        }),
      ),
      page: wholeParameter(1, 1_000_000, 'From 1.'),
      limit: wholeParameter(1, 200, '1 to 200; all when absent.'),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ data: Type.Array(Type.Union([modelView, deletedEntry])), meta: logMeta }),
  async run(context, { filter = {}, deleted, page = 1, limit }) {
    const { registry } = context;
    if (deleted === 'true') {
      context.caller.access.requireWhole('data:admin');
      return { body: pageOf(await listDeleted(context, filter), page, limit) as never };
    }
    const found = registry.models.filter(
      (model) =>
        (filter.moduleKey === undefined || model.moduleKey === filter.moduleKey) &&
        (filter.slug === undefined || model.slug === filter.slug) &&
        (filter.modelKey === undefined || model.key === filter.modelKey),
    );
    const { data, meta } = pageOf(found, page, limit);
    return { body: { data: data.map((model) => view(model, registry, context)), meta } as never };
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

export const updateModel = defineAction({
  name: 'data.updateModel',
  summary: 'Renames a model of the tenant’s own',
  routes: [{ method: 'PATCH', path: oneModel }],
  access: 'data:admin',
  input: Type.Object({ ...modelPath, ...modelChange }, { additionalProperties: false }),
  output: modelView,
  async run(context, { moduleKey, slug, ...change }) {
    const before = findModel(context.registry, { moduleKey, slug });
    const id = customIdOf(before);
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
