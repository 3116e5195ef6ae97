import type { Database, Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import { LruMap } from '#lib/lru.ts';
import { Access, type Role } from './access.ts';
import type { Caller } from './context.ts';
import { type CustomSchema, extendRegistry, readCustomSchema } from './custom.ts';
import type { Registry } from './registry.ts';

export interface Tenant {
  readonly id: string;
  readonly accountKey: string;
  readonly plan: string;
  readonly status: string;
}

interface UserRow {
  readonly email: string;
  readonly roles: string[];
  readonly account_key: string;
  readonly held: Role[] | null;
  readonly team: string[] | null;
}

const mostTenants = 10_000;
const mostCallers = 10_000;
const mostRegistries = 1000;

/**
 * Who is who, remembered: tenants, callers with their permissions, and tenants' own models. The database tells every
 * node when something of a tenant changed; while that line is down nothing is remembered at all. This is the one place
 * in the core that reads the tables of identity.
 */
export class Directory {
  readonly #db: Database;
  readonly #base: Registry;
  readonly #operatorKey: string;
  readonly #tenants = new LruMap<string, Tenant>(mostTenants);
  readonly #callers = new LruMap<string, Map<string, Caller>>(mostCallers);
  readonly #registries = new LruMap<string, Registry>(mostRegistries);
  /** Counts changes: what was read before one is not kept after it. */
  #changes = 0;
  #listening = false;

  constructor(db: Database, base: Registry, operatorKey: string) {
    this.#db = db;
    this.#base = base;
    this.#operatorKey = operatorKey;
  }

  get base(): Registry {
    return this.#base;
  }

  async listen(): Promise<void> {
    await this.#db.listen({
      channel: 'atrium_changed',
      onMessage: (tenantId) => this.forget(tenantId),
      onLine: (connected) => {
        this.forgetAll();
        this.#listening = connected;
      },
    });
  }

  forget(tenantId: string): void {
    this.#changes += 1;
    this.#callers.delete(tenantId);
    this.#registries.delete(tenantId);
    this.#tenants.clear();
  }

  forgetAll(): void {
    this.#changes += 1;
    this.#callers.clear();
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
      this.#tenants.get(accountKey) ??
      this.#remember(
        () => findTenant(this.#db, accountKey),
        (tenant) => tenant && this.#tenants.set(accountKey, tenant),
      )
    );
  }

  isOperator(accountKey: string): boolean {
    return accountKey === this.#operatorKey;
  }

  /** A caller and the models of the tenant, if both are remembered. */
  known(tenantId: string, userId: string): { caller: Caller; registry: Registry } | undefined {
    const caller = this.#callers.get(tenantId)?.get(userId);
    const registry = caller && this.#registries.get(tenantId);
    return registry && { caller, registry };
  }

  /** The caller behind a token; undefined once the user is gone or deactivated. */
  async caller(tenantId: string, userId: string): Promise<Caller | undefined> {
    return (
      this.#callers.get(tenantId)?.get(userId) ??
      this.#remember(
        () => this.#loadCaller(tenantId, userId),
        (caller) => {
          if (!caller) return;
          const ofTenant = this.#callers.get(tenantId) ?? new Map<string, Caller>();
          ofTenant.set(userId, caller);
          this.#callers.set(tenantId, ofTenant);
        },
      )
    );
  }

  async #loadCaller(tenantId: string, userId: string): Promise<Caller | undefined> {
    const rows = await this.#db.query<UserRow>(
      `select u.* from ${scoped(
        'u',
        `select u.email, coalesce(u.roles, '{}') as roles, n.account_key,
          (select json_agg(json_build_object('name', r.name, 'permissions', coalesce(r.permissions, '{}'),
              'hiddenFields', coalesce(r.hidden_fields, '{}'), 'readOnlyFields', coalesce(r.read_only_fields, '{}')))
            from identity_roles r where ${inTenant('r')} and r.name = any(u.roles)) as held,
          (select array_agg(distinct peer.user_id) from identity_team_users me
            join identity_team_users peer on peer.tenant_id = me.tenant_id and peer.team_id = me.team_id
            where ${inTenant('me')} and ${inTenant('peer')} and me.user_id = u.id) as team
        from identity_users u join tenants n on n.id = u.tenant_id
        where ${inTenant('u')} and u.id = $2::uuid and u.active`,
      )}`,
      [tenantId, userId],
    );
    const row = rows[0];
    if (!row) return undefined;
    const operator = this.isOperator(row.account_key);
    return {
      tenantId,
      accountKey: row.account_key,
      userId,
      email: row.email,
      roles: row.roles,
      access: new Access(row.held ?? [], { id: userId, team: row.team ?? [], operator }),
    };
  }

  /** The models of a tenant. Tenants without models or fields of their own share one registry. */
  async registry(tenantId: string): Promise<Registry> {
    return (
      this.#registries.get(tenantId) ??
      this.#remember(
        async () => this.#extend(await readCustomSchema(this.#db, tenantId)),
        (registry) => this.#registries.set(tenantId, registry),
      )
    );
  }

  #extend(schema: CustomSchema): Registry {
    return schema.models.length === 0 && schema.fields.length === 0 ? this.#base : extendRegistry(this.#base, schema);
  }
}

async function findTenant(db: Queryable, accountKey: string): Promise<Tenant | undefined> {
  const rows = await db.query<Tenant>(
    'select id, account_key as "accountKey", plan, status from tenants where account_key = $1::text',
    [accountKey],
  );
  return rows[0];
}
