import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { invoke } from '#core/operations/index.ts';
import { dealModel } from '../deal-model.ts';
import { stagesOf } from '../stages/stages-of.ts';

const moment = Type.String({ format: 'date-time' });

export const getOpportunityStages = defineAction({
  name: 'sales.getOpportunityStages',
  summary: 'Lists the stages through which an opportunity went, oldest first, with the days that it was in each',
  routes: [{ method: 'GET', path: '/api/sales/opportunities/:id/stages' }],
  access: 'sales:read',
  input: Type.Object({ id: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  output: Type.Object({
    data: Type.Array(
      Type.Object({
        stage: Type.String({ description: 'The key of the stage.' }),
        enteredAt: moment,
        leftAt: Type.Union([moment, Type.Null()], { description: 'null: the opportunity is in this stage.' }),
        days: Type.Number({ description: 'Rounded to a tenth.' }),
      }),
    ),
  }),
  run: async (context, { id }) => ({ body: { data: await invoke(context, stagesOf, dealModel(context), { id }) } }),
});
