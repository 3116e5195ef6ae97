import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { idInput, orNull, readRecordOf } from '../action-shapes.ts';
import { workflowStatistics } from '../explaining/statistics.ts';
import { workflowsModel } from '../model-names.ts';

const count = Type.Integer();

export const statsOutput = Type.Object({
  enrolled: count,
  active: count,
  completed: count,
  exited: count,
  failed: count,
  steps: Type.Array(
    Type.Object({
      stepKey: Type.String(),
      name: orNull(Type.String()),
      type: Type.String(),
      entered: count,
      done: count,
      waiting: Type.Integer({ description: 'The records that are at this step now.' }),
      skipped: count,
      failed: count,
      conversion: orNull(
        Type.Number({ description: 'The part of those enrolled that came to this step, from 0 to 1.' }),
      ),
      opened: Type.Optional(count),
      clicked: Type.Optional(count),
      replied: Type.Optional(count),
    }),
  ),
});

export const getWorkflowStats = defineAction({
  name: 'marketing.getWorkflowStats',
  summary: 'How many records went through each step of a workflow',
  routes: [{ method: 'GET', path: '/api/marketing/workflows/:id/stats' }],
  access: 'marketing:read',
  input: idInput,
  output: statsOutput,
  async run(context, { id }) {
    const workflow = await readRecordOf(context, workflowsModel(context), id);
    return { body: (await workflowStatistics(context, workflow)) as never };
  },
});
