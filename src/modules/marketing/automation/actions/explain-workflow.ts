import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { badQuery } from '#core/errors.ts';
import { orNull, readRecordOf, time, uuid } from '../action-shapes.ts';
import { explainRecord } from '../explaining/explain-record.ts';
import { workflowsModel } from '../model-names.ts';

export const explainWorkflow = defineAction({
  name: 'marketing.explainWorkflow',
  summary: 'Say why a record was or was not enrolled in a workflow, where it is, and what happened to it last',
  routes: [{ method: 'GET', path: '/api/marketing/workflows/:id/explain' }],
  access: 'marketing:read',
  input: Type.Object({ id: uuid, recordId: Type.Optional(uuid) }, { additionalProperties: false }),
  output: Type.Object({
    status: Type.String({ description: 'Of the workflow.' }),
    why: Type.String(),
    entry: Type.Object({ would: Type.Boolean(), why: Type.String() }),
    enrollments: Type.Array(
      Type.Object({
        enrollmentId: uuid,
        status: Type.String(),
        version: orNull(Type.Integer()),
        enrolledAt: orNull(time),
        currentStep: orNull(Type.String()),
        nextRunAt: orNull(time),
        why: orNull(Type.String({ description: 'Of the last step.' })),
      }),
    ),
  }),
  async run(context, { id, recordId }) {
    const workflow = await readRecordOf(context, workflowsModel(context), id);
    if (recordId === undefined) throw badQuery('recordId', 'is required: the record to explain');
    return { body: (await explainRecord(context, workflow, recordId)) as never };
  },
});
