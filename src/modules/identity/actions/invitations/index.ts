import type { Action } from '#core/action.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { invite } from './invite.ts';
import { listInvitations } from './list-invitations.ts';
import { revokeInvitation } from './revoke-invitation.ts';

export const invitationActions: readonly Action[] = [invite, listInvitations, revokeInvitation, acceptInvitation];
