import { createHash, timingSafeEqual } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database, Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import { LruMap, SizedLruMap } from '#lib/lru.ts';
import type { Vault } from '#lib/vault.ts';
import { AppError } from '../errors.ts';
import { extendRegistry, readCustomSchema, registryBytes } from '../models/custom.ts';
import type { Registry } from '../models/registry.ts';
import { Access, type Role } from './access.ts';
import type { Caller, Origin } from './caller.ts';

declare module '../context.ts' {
  interface Services {
    readonly directory: Directory;
  }
}

export interface Tenant {
  readonly id: string;
  readonly accountKey: string;
  readonly plan: string;
  readonly status: string;
  readonly settings: TenantSettings;
}

/** What the admins of a tenant decide about it. */
export interface TenantSettings {
  /** Anybody may register, and gets this role. */
  readonly registrationOpen: boolean;
  readonly registrationRole: string;
}

const usualSettings: TenantSettings = { registrationOpen: false, registrationRole: 'member' };

/** What a request shows to say who asks. */
export type Credential = SessionCredential | KeyCredential;

interface SessionCredential {
  readonly tenantId: string;
  readonly userId: string;
  readonly sessionId: string;
}

export interface KeyCredential {
  readonly tenantId: string;
  readonly keyId: string;
  /** The whole key, as it was shown once. */
  readonly key: string;
}

interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly roles: string[];
  readonly account_key: string;
  readonly status: string;
  readonly held: Role[] | null;
}

interface KeyRow extends UserRow {
  readonly key: string;
  readonly scopes: string[];
  readonly expires_at: Date | null;
}

/** An API key that was used, by whom and from where. */
export interface UsedKey {
  readonly caller: Caller;
  /** By IP address. */
  readonly places: ReadonlyMap<string, Origin>;
}

/** What was used since somebody last asked. */
export interface Used {
  /** Their tenants, by session. */
  readonly sessions: ReadonlyMap<string, string>;
  readonly keys: ReadonlyMap<string, UsedKey>;
}

interface Remembered {
  readonly caller: Caller;
  /** When it is read again at the latest. */
  readonly endsAtMs: number;
  /** The API key that was shown and found right. */
  readonly key?: string;
}

/** Nothing is remembered for longer, whatever was heard: the line that tells of changes is not the only safeguard. */
const longestMs = 5 * 60_000;

/** A value with the time until which it is believed. */
interface Aged<T> {
  readonly value: T;
  readonly endsAtMs: number;
}

const maxTenants = 10_000;
const maxCallers = 10_000;
const maxOfTenant = 10_000;
/** Some 1,500 tenants with ten fields of their own; those without any share one registry. */
const maxRegistryBytes = 32_000_000;
const sharedRegistryBytes = 200;
/** A key that is used from more addresses than this between two looks is not followed to all of them. */
const maxPlaces = 20;

/**
 * Who is who, remembered: tenants, callers with their permissions, and tenants' own models. The database tells every
 * node when something of a tenant changed; while that line is down nothing is remembered at all. This is the one place
 * in the core that reads the tables of identity.
 */
export class Directory {
  readonly #db: Database;
  readonly #base: Registry;
  readonly #vault: Vault;
  readonly #operatorKey: string;
  readonly #log: Logger;
  readonly #tenants = new LruMap<string, Aged<Tenant>>(maxTenants);
  /** By tenant, and by session or key. */
  readonly #callers = new LruMap<string, Map<string, Remembered>>(maxCallers);
  /** By tenant and user: those for whom the platform works. */
  readonly #actors = new LruMap<string, Map<string, Aged<Caller>>>(maxCallers);
  readonly #registries = new SizedLruMap<string, Aged<Registry>>(maxRegistryBytes);
  #usedSessions = new Map<string, string>();
  #usedKeys = new Map<string, { caller: Caller; places: Map<string, Origin> }>();
  /** Counts changes: what was read before one is not kept after it. */
  #changes = 0;
  #listening = false;

  constructor(db: Database, base: Registry, vault: Vault, operatorKey: string, log: Logger) {
    this.#log = log;
    this.#db = db;
    this.#base = base;
    this.#vault = vault;
    this.#operatorKey = operatorKey;
  }

