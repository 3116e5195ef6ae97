import { Type } from 'typebox';

/** Parts of the inputs and outputs of several actions. */

export const optionalAccountKey = Type.Optional(
  Type.String({ maxLength: 100, description: 'The tenant, when neither the host nor the default names it.' }),
);

export const signedInAnswer = Type.Object({
  token: Type.String(),
  user: Type.Object({ id: Type.String({ format: 'uuid' }), email: Type.String(), roles: Type.Array(Type.String()) }),
});

export const messageAnswer = Type.Object({ message: Type.String() });

export const oneTimeToken = Type.String({ maxLength: 200, description: 'From the link in the mail.' });

export const newPassword = Type.String({
  maxLength: 1000,
  description: 'At least 10 characters, at most 72 bytes, and none of the common ones.',
});

export const emailAddress = Type.String({ maxLength: 254 });

export const personNames = {
  firstName: Type.Optional(Type.String({ maxLength: 255 })),
  lastName: Type.Optional(Type.String({ maxLength: 255 })),
};
