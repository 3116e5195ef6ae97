import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { recordAnswer, uuid } from '../action-shapes.ts';
import { activateWorkflow as activate } from '../lifecycle/change-status.ts';

export const activateWorkflow = defineAction({
  name: 'marketing.activateWorkflow',
  summary: 'Check a workflow, and let it run by a new version',
  routes: [{ method: 'POST', path: '/api/marketing/workflows/:id/activate' }],
  access: 'marketing:write',
  input: Type.Object(
    {
      id: uuid,
      moveEnrollments: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Records in an older version go on by the new one, at the step with the same key. Otherwise they stay on theirs.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: recordAnswer,
  run: async (context, { id, moveEnrollments = false }) => ({
    body: (await activate(context, id, moveEnrollments)) as never,
  }),
});
