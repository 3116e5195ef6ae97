import { Type } from 'typebox';

/** Another user who has the conversation open. Entries end after 30 s without a further POST. */
export const presenceAnswer = Type.Object({
  data: Type.Array(
    Type.Object({
      userId: Type.String({ format: 'uuid' }),
      name: Type.String(),
      state: Type.Enum(['viewing', 'replying']),
      at: Type.String({ format: 'date-time' }),
    }),
  ),
});
