import { Type } from 'typebox';

/** The answer of actions that add members. */
export const subscribeResult = Type.Object({
  subscribed: Type.Integer({ minimum: 0 }),
  pending: Type.Integer({ minimum: 0, description: 'They get a mail, and are subscribed once they confirm.' }),
  alreadySubscribed: Type.Integer({ minimum: 0 }),
  rejected: Type.Array(
    Type.Object({
      email: Type.String({ description: 'The address; the id of a contact that has none.' }),
      reason: Type.String({
        description: 'invalid, duplicate, noAddress, unsubscribed, bounced, complained or manual',
      }),
    }),
  ),
});
