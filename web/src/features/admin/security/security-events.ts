import { request } from '~/api/http.ts';
import type { Page } from '~/api/records.ts';

export interface SecurityEvent {
  readonly _id: string;
  /** Example: `security.signedIn`. */
  readonly type: string;
  readonly timestamp: string;
  readonly userId: string | null;
  readonly email: string | null;
  readonly ip: string | null;
  readonly agent: string | null;
  readonly actorId: string | null;
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Event types by topic, in the order of the filter. */
export const kinds = {
  signIn: ['signedIn', 'signInFailed', 'locked', 'unlocked', 'signedOut', 'sessionRevoked'],
  passwords: ['passwordChanged', 'resetRequested', 'passwordReset', 'emailVerified', 'emailChanged'],
  people: [
    'registered',
    'invited',
    'invitationAccepted',
    'invitationRevoked',
    'userDeactivated',
    'userActivated',
    'identityLinked',
    'identityUnlinked',
  ],
  access: ['rolesChanged', 'permissionsChanged', 'keyCreated', 'keyUsed', 'keyDeleted'],
  account: ['accountSuspended', 'accountReactivated'],
} as const;

/** Events that deserve attention. */
export const alarming: ReadonlySet<string> = new Set([
  'signInFailed',
  'locked',
  'accountSuspended',
  'userDeactivated',
  'permissionsChanged',
  'rolesChanged',
]);

export const kindOf = ({ type }: SecurityEvent): string => type.replace(/^security\./, '');

export interface SecurityFilter {
  readonly kinds: readonly string[];
  readonly userId?: string | undefined;
  readonly ip?: string | undefined;
  /** A time in UTC. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export const listSecurityEvents = (
  { kinds: wanted, userId, ip, since, until }: SecurityFilter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<SecurityEvent>> =>
  request('GET', '/api/identity/security-events', {
    query: {
      'filter[type]': wanted.length > 0 ? wanted.map((kind) => `security.${kind}`).join(',') : undefined,
      'filter[userId]': userId,
      'filter[ip]': ip,
      'filter[since]': since,
      'filter[until]': until,
      limit: 50,
      cursor,
    },
    signal,
  });
