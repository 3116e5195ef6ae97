import type { Database, Queryable } from '#db/database.ts';
import type { Vault } from '#lib/vault.ts';
import { Access } from './access.ts';
import type { Caller } from './caller.ts';
import { equalSecrets, hashApiKey, type KeyCredential, type SessionCredential } from './credentials.ts';
import { accountSuspended } from './tenants.ts';
import type { UserReader, UserRow } from './users.ts';

/** Reads callers from the database. Throws when their tenant is suspended. */
export class CallerReader {
  readonly #db: Database;
  readonly #users: UserReader;
  readonly #vault: Vault;
  readonly #operatorKey: string;

  constructor(db: Database, users: UserReader, vault: Vault, operatorKey: string) {
    this.#db = db;
    this.#users = users;
    this.#vault = vault;
    this.#operatorKey = operatorKey;
  }

  isOperator(accountKey: string): boolean {
    return accountKey === this.#operatorKey;
  }

  /** Undefined when the session has ended, or its user is deleted or deactivated. */
  async bySession(credential: SessionCredential): Promise<Caller | undefined> {
    const { tenantId, sessionId } = credential;
    const row = await this.#users.bySession(this.#db.lookUps, credential);
    // Report suspension before an ended session, because it is the reason that the client can act on.
    if (row?.status === 'suspended') throw accountSuspended();
    return row?.open ? { ...this.#callerOf(tenantId, row), sessionId } : undefined;
  }

  /** Undefined when the key is wrong or has expired, or its owner is deleted or deactivated. */
  async byKey({
    tenantId,
    keyId,
    key,
  }: KeyCredential): Promise<{ caller: Caller; keyExpiresAt: Date | null } | undefined> {
    const row = await this.#users.byKey(this.#db.lookUps, tenantId, keyId);
    if (!row || !equalSecrets(this.#vault.decrypt(row.key), hashApiKey(key))) return undefined;
    return { caller: { ...this.#callerOf(tenantId, row, row.scopes), keyId }, keyExpiresAt: row.expires_at };
  }

  /** The caller of a key that still exists, for work that the key has started. Undefined as in `byKey`. */
  async ofKey(tenantId: string, keyId: string): Promise<Caller | undefined> {
    const row = await this.#users.byKey(this.#db.lookUps, tenantId, keyId);
    return row && { ...this.#callerOf(tenantId, row, row.scopes), keyId };
  }

  /** Active users by id, without a session. Unknown and deactivated users are omitted. */
  async byIds(tenantId: string, userIds: readonly string[], db: Queryable): Promise<Caller[]> {
    const rows = await this.#users.byIds(db, tenantId, userIds);
    return rows.map((row) => this.#callerOf(tenantId, row));
  }

  #callerOf(tenantId: string, row: UserRow, scopes?: readonly string[]): Caller {
    if (row.status === 'suspended') throw accountSuspended();
    const operator = this.isOperator(row.account_key);
    return {
      tenantId,
      accountKey: row.account_key,
      userId: row.id,
      email: row.email,
      roles: row.roles,
      access: new Access(row.role_definitions ?? [], { id: row.id, operator }, scopes),
    };
  }
}
