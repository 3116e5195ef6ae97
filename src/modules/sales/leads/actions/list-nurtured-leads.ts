import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { badQuery } from '#core/errors.ts';
import { type EnrollmentPlace, listEnrollments } from '../../../marketing/contract.ts';
import { salesModel } from '../sales-model.ts';
import { idOrNull } from './convert-lead.ts';

const id = Type.String({ format: 'uuid' });
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const statuses = ['active', 'waiting', 'paused', 'completed', 'exited', 'failed'] as const;

export const listNurturedLeads = defineAction({
  name: 'sales.listNurturedLeads',
  summary: 'The leads in workflows, last enrolled first, with the step at which each one is',
  routes: [{ method: 'GET', path: '/api/sales/lead-nurturing' }],
  access: 'sales:read',
  input: Type.Object(
    {
      leadId: Type.Optional(id),
      workflowId: Type.Optional(id),
      status: Type.Optional(Type.Union(statuses.map((one) => Type.Literal(one)))),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 20 })),
      cursor: Type.Optional(Type.String({ description: '`meta.nextCursor` of the previous page.', maxLength: 200 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    data: Type.Array(
      Type.Object({
        leadId: id,
        workflowId: idOrNull,
        enrollmentId: id,
        status: textOrNull,
        currentStep: textOrNull,
        nextRunAt: textOrNull,
        enrolledAt: Type.String({ format: 'date-time' }),
      }),
    ),
    meta: Type.Object({ limit: Type.Integer(), hasMore: Type.Boolean(), nextCursor: textOrNull }),
  }),
  async run(context, { leadId, workflowId, status, limit = 20, cursor }) {
    const { rows, next } = await listEnrollments(context, salesModel(context, 'leads'), {
      recordId: leadId?.toLowerCase(),
      workflowId,
      status,
      limit,
      after: cursor === undefined ? undefined : readCursor(cursor),
    });
    const data = rows.map(({ recordId, ...row }) => ({ leadId: recordId, ...row }));
    const nextCursor = next ? Buffer.from(`${next.at} ${next.id}`).toString('base64url') : null;
    return { body: { data, meta: { limit, hasMore: next !== undefined, nextCursor } } };
  },
});

function readCursor(cursor: string): EnrollmentPlace {
  const [, at, last] =
    /^([\d:.TZ+ -]{20,40}) ([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (at === undefined || last === undefined || Number.isNaN(Date.parse(at)))
    throw badQuery('cursor', 'is not a cursor of this list; begin again without it');
  return { at, id: last };
}
