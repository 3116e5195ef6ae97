import type { Queryable } from '#db/database.ts';
import type { Role } from './access.ts';
import type { SessionCredential } from './credentials.ts';

export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly roles: string[];
  readonly account_key: string;
  /** The status of the tenant. */
  readonly status: string;
  /** The definitions of `roles`; null when none of them exists. */
  readonly role_definitions: Role[] | null;
}

export interface SessionRow extends UserRow {
  /** True when the session is open. */
  readonly open: boolean;
}

export interface KeyRow extends UserRow {
  /** The hash of the API key, encrypted. */
  readonly key: string;
  readonly scopes: string[];
  readonly expires_at: Date | null;
}

/**
 * Reads users with their roles, each in one statement. The module that owns the tables of users, roles and keys
 * implements it.
 */
export interface UserReader {
  /** Active users by id. Unknown and deactivated users are omitted. */
  byIds(db: Queryable, tenantId: string, userIds: readonly string[]): Promise<UserRow[]>;
  /** The active user of a session, and the state of the session. */
  bySession(db: Queryable, credential: SessionCredential): Promise<SessionRow | undefined>;
  /** The active owner of an API key that has not expired, with the hash and the scopes of the key. */
  byKey(db: Queryable, tenantId: string, keyId: string): Promise<KeyRow | undefined>;
}
