import type { Context, TransactionContext } from '#core/context.ts';
import { appendEvent } from '#core/events/events.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { OtherEvents } from '#core/models/registry.ts';
import { platformScopes } from '#core/platform-names.ts';
import { securityModel } from '../sql/security-events.ts';

/** Webhooks receive these events when they subscribe to `security.*`. */
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

export const securityEvents: OtherEvents = { name: securityModel, scope: platformScopes.accounts, ofAccounts: true };

/** The user concerned, and further details. They never contain a password, a token or a key. */
interface SecurityDetails {
  readonly userId?: string | null;
  readonly email?: string | null;
  readonly [detail: string]: JsonValue | undefined;
}

/** Appends a security event. Call this in the transaction of the change that it reports. */
export async function appendSecurityEvent(
  context: TransactionContext,
  type: SecurityEventType,
  details: SecurityDetails,
): Promise<void> {
  await appendEvent(context, {
    type,
    model: securityModel,
    recordId: null,
    record: { ...details, ...clientOf(context) },
    previous: null,
  });
}

/** IP address and user agent of the request; null in jobs. */
export function clientOf({ origin }: Context): { ip: string | null; agent: string | null } {
  const agent = origin?.headers['user-agent'];
  return { ip: origin?.ip ?? null, agent: typeof agent === 'string' ? agent.slice(0, 500) : null };
}
