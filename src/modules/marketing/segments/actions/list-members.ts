import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { AppError, badQuery } from '#core/errors.ts';
import { readTime } from '#core/query/time-parameter.ts';
import { readSegment, segmentPath } from '../segment-path.ts';
import { readMembers } from '../sql/members.ts';

const time = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

export const listSegmentMembers = defineAction({
  name: 'marketing.listSegmentMembers',
  summary: 'The records in a segment, last entered first, or those that were in it at a time',
  routes: [{ method: 'GET', path: '/api/marketing/segments/:id/members' }],
  access: 'marketing:read',
  input: Type.Object(
    {
      ...segmentPath,
      at: Type.Optional(Type.String({ description: 'A time. Defaults to now.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 20 })),
      cursor: Type.Optional(Type.String({ description: '`meta.nextCursor` of the previous page.', maxLength: 200 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    data: Type.Array(
      Type.Object({
        _id: Type.String({ format: 'uuid', description: 'The id of the record.' }),
        recordId: Type.String({ format: 'uuid' }),
        modelKey: Type.String(),
        enteredAt: time,
        leftAt: time,
        record: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], {
          description: 'The record with the fields that the caller may see; null when it was deleted since.',
        }),
      }),
    ),
    meta: Type.Object({
      limit: Type.Integer(),
      total: Type.Integer({
        description: 'The number of members. Beyond 10,000 it is 10,000, and `totalIsExact` false.',
      }),
      totalIsExact: Type.Boolean(),
      nextCursor: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
  async run(context, { id, at, limit = 20, cursor }) {
    const segment = await readSegment(context, id);
    const model = context.registry.named(segment.modelKey);
    if (!model)
      throw new AppError('conflict', `The segment consists of records of ${segment.modelKey}, which is not a model.`);
    const grant = context.caller.access.grant(model, 'read');
    const page = await readMembers(context, grant, segment, {
      at: at === undefined ? undefined : readTime(at, 'at'),
      after: cursor === undefined ? undefined : readCursor(cursor),
      limit,
    });
    return { body: page as never };
  },
});

function readCursor(cursor: string): { at: string; id: string } {
  const [, at, id] =
    /^([\d:.TZ+ -]{20,40}) ([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at)))
    throw badQuery('cursor', 'is not a cursor of this list; begin again without it');
  return { at, id };
}
