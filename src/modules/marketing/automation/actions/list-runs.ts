import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { queryable } from '#core/context.ts';
import { orNull, time, uuid } from '../action-shapes.ts';
import { readEnrollment } from '../lifecycle/enrollment-verbs.ts';
import { readRuns } from '../sql/step-runs.ts';

const maxRuns = 1000;

export const listEnrollmentRuns = defineAction({
  name: 'marketing.listEnrollmentRuns',
  summary: 'What happened to a record in a workflow, step by step, and why',
  routes: [{ method: 'GET', path: '/api/marketing/workflow-enrollments/:id/runs' }],
  access: 'marketing:read',
  input: Type.Object({ id: uuid }, { additionalProperties: false }),
  output: Type.Object({
    data: Type.Array(
      Type.Object({
        stepKey: Type.String(),
        type: Type.String(),
        at: time,
        outcome: Type.String({ description: 'done, waiting, skipped, failed or unconfirmed.' }),
        why: orNull(Type.String()),
        input: Type.Unknown(),
        output: Type.Unknown(),
        attempt: Type.Integer(),
        version: Type.Integer(),
      }),
    ),
  }),
  async run(context, { id }) {
    await readEnrollment(context, id);
    return { body: { data: await readRuns(queryable(context), context.caller.tenantId, id, maxRuns) } };
  },
});
