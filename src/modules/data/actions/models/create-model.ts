import { defineAction } from '#core/action.ts';
import { addModel, type NewModel } from '../../schema/add-schema.ts';
import { modelsRoute, modelView, newModel } from '../../schema/api-schemas.ts';
import { changeSchema, findModel } from '../../schema/schema-store.ts';
import { viewVisibleModel } from '../../schema/views.ts';

export const createModel = defineAction({
  name: 'data.createModel',
  summary: 'Creates a model of the tenant’s own',
  routes: [{ method: 'POST', path: modelsRoute }],
  access: 'data:admin',
  status: 201,
  input: newModel,
  output: modelView,
  async run(context, input) {
    const registry = await changeSchema(context, input, (txContext) => addModel(txContext, input as NewModel));
    return { body: viewVisibleModel(findModel(registry, input), registry, context) as never };
  },
});
