import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { requireSignedInUser } from '../../oauth/signed-in-user.ts';
import { identitiesOfUser } from '../../sql/user-identities.ts';

const identity = Type.Object({
  _id: Type.String({ format: 'uuid' }),
  provider: Type.String(),
  issuer: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.String({ format: 'date-time' }),
});

export const listIdentities = defineAction({
  name: 'identity.listIdentities',
  summary: 'The identities at other providers that you can sign in with',
  routes: [{ method: 'GET', path: '/api/identity/identities' }],
  access: 'signed-in',
  managesCredentials: true,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ data: Type.Array(identity) }),
  async run(context) {
    const { userId } = requireSignedInUser(context);
    return { body: { data: await inTransaction(context, (within) => identitiesOfUser(within, userId)) } };
  },
});
