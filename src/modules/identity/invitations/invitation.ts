import { Type } from 'typebox';
import type { Invitation } from '../sql/invitations.ts';

export const invitationAnswer = Type.Object({
  _id: Type.String({ format: 'uuid' }),
  email: Type.String(),
  roles: Type.Array(Type.String()),
  teamIds: Type.Array(Type.String({ format: 'uuid' })),
  invitedBy: Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time' }),
});

export const viewInvitation = ({ createdAt, expiresAt, ...rest }: Invitation) => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});
