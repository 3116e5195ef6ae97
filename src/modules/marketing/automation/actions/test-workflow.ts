import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { orNull, readRecordOf, uuid } from '../action-shapes.ts';
import { dryRunWorkflow } from '../explaining/dry-run.ts';
import { workflowsModel } from '../model-names.ts';

export const testWorkflow = defineAction({
  name: 'marketing.testWorkflow',
  summary: 'Say what a workflow would do with a record; nothing is written, and mails go only to oneself',
  routes: [{ method: 'POST', path: '/api/marketing/workflows/:id/test' }],
  access: 'marketing:write',
  waitsForOthers: true,
  input: Type.Object(
    {
      id: uuid,
      recordId: uuid,
      sendToMe: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Sends the mails of the steps to the caller, with [Test] before the subject.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    enrolls: Type.Object({ would: Type.Boolean(), why: Type.String() }),
    steps: Type.Array(
      Type.Object({
        key: Type.String(),
        type: Type.String(),
        decision: Type.String(),
        would: Type.String(),
        next: orNull(Type.String()),
      }),
    ),
  }),
  async run(context, { id, recordId, sendToMe = false }) {
    const workflow = await readRecordOf(context, workflowsModel(context), id);
    return { body: await dryRunWorkflow(context, workflow, recordId, sendToMe) };
  },
});
