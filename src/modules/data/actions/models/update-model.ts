import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { AppError } from '#core/errors.ts';
import { modelChange, modelPath, modelRoute, modelView } from '../../schema/api-schemas.ts';
import { requireCustomId } from '../../schema/delete-schema.ts';
import { changeSchema, findModel } from '../../schema/schema-store.ts';
import { viewVisibleModel } from '../../schema/views.ts';
import { changeModelDefinition } from '../../sql/custom-models.ts';

export const updateModel = defineAction({
  name: 'data.updateModel',
  summary: 'Renames a model of the tenant’s own',
  routes: [{ method: 'PATCH', path: modelRoute }],
  access: 'data:admin',
  input: Type.Object({ ...modelPath, ...modelChange }, { additionalProperties: false }),
  output: modelView,
  async run(context, { moduleKey, slug, ...change }) {
    const before = findModel(context.registry, { moduleKey, slug });
    const id = requireCustomId(before);
    if (change.titleField !== undefined && !before.fields.has(change.titleField)) {
      throw new AppError('validation_failed', 'titleField must be a field of the model.', [
        { field: 'titleField', code: 'unknown_field', message: 'titleField must be a field of the model.' },
      ]);
    }
    const registry = await changeSchema(context, before, (txContext) => changeModelDefinition(txContext, id, change));
    return { body: viewVisibleModel(findModel(registry, { moduleKey, slug }), registry, context) as never };
  },
});
