import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { invitationAnswer, viewInvitation } from '../../invitations/invitation.ts';
import { openInvitations } from '../../sql/invitations.ts';

export const listInvitations = defineAction({
  name: 'identity.invitations',
  summary: 'Lists the invitations that are open',
  routes: [{ method: 'GET', path: '/api/identity/invitations' }],
  access: 'identity:admin',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ data: Type.Array(invitationAnswer) }),
  run: async (context) => ({ body: { data: (await openInvitations(context, null)).map(viewInvitation) } }),
});
