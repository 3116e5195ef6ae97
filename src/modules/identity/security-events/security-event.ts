import type { Context, TransactionContext } from '#core/context.ts';
import { appendEvent } from '#core/events/events.ts';
import type { JsonValue } from '#core/fields/field.ts';

/** What happens to accounts, as it stands in the event spine. Webhooks hear of it when they name `security.*`. */
export type SecurityEventType =
  | 'security.signedIn'
  | 'security.signInFailed'
  | 'security.locked'
  | 'security.unlocked'
  | 'security.signedOut'
  | 'security.sessionRevoked'
  | 'security.passwordChanged'
  | 'security.resetRequested'
  | 'security.passwordReset'
  | 'security.emailVerified'
  | 'security.emailChanged'
  | 'security.registered'
  | 'security.invited'
  | 'security.invitationAccepted'
  | 'security.invitationRevoked'
  | 'security.userDeactivated'
  | 'security.userActivated'
  | 'security.rolesChanged'
  | 'security.permissionsChanged'
  | 'security.keyCreated'
  | 'security.keyUsed'
  | 'security.keyDeleted'
  | 'security.identityLinked'
  | 'security.identityUnlinked'
  | 'security.accountSuspended'
  | 'security.accountReactivated';

export const securityModel = 'identity.security';

/** Whom it is about, and what else is worth knowing. Never a password, a token or a key. */
export interface SecurityDetails {
  readonly userId?: string | null;
  readonly email?: string | null;
  readonly [detail: string]: JsonValue | undefined;
}

/** Written in the transaction of what happened. */
export async function securityEvent(
  context: TransactionContext,
  type: SecurityEventType,
  details: SecurityDetails,
): Promise<void> {
  await appendEvent(context, {
    type,
    model: securityModel,
    recordId: null,
    record: { ...details, ...placeOf(context) },
    previous: null,
  });
}

/** Where the request came from, as far as it says. */
export function placeOf({ origin }: Context): { ip: string | null; agent: string | null } {
  const agent = origin?.headers['user-agent'];
  return { ip: origin?.ip ?? null, agent: typeof agent === 'string' ? agent.slice(0, 500) : null };
}
