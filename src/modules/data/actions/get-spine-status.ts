import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';

const orNull = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const moment = orNull(Type.String({ format: 'date-time' }));

export const getSpineStatus = defineAction({
  name: 'data.spineStatus',
  summary: 'Shows how long webhooks and feeds have waited for a transaction that is still open, and for which one',
  routes: [{ method: 'GET', path: '/api/data/spine' }],
  access: 'platform:admin',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    heldBackMs: Type.Integer({
      minimum: 0,
      description: 'Since when this node has seen the oldest open transaction. More than 10,000 is logged as well.',
    }),
    oldestTransaction: Type.Union([
      Type.Object({
        pid: orNull(Type.Integer({ description: 'Null for a prepared transaction.' })),
        preparedAs: orNull(Type.String()),
        database: orNull(Type.String()),
        application: orNull(Type.String()),
        state: orNull(
          Type.String({ description: 'This and the times are null where the database user may not see them.' }),
        ),
        transactionStart: moment,
        queryStart: moment,
      }),
      Type.Null(),
    ]),
  }),
  async run({ services: { spineWatch } }) {
    return { body: await spineWatch.check() };
  },
});
