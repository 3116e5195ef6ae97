import type { Logger } from 'pino';
import type { Database, Queryable } from '#db/database.ts';
import { LruMap, SizedLruMap } from '#lib/lru.ts';
import type { Vault } from '#lib/vault.ts';
import { type CompanySettings, readCompanySettings } from '../company/company.ts';
import type { Registry } from '../models/registry.ts';
import { readStatusLists, type StatusLists } from '../models/status-list.ts';
import { loadRegistry } from '../models/tenant-registry.ts';
import type { SettingReader } from '../models/tenant-setting.ts';
import type { Caller, Origin } from './caller.ts';
import { CallerReader } from './caller-reader.ts';
import { type Credential, equalSecrets } from './credentials.ts';
import { readAccountKey, readTenant, type Tenant } from './tenants.ts';
import { UsedCredentialRecorder, type UsedCredentials } from './used-credentials.ts';
import type { UserReader } from './users.ts';

declare module '../context.ts' {
  interface Services {
    readonly directory: Directory;
  }
}

/** A cached value. */
interface Expiring<T> {
  readonly value: T;
  readonly expiresAtMs: number;
}

interface CachedCaller {
  readonly caller: Caller;
  readonly expiresAtMs: number;
  /** The verified API key of the request. */
  readonly key?: string;
}

/** The lifetime of every entry. It bounds the effect of a lost notification. */
const maxAgeMs = 5 * 60_000;

const maxTenants = 10_000;
const maxCallersPerTenant = 10_000;
/** Enough for about 1,500 tenants with ten custom fields each. Tenants without custom fields share one registry. */
const maxRegistryBytes = 32_000_000;

/** Enough for about 2,000 tenants with the statuses of the product, which take 15 KB each. */
const maxStatusBytes = 32_000_000;

/** The sources that the directory caches. */
export interface DirectorySources {
  readonly db: Database;
  /** The models of the product. */
  readonly base: Registry;
  readonly users: UserReader;
  readonly settings: SettingReader;
  readonly vault: Vault;
  /** The account key of the tenant that runs the platform. */
  readonly operatorKey: string;
  readonly log: Logger;
}

/**
 * Caches tenants, callers with their permissions, and the registries, companies and lists of statuses of tenants. The database notifies
 * every node when something of a tenant changes. While the notification connection is down, nothing is cached.
 */
export class Directory {
  readonly #db: Database;
  readonly #base: Registry;
  readonly #settings: SettingReader;
  readonly #reader: CallerReader;
  readonly #log: Logger;
  readonly #tenants = new LruMap<string, Expiring<Tenant>>(maxTenants);
  /** Callers by tenant, then by session or key. */
  readonly #callers = new LruMap<string, Map<string, CachedCaller>>(maxTenants);
  /** Callers without a session, by tenant, then by user. */
  readonly #actors = new LruMap<string, Map<string, Expiring<Caller>>>(maxTenants);
  readonly #companies = new LruMap<string, Expiring<CompanySettings>>(maxTenants);
  readonly #registries = new SizedLruMap<string, Expiring<Registry>>(maxRegistryBytes);
  readonly #statuses = new SizedLruMap<string, Expiring<StatusLists>>(maxStatusBytes);
  readonly #used = new UsedCredentialRecorder();
  /** Counts invalidations. A value that was read before an invalidation must not be cached after it. */
  #invalidations = 0;
  #connected = false;

  constructor({ db, base, users, settings, vault, operatorKey, log }: DirectorySources) {
    this.#log = log;
    this.#db = db;
    this.#base = base;
    this.#settings = settings;
    this.#reader = new CallerReader(db, users, vault, operatorKey);
  }

  get base(): Registry {
    return this.#base;
  }

