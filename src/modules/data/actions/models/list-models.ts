import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { integerParameter } from '#core/query/integer-parameter.ts';
import { pageMeta, pageOf } from '#core/query/log-pages.ts';
import { modelsRoute, modelView } from '../../schema/api-schemas.ts';
import { deletedEntry, listDeleted } from '../../schema/deleted-list.ts';
import { viewModels } from '../../schema/views.ts';

const filterText = Type.Optional(Type.String());

export const listModels = defineAction({
  name: 'data.listModels',
  summary: 'Lists the models with their fields',
  routes: [{ method: 'GET', path: modelsRoute }],
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
      page: integerParameter(1, 1_000_000, 'From 1.'),
      limit: integerParameter(1, 200, '1 to 200; all when absent.'),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ data: Type.Array(Type.Union([modelView, deletedEntry])), meta: pageMeta }),
  async run(context, { filter = {}, deleted, page = 1, limit }) {
    const { registry } = context;
    if (deleted === 'true') {
      context.caller.access.requireFullReach('data:admin');
      return { body: pageOf(await listDeleted(context, filter), page, limit) as never };
    }
    const found = registry.models.filter(
      (model) =>
        (filter.moduleKey === undefined || model.moduleKey === filter.moduleKey) &&
        (filter.slug === undefined || model.slug === filter.slug) &&
        (filter.modelKey === undefined || model.key === filter.modelKey),
    );
    const { data, meta } = pageOf(found, page, limit);
    return { body: { data: await viewModels(context, data), meta } as never };
  },
});
