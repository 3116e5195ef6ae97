import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { recipes } from '../recipes/index.ts';

export const listWorkflowRecipes = defineAction({
  name: 'marketing.listWorkflowRecipes',
  summary: 'Workflows that are ready to be installed',
  routes: [{ method: 'GET', path: '/api/marketing/workflow-recipes' }],
  access: 'marketing:read',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    data: Type.Array(
      Type.Object({
        key: Type.String(),
        name: Type.String(),
        description: Type.String(),
        modelKey: Type.String(),
        trigger: Type.String(),
        steps: Type.Array(Type.Object({ key: Type.String(), name: Type.String(), type: Type.String() })),
        needs: Type.Array(Type.String(), { description: 'What must be there, so that the workflow does something.' }),
      }),
    ),
  }),
  run: async () => ({
    body: {
      data: recipes.map(({ key, name, description, modelKey, trigger, steps, needs }) => ({
        key,
        name,
        description,
        modelKey,
        trigger,
        steps: steps.map((step) => ({ key: step.key, name: step.name, type: step.type })),
        needs: [...needs],
      })),
    },
  }),
});
