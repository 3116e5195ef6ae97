import { Type } from 'typebox';

/** The record of communications/emails, as GET answers with it. */
export const emailRecord = Type.Object(
  { _id: Type.String({ format: 'uuid' }), status: Type.String(), to: Type.Array(Type.String()) },
  { additionalProperties: true, description: 'The record of communications/emails.' },
);
