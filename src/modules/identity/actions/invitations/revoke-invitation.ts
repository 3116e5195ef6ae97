import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import { isId } from '#lib/ids.ts';
import { appendSecurityEvent } from '../../security-events/security-event.ts';
import { deleteInvitation } from '../../sql/invitations.ts';

export const revokeInvitation = defineAction({
  name: 'identity.revokeInvitation',
  summary: 'Revokes an invitation',
  routes: [{ method: 'DELETE', path: '/api/identity/invitations/:id' }],
  access: 'identity:admin',
  status: 204,
  input: Type.Object({ id: Type.String() }, { additionalProperties: false }),
  output: Type.Null(),
  async run(context, { id }) {
    await inTransaction(context, async (within) => {
      const email = isId(id.toLowerCase()) ? await deleteInvitation(within, id) : undefined;
      if (email === undefined) throw notFound(`Invitation ${id}`);
      await appendSecurityEvent(within, 'security.invitationRevoked', { userId: null, email });
    });
    return { body: null };
  },
});
