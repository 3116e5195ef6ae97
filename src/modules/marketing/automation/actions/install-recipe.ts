import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { recordAnswer } from '../action-shapes.ts';
import { installRecipe } from '../recipes/install-recipe.ts';

export const installWorkflowRecipe = defineAction({
  name: 'marketing.installWorkflowRecipe',
  summary: 'Create the draft of a workflow from a recipe',
  routes: [{ method: 'POST', path: '/api/marketing/workflow-recipes/:key/install' }],
  access: 'marketing:write',
  status: 201,
  input: Type.Object({ key: Type.String({ maxLength: 60 }) }, { additionalProperties: false }),
  output: recordAnswer,
  run: async (context, { key }) => ({ body: (await installRecipe(context, key)) as never }),
});