  async listen(): Promise<void> {
    await this.#db.listen({
      channel: 'atrium_changed',
      onMessage: (message) => {
        const [tenantId = '', userId] = message.split(' ');
        if (userId === undefined) this.invalidate(tenantId);
        else this.invalidateUser(tenantId, userId);
      },
      onConnectionChange: (connected) => {
        this.invalidateAll();
        this.#connected = connected;
      },
    });
  }

  invalidate(tenantId: string): void {
    this.#invalidations += 1;
    this.#callers.delete(tenantId);
    this.#actors.delete(tenantId);
    this.#registries.delete(tenantId);
    this.#companies.delete(tenantId);
    this.#statuses.delete(tenantId);
    this.#tenants.clear();
  }

  /** Removes the cached callers of a user. Call this when a session of the user has ended. */
  invalidateUser(tenantId: string, userId: string): void {
    this.#invalidations += 1;
    const callers = this.#callers.get(tenantId);
    for (const [id, { caller }] of callers ?? []) if (caller.userId === userId) callers?.delete(id);
  }

  invalidateAll(): void {
    this.#invalidations += 1;
    this.#callers.clear();
    this.#actors.clear();
    this.#registries.clear();
    this.#companies.clear();
    this.#statuses.clear();
    this.#tenants.clear();
  }

  /** Loads a value and caches it, unless the cache was invalidated while loading. */
  async #load<T>(load: () => Promise<T>, cache: (value: T) => void): Promise<T> {
    const before = this.#invalidations;
    const value = await load();
    if (this.#connected && before === this.#invalidations) cache(value);
    return value;
  }

  async tenantByKey(accountKey: string): Promise<Tenant | undefined> {
    return (
      unexpired(this.#tenants.get(accountKey)) ??
      this.#load(
        () => readTenant(this.#db.lookUps, accountKey),
        (tenant) => tenant && this.#tenants.set(accountKey, expiring(tenant)),
      )
    );
  }

  async tenantById(id: string): Promise<Tenant | undefined> {
    const accountKey = await readAccountKey(this.#db.lookUps, id);
    return accountKey === undefined ? undefined : this.tenantByKey(accountKey);
  }

  /** The tenant's own company, from its settings. */
  async company(tenantId: string): Promise<CompanySettings> {
    return (
      unexpired(this.#companies.get(tenantId)) ??
      this.#load(
        () => readCompanySettings(this.#settings, this.#db.lookUps, tenantId),
        (company) => this.#companies.set(tenantId, expiring(company)),
      )
    );
  }

  /** The lists of statuses of the tenant. Every write of a record with a status requests them. */
  async statuses(tenantId: string): Promise<StatusLists> {
    return (
      unexpired(this.#statuses.get(tenantId)) ??
      this.#load(
        () => readStatusLists(this.#db.lookUps, this.#base.models, tenantId),
        (lists) => lists.bytes > 0 && this.#statuses.set(tenantId, expiring(lists), lists.bytes),
      )
    );
  }

  isOperator(accountKey: string): boolean {
    return this.#reader.isOperator(accountKey);
  }

  /** The caller of a credential and the registry of the tenant, if both are cached. Runs on every request. */
  cached(credential: Credential, origin?: Origin): { caller: Caller; registry: Registry } | undefined {
    const { tenantId } = credential;
    const byKey = 'keyId' in credential;
    const credentialId = byKey ? credential.keyId : credential.sessionId;
    const found = this.#callers.get(tenantId)?.get(credentialId);
    const nowMs = Date.now();
    if (!found || found.expiresAtMs <= nowMs) return undefined;
    if (!byKey && found.caller.userId !== credential.userId) return undefined;
    // The id alone does not authenticate: the secret part of the key must match too.
    if (byKey && !equalSecrets(found.key ?? '', credential.key)) return undefined;
    const registry = this.#registries.get(tenantId);
    if (!registry || registry.expiresAtMs <= nowMs) return undefined;
    if (byKey) this.#used.addKey(credentialId, found.caller, origin);
    else this.#used.addSession(credentialId, tenantId);
    return { caller: found.caller, registry: registry.value };
  }

  /** Reads the caller of a session or a key. Undefined when it has ended, or its user is deleted or deactivated. */
  async caller(credential: Credential, origin?: Origin): Promise<Caller | undefined> {
    const { tenantId } = credential;
    const byKey = 'keyId' in credential;
    const id = byKey ? credential.keyId : credential.sessionId;
    const loaded = await this.#load(
      () => this.#readCaller(credential),
      (found) => {
        if (!found) return;
        const callers = this.#callers.get(tenantId) ?? new Map<string, CachedCaller>();
        if (callers.size >= maxCallersPerTenant) callers.clear();
        callers.set(id, found);
        this.#callers.set(tenantId, callers);
      },
    );
    if (loaded && byKey) this.#used.addKey(id, loaded.caller, origin);
    else if (loaded) this.#used.addSession(id, tenantId);
    return loaded?.caller;
  }

  async #readCaller(credential: Credential): Promise<CachedCaller | undefined> {
    const maxExpiresAtMs = Date.now() + maxAgeMs;
    if ('keyId' in credential) {
      const found = await this.#reader.byKey(credential);
      if (!found) return undefined;
      const keyExpiresAtMs = found.keyExpiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
      const expiresAtMs = Math.min(keyExpiresAtMs, maxExpiresAtMs);
      return { caller: found.caller, expiresAtMs, key: credential.key };
    }
    const caller = await this.#reader.bySession(credential);
    return caller && { caller, expiresAtMs: maxExpiresAtMs };
  }

  /** A user for whom the platform acts without a session, as in jobs. Not cached. */
  async actor(tenantId: string, userId: string, db: Queryable = this.#db.lookUps): Promise<Caller | undefined> {
    const [actor] = await this.#reader.byIds(tenantId, [userId], db);
    return actor;
  }

  /** The same for an API key, with its scopes. Undefined when the key is deleted or has expired. */
  actorOfKey(tenantId: string, keyId: string): Promise<Caller | undefined> {
    return this.#reader.ofKey(tenantId, keyId);
  }

  /** Several such users by id. They are cached, because webhooks read them for every batch of events. */
  async actors(
    tenantId: string,
    userIds: readonly string[],
    db: Queryable = this.#db,
  ): Promise<ReadonlyMap<string, Caller>> {
    const cached = this.#actors.get(tenantId);
    const found = new Map<string, Caller>();
    for (const id of userIds) {
      const actor = unexpired(cached?.get(id));
      if (actor) found.set(id, actor);
    }
    const missing = userIds.filter((id) => !found.has(id));
    if (missing.length === 0) return found;
    const read = await this.#load(
      () => this.#reader.byIds(tenantId, missing, db),
      (callers) => this.#cacheActors(tenantId, callers),
    );
    for (const caller of read) found.set(caller.userId ?? '', caller);
    return found;
  }

  #cacheActors(tenantId: string, callers: readonly Caller[]): void {
    const actors = this.#actors.get(tenantId) ?? new Map<string, Expiring<Caller>>();
    if (actors.size + callers.length > maxCallersPerTenant) actors.clear();
    for (const caller of callers) actors.set(caller.userId ?? '', expiring(caller));
    this.#actors.set(tenantId, actors);
  }

  /** Returns the sessions and keys that were used since the last call. */
  takeUsedCredentials(): UsedCredentials {
    return this.#used.take();
  }

  /** The models of a tenant. Tenants without custom models, fields and rules share one registry. */
  async registry(tenantId: string, db: Queryable = this.#db.lookUps): Promise<Registry> {
    return (
      unexpired(this.#registries.get(tenantId)) ??
      this.#load(
        () => loadRegistry(db, this.#base, tenantId, this.#log, () => this.company(tenantId)),
        ({ registry, bytes }) => this.#registries.set(tenantId, expiring(registry), bytes),
      ).then(({ registry }) => registry)
    );
  }
}

const expiring = <T>(value: T): Expiring<T> => ({ value, expiresAtMs: Date.now() + maxAgeMs });

const unexpired = <T>(entry: Expiring<T> | undefined): T | undefined =>
  entry && entry.expiresAtMs > Date.now() ? entry.value : undefined;