  get base(): Registry {
    return this.#base;
  }

  async listen(): Promise<void> {
    await this.#db.listen({
      channel: 'atrium_changed',
      onMessage: (message) => {
        const [tenantId = '', userId] = message.split(' ');
        if (userId === undefined) this.forget(tenantId);
        else this.forgetUser(tenantId, userId);
      },
      onLine: (connected) => {
        this.forgetAll();
        this.#listening = connected;
      },
    });
  }

  forget(tenantId: string): void {
    this.#changes += 1;
    this.#callers.delete(tenantId);
    this.#actors.delete(tenantId);
    this.#registries.delete(tenantId);
    this.#tenants.clear();
  }

  /** A session of the user has ended. */
  forgetUser(tenantId: string, userId: string): void {
    this.#changes += 1;
    const ofTenant = this.#callers.get(tenantId);
    for (const [id, { caller }] of ofTenant ?? []) if (caller.userId === userId) ofTenant?.delete(id);
  }

  forgetAll(): void {
    this.#changes += 1;
    this.#callers.clear();
    this.#actors.clear();
    this.#registries.clear();
    this.#tenants.clear();
  }

  /** Reads once and keeps the answer, unless something changed while reading. */
  async #remember<T>(load: () => Promise<T>, keep: (value: T) => void): Promise<T> {
    const before = this.#changes;
    const value = await load();
    if (this.#listening && before === this.#changes) keep(value);
    return value;
  }

  async tenantByKey(accountKey: string): Promise<Tenant | undefined> {
    return (
      fresh(this.#tenants.get(accountKey)) ??
      this.#remember(
        () => findTenant(this.#db.lookUps, accountKey),
        (tenant) => tenant && this.#tenants.set(accountKey, aged(tenant)),
      )
    );
  }

  async tenantById(id: string): Promise<Tenant | undefined> {
    const [row] = await this.#db.lookUps.query<{ key: string }>(
      'select account_key as key from tenants where id = $1::bigint',
      [id],
    );
    return row && this.tenantByKey(row.key);
  }

  isOperator(accountKey: string): boolean {
    return accountKey === this.#operatorKey;
  }

  /** A caller and the models of the tenant, if both are remembered. */
  known(credential: Credential, origin?: Origin): { caller: Caller; registry: Registry } | undefined {
    const { tenantId } = credential;
    const byKey = 'keyId' in credential;
    const credentialId = byKey ? credential.keyId : credential.sessionId;
    const found = this.#callers.get(tenantId)?.get(credentialId);
    const nowMs = Date.now();
    if (!found || found.endsAtMs <= nowMs) return undefined;
    if (!byKey && found.caller.userId !== credential.userId) return undefined;
    // The same id with another secret is another key.
    if (byKey && !sameText(found.key ?? '', credential.key)) return undefined;
    const registry = this.#registries.get(tenantId);
    if (!registry || registry.endsAtMs <= nowMs) return undefined;
    if (byKey) this.#keyUsed(credentialId, found.caller, origin);
    else this.#usedSessions.set(credentialId, tenantId);
    return { caller: found.caller, registry: registry.value };
  }

  /** The caller behind a session or a key; undefined once it has ended, or its user is gone or deactivated. */
  async caller(credential: Credential, origin?: Origin): Promise<Caller | undefined> {
    const { tenantId } = credential;
    const byKey = 'keyId' in credential;
    const id = byKey ? credential.keyId : credential.sessionId;
    const loaded = await this.#remember(
      () => (byKey ? this.#byKey(credential) : this.#bySession(credential)),
      (found) => {
        if (!found) return;
        const ofTenant = this.#callers.get(tenantId) ?? new Map<string, Remembered>();
        if (ofTenant.size >= maxOfTenant) ofTenant.clear();
        ofTenant.set(id, found);
        this.#callers.set(tenantId, ofTenant);
      },
    );
    if (loaded && byKey) this.#keyUsed(id, loaded.caller, origin);
    else if (loaded) this.#usedSessions.set(id, tenantId);
    return loaded?.caller;
  }

  /** Of each address the first request is kept, and only what is told of it later. */
  #keyUsed(keyId: string, caller: Caller, origin: Origin | undefined): void {
    let used = this.#usedKeys.get(keyId);
    if (!used) {
      used = { caller, places: new Map() };
      this.#usedKeys.set(keyId, used);
    }
    if (!origin || used.places.size >= maxPlaces) return;
    const { ip } = origin;
    if (used.places.has(ip)) return;
    const { hostname, protocol, headers } = origin;
    used.places.set(ip, { ip, hostname, protocol, headers: { 'user-agent': headers['user-agent'] } });
  }

  /** A user for whom the platform works outside of any session, as jobs do. */
  async actor(tenantId: string, userId: string, db: Queryable = this.#db.lookUps): Promise<Caller | undefined> {
    const [row] = await db.query<UserRow>(
      `select u.* from ${scoped(
        'u',
        `select ${userColumns} from identity_users u join tenants n on n.id = u.tenant_id
        where ${inTenant('u')} and u.id = $2::uuid and u.active`,
      )}`,
      [tenantId, userId],
    );
    return row && this.#callerOf(tenantId, row);
  }

  /**
   * Several such users by id, remembered as callers are: webhooks ask with every batch of events. Users who do not exist or
   * are deactivated are missing.
   */
  async actors(
    tenantId: string,
    userIds: readonly string[],
    db: Queryable = this.#db,
  ): Promise<ReadonlyMap<string, Caller>> {
    const known = this.#actors.get(tenantId);
    const found = new Map<string, Caller>();
    for (const id of userIds) {
      const actor = fresh(known?.get(id));
      if (actor) found.set(id, actor);
    }
    const missing = userIds.filter((id) => !found.has(id));
    if (missing.length === 0) return found;
    const read = await this.#remember(
      () => this.#readActors(tenantId, missing, db),
      (callers) => this.#keepActors(tenantId, callers),
    );
    for (const caller of read) found.set(caller.userId ?? '', caller);
    return found;
  }

  async #readActors(tenantId: string, userIds: readonly string[], db: Queryable): Promise<Caller[]> {
    const rows = await db.query<UserRow>(
      `select u.* from ${scoped(
        'u',
        `select ${userColumns} from identity_users u join tenants n on n.id = u.tenant_id
        where ${inTenant('u')} and u.id = any($2::uuid[]) and u.active`,
      )}`,
      [tenantId, userIds],
    );
    return rows.map((row) => this.#callerOf(tenantId, row));
  }

  #keepActors(tenantId: string, callers: readonly Caller[]): void {
    const ofTenant = this.#actors.get(tenantId) ?? new Map<string, Aged<Caller>>();
    if (ofTenant.size + callers.length > maxOfTenant) ofTenant.clear();
    for (const caller of callers) ofTenant.set(caller.userId ?? '', aged(caller));
    this.#actors.set(tenantId, ofTenant);
  }

  /** Sessions and keys that were used since the last call. */
  takeUsed(): Used {
    const used = { sessions: this.#usedSessions, keys: this.#usedKeys };
    this.#usedSessions = new Map();
    this.#usedKeys = new Map();
    return used;
  }

  async #bySession({ tenantId, userId, sessionId }: SessionCredential): Promise<Remembered | undefined> {
    const [row] = await this.#db.lookUps.query<UserRow & { open: boolean }>(
      `select u.* from ${scoped(
        'u',
        `select ${userColumns}, exists (
          select from sessions s where ${inTenant('s')} and s.id = $3::uuid and s.user_id = u.id
            and s.revoked_at is null and s.expires_at > now()) as open
        from identity_users u join tenants n on n.id = u.tenant_id
        where ${inTenant('u')} and u.id = $2::uuid and u.active`,
      )}`,
      [tenantId, userId, sessionId],
    );
    // Suspension ends sessions as well, and it is what whoever had one should hear of.
    if (row?.status === 'suspended') throw suspended();
    if (!row?.open) return undefined;
    return { caller: { ...this.#callerOf(tenantId, row), sessionId }, endsAtMs: Date.now() + longestMs };
  }

  async #byKey({ tenantId, keyId, key }: KeyCredential): Promise<Remembered | undefined> {
    const [row] = await this.#db.lookUps.query<KeyRow>(
      `select u.* from ${scoped(
        'u',
        `select ${userColumns}, k.key, coalesce(k.scopes, '{}') as scopes, k.expires_at
        from identity_api_keys k join identity_users u on u.tenant_id = k.tenant_id and u.id = k.user_id
        join tenants n on n.id = u.tenant_id
        where ${inTenant('k')} and ${inTenant('u')} and k.id = $2::uuid and u.active
          and (k.expires_at is null or k.expires_at > now())`,
      )}`,
      [tenantId, keyId],
    );
    if (!row || !sameText(this.#vault.decrypt(row.key), hashOfKey(key))) return undefined;
    return {
      caller: { ...this.#callerOf(tenantId, row, row.scopes), keyId },
      endsAtMs: Math.min(row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY, Date.now() + longestMs),
      key,
    };
  }

  #callerOf(tenantId: string, row: UserRow, limit?: readonly string[]): Caller {
    if (row.status === 'suspended') throw suspended();
    const operator = this.isOperator(row.account_key);
    return {
      tenantId,
      accountKey: row.account_key,
      userId: row.id,
      email: row.email,
      roles: row.roles,
      access: new Access(row.held ?? [], { id: row.id, operator }, limit),
    };
  }

  /** The models of a tenant. Tenants without models or fields of their own share one registry. */
  async registry(tenantId: string, db: Queryable = this.#db.lookUps): Promise<Registry> {
    return (
      fresh(this.#registries.get(tenantId)) ??
      this.#remember(
        () => this.#loadRegistry(tenantId, db),
        ({ registry, bytes }) => this.#registries.set(tenantId, aged(registry), bytes),
      ).then(({ registry }) => registry)
    );
  }

  async #loadRegistry(tenantId: string, db: Queryable): Promise<{ registry: Registry; bytes: number }> {
    const schema = await readCustomSchema(db, tenantId);
    if (schema.models.length === 0 && schema.fields.length === 0)
      return { registry: this.#base, bytes: sharedRegistryBytes };
    if (schema.reduced.length > 0 || schema.leftOut > 0) {
      this.#log.warn(
        {
          tenantId,
          reduced: schema.reduced.slice(0, 20),
          reducedCount: schema.reduced.length,
          leftOut: schema.leftOut,
        },
        'the custom fields of a tenant are too large: some are loaded without default and options, or not at all',
      );
    }
    return { registry: extendRegistry(this.#base, schema), bytes: registryBytes(schema) };
  }
}

const aged = <T>(value: T): Aged<T> => ({ value, endsAtMs: Date.now() + longestMs });

const fresh = <T>(kept: Aged<T> | undefined): T | undefined =>
  kept && kept.endsAtMs > Date.now() ? kept.value : undefined;

/** All that makes a caller of a user, in a statement whose tenant is set. */
const userColumns = `u.id, u.email, coalesce(u.roles, '{}') as roles, n.account_key, n.status,
  (select json_agg(json_build_object('name', r.name, 'permissions', coalesce(r.permissions, '{}'),
      'hiddenFields', coalesce(r.hidden_fields, '{}'), 'readOnlyFields', coalesce(r.read_only_fields, '{}')))
    from identity_roles r where ${inTenant('r')} and r.name = any(u.roles)) as held`;

export const suspended = (): AppError =>
  new AppError('account_suspended', 'This account is suspended; ask the operator of the platform to reactivate it.');

/** What is kept of a key. It has 256 random bits, so a fast hash is enough. */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

function sameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

async function findTenant(db: Queryable, accountKey: string): Promise<Tenant | undefined> {
  const [row] = await db.query<Tenant>(
    'select id, account_key as "accountKey", plan, status, settings from tenants where account_key = $1::text',
    [accountKey],
  );
  return row && { ...row, settings: { ...usualSettings, ...row.settings } };
}
