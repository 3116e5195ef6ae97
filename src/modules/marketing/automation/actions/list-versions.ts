import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { queryable } from '#core/context.ts';
import { idInput, orNull, readRecordOf, time } from '../action-shapes.ts';
import { workflowsModel } from '../model-names.ts';
import { listVersions } from '../sql/list-versions.ts';

export const listWorkflowVersions = defineAction({
  name: 'marketing.listWorkflowVersions',
  summary: 'The versions of a workflow, newest first, with their definitions and how many records follow each',
  routes: [{ method: 'GET', path: '/api/marketing/workflows/:id/versions' }],
  access: 'marketing:read',
  input: idInput,
  output: Type.Object({
    data: Type.Array(
      Type.Object({
        version: Type.Integer(),
        createdAt: time,
        createdBy: orNull(Type.String({ format: 'uuid' })),
        enrollments: Type.Integer({ description: 'The records that follow it now.' }),
        definition: Type.Object({}, { additionalProperties: true }),
      }),
    ),
  }),
  async run(context, { id }) {
    await readRecordOf(context, workflowsModel(context), id);
    return { body: { data: (await listVersions(queryable(context), context.caller.tenantId, id)) as never } };
  },
});
