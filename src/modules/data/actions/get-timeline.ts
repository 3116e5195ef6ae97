import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { badQuery } from '#core/errors.ts';
import { type TimelineType, timelineTypes } from '#core/models/declaration.ts';
import { integerParameter } from '#core/query/integer-parameter.ts';
import { readId, readOneOf } from '#core/query/log-pages.ts';
import { readTimeline } from '../timeline/read-timeline.ts';

const text = Type.String();
const strict = { additionalProperties: false };
const orNull = (name: 'string' | 'integer') => Type.Unsafe<string | null>({ type: [name, 'null'] });

const entry = Type.Object(
  {
    type: Type.Enum([...timelineTypes]),
    at: Type.String({ format: 'date-time' }),
    by: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      description: 'The user; the sender of a received mail or a visitor has no _id. Null for the platform.',
      properties: { _id: { type: ['string', 'null'] }, email: { type: ['string', 'null'] } },
      required: ['_id', 'email'],
      additionalProperties: true,
    }),
    record: Type.Object(
      { moduleKey: text, modelKey: text, slug: text, _id: Type.String({ format: 'uuid' }), title: orNull('string') },
      { ...strict, description: 'The changed record, or the note, task, mail, file, comment or activity itself.' },
    ),
    summary: text,
    values: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'The fields of a record that is not a change.' }),
    ),
    excerpt: Type.Optional(Type.String({ description: 'The beginning of the text of a mail.' })),
    change: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'An entry of the history of the changed record.' }),
    ),
  },
  strict,
);

export const getTimeline = defineAction({
  name: 'data.getTimeline',
  summary:
    'Lists everything that happened around a record, newest first: changes, notes, tasks, mails, comments, files, activities. That of an account has those of its contacts and deals',
  routes: [{ method: 'GET', path: '/api/data/timeline' }],
  access: 'signed-in',
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200, description: 'A model by its key, its slug or module.slug.' }),
      id: text,
      types: Type.Optional(
        Type.String({ maxLength: 200, description: `Some of ${timelineTypes.join(', ')}, separated by commas.` }),
      ),
      limit: integerParameter(1, 100, '1 to 100; 20 when absent.'),
      cursor: Type.Optional(Type.String({ maxLength: 1000, description: 'nextCursor of the page before.' })),
    },
    strict,
  ),
  output: Type.Object(
    {
      data: Type.Array(entry),
      meta: Type.Object({ limit: Type.Integer(), hasMore: Type.Boolean(), nextCursor: orNull('string') }, strict),
    },
    strict,
  ),
  async run(context, { model: name, id, types, limit = 20, cursor }) {
    const model = context.registry.named(name);
    if (!model) throw badQuery('model', 'must name a model by its key, its slug or module.slug');
    const grant = context.caller.access.grant(model, 'read');
    const wanted = readOneOf(types, 'types', timelineTypes) ?? timelineTypes;
    const query = { id: readId(id, 'id') as string, types: new Set(wanted as TimelineType[]), limit, cursor };
    return { body: (await readTimeline(context, grant, query)) as never };
  },
});
