import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { modelPath, modelRoute, modelView } from '../../schema/api-schemas.ts';
import { findModel } from '../../schema/schema-store.ts';
import { viewModels } from '../../schema/views.ts';

export const getModel = defineAction({
  name: 'data.getModel',
  summary: 'Gets one model with its fields',
  routes: [{ method: 'GET', path: modelRoute }],
  access: 'signed-in',
  input: Type.Object(modelPath, { additionalProperties: false }),
  output: modelView,
  async run(context, path) {
    const [view] = await viewModels(context, [findModel(context.registry, path)]);
    return { body: view as never };
  },
});
