import { AppError } from '../errors.ts';
import type { Field } from '../fields/field.ts';
import type { Audience, Personal } from '../models/declaration.ts';
import type { Model } from '../models/model.ts';

export interface Role {
  readonly name: string;
  readonly permissions: readonly string[];
  readonly hiddenFields: Readonly<Record<string, readonly string[]>>;
  readonly readOnlyFields: Readonly<Record<string, readonly string[]>>;
}

/** Which records a permission covers: all, those of the user's teams, or the user's own. */
export type Reach = 'all' | 'team' | 'own';

/** Limits a caller to the records whose audience they belong to. */
export interface AudienceLimit {
  readonly declared: Audience;
  readonly userId: string;
  readonly roles: readonly string[];
  /** The caller's reach for the model in `linked` of the audience; undefined when the caller may not read it. */
  readonly linkedReach: Reach | undefined;
}

/** Limits a caller to their own records of a personal model. */
export interface PersonalLimit {
  readonly declared: Personal;
  readonly userId: string;
  /** True when the caller may share records with other users. */
  readonly mayShare: boolean;
}

/** The permissions of a caller for one model. */
export interface Grant {
  readonly model: Model;
  readonly reach: Reach;
  /** The user to whom `own` and `team` refer. Null for the platform itself. */
  readonly userId: string | null;
  /** Undefined when the caller sees all records within reach. */
  readonly audience?: AudienceLimit;
  /** Set for writes to a personal model by callers who may not write records of other users. */
  readonly personal?: PersonalLimit;
  readonly hidden: ReadonlySet<string>;
  readonly readOnly: ReadonlySet<string>;
}

interface Permission {
  readonly module: string;
  readonly action: string;
  readonly reach: Reach;
}

const none: ReadonlySet<string> = new Set();
const widthOf: Record<Reach, number> = { own: 1, team: 2, all: 3 };

/** True when one reach contains all records of the other. */
export const reachesAll = (reach: Reach, other: Reach): boolean => widthOf[reach] >= widthOf[other];

const permissionPattern = /^(?:\*|(?:\*|[A-Za-z][A-Za-z0-9]*):(?:\*|read|write|admin)(?::(?:own|team))?)$/;

export const isPermission = (text: string): boolean => permissionPattern.test(text);

function readPermission(text: string): Permission {
  const [module = '', action = '*', narrowing] = text.split(':');
  return { module, action, reach: narrowing === 'own' || narrowing === 'team' ? narrowing : 'all' };
}

const writePermission = ({ module, action, reach }: Permission): string =>
  `${module === '*' && action === '*' ? '*' : `${module}:${action}`}${reach === 'all' ? '' : `:${reach}`}`;

/** The widest reach that permissions give for an action of a module. `*` requires all modules or actions. */
function widestReach(permissions: readonly Permission[], module: string, action: string): Reach | undefined {
  let widest: Reach | undefined;
  for (const permission of permissions) {
    if (permission.module !== '*' && permission.module !== module) continue;
    const covers = permission.action === '*' || permission.action === 'admin' || permission.action === action;
    if (covers && (widest === undefined || widthOf[permission.reach] > widthOf[widest])) widest = permission.reach;
  }
  return widest;
}

const findNarrowed = (permissions: readonly Permission[]): string | undefined => {
  const found = permissions.find(
    ({ module, action, reach }) => reach !== 'all' && widestReach(permissions, module, action) !== 'all',
  );
  return found && writePermission(found);
};

/** Widens a permission to all records: `sales:read:own` becomes `sales:read`. */
export const widened = (permission: string): string => writePermission({ ...readPermission(permission), reach: 'all' });

export const isForTeam = (permission: string): boolean => readPermission(permission).reach === 'team';

/** A field of a model that the caller's roles restrict. */
export interface RestrictedField {
  readonly model: Model;
  readonly key: string;
  readonly may: 'see' | 'write';
}

/** The combined roles of one user: the widest reach of any role, and the hidden and read-only fields of all roles. */
export class Access {
  readonly #permissions: readonly Permission[];
  readonly #roles: readonly Role[];
  readonly #userId: string | null;
  readonly #operator: boolean;
  /** The scopes of an API key. A key is limited by these and by the permissions of its owner. */
  readonly #limit: readonly Permission[] | undefined;
  readonly #narrowed: string | undefined;
  readonly #grants = new Map<string, Grant | null>();
  #visibility: string | undefined;
  #hides: ((name: string) => boolean) | undefined;

  constructor(roles: readonly Role[], user: { id: string | null; operator: boolean }, limit?: readonly string[]) {
    this.#roles = roles;
    this.#permissions = roles.flatMap((role) => role.permissions.filter(isPermission).map(readPermission));
    this.#userId = user.id;
    this.#limit = limit?.filter(isPermission).map(readPermission);
    this.#narrowed = findNarrowed(this.#permissions) ?? findNarrowed(this.#limit ?? []);
    this.#operator =
      user.operator &&
      roles.some((role) => role.name === 'admin') &&
      (this.#limit === undefined || widestReach(this.#limit, 'platform', 'admin') !== undefined);
  }

  /** The access of the platform itself, for jobs and the first start. */
  static readonly system = new Access([{ name: 'system', permissions: ['*'], hiddenFields: {}, readOnlyFields: {} }], {
    id: null,
    operator: false,
  });

  /** The reach of the caller for a scope such as `sales:write`; undefined when the caller does not have the scope. */
  reach(scope: string): Reach | undefined {
    const [module = '', action = ''] = scope.split(':');
    if (module === 'platform') return this.#operator ? 'all' : undefined;
    const own = widestReach(this.#permissions, module, action);
    if (this.#limit === undefined || own === undefined) return own;
    const allowed = widestReach(this.#limit, module, action);
    return allowed !== undefined && widthOf[allowed] < widthOf[own] ? allowed : allowed && own;
  }

  /**
   * True when the caller has a permission that is at least as wide. Callers may grant only permissions that they hold.
   */
  holds(permission: string): boolean {
    const { module, action, reach } = readPermission(permission);
    if (module === 'platform') return this.#operator;
    return [this.#permissions, this.#limit].every((held) => {
      const widest = held && widestReach(held, module, action);
      return held === undefined || (widest !== undefined && widthOf[widest] >= widthOf[reach]);
    });
  }

  /** The caller's permissions, in the format of roles and keys. */
  get scopes(): string[] {
    const held = this.#limit ?? this.#permissions;
    return [...new Set([...held.map(writePermission), ...(this.#operator ? ['platform:admin'] : [])])];
  }

  /** A cache key: callers with equal values may read exactly the same records and fields. */
  get visibility(): string {
    this.#visibility ??= JSON.stringify([
      this.#roles.map(({ permissions, hiddenFields }) => [permissions, hiddenFields]),
      this.#limit,
      this.#operator,
      // `own` and `team` mean different records for each user.
      this.#narrowed ? this.#userId : null,
    ]);
    return this.#visibility;
  }

  /** The same permissions without the models that this call must not see. `hides` gets their names. */
  withoutModels(hides: (name: string) => boolean): Access {
    const user = { id: this.#userId, operator: this.#operator };
    const narrower = new Access(this.#roles, user, this.#limit?.map(writePermission));
    narrower.#hides = hides;
    return narrower;
  }

  /** The same permissions within these scopes, for work that a caller with fewer permissions than its user has begun. */
  limitedTo(scopes: readonly string[]): Access {
    return new Access(this.#roles, { id: this.#userId, operator: this.#operator }, scopes);
  }

  requireScope(scope: string): Reach {
    const reach = this.reach(scope);
    if (reach === undefined) throw missingScope(scope);
    return reach;
  }

  /**
   * A permission for `own` or `team` that no other permission widens to all; undefined when there is none. For an API
   * key the permissions of its owner count too, because the owner sees what the key configures.
   */
  get narrowed(): string | undefined {
    return this.#narrowed;
  }

  /** True when roles hide fields from the caller or make them read-only. */
  get isRestricted(): boolean {
    return this.#roles.some(
      ({ hiddenFields, readOnlyFields }) =>
        Object.keys(hiddenFields).length > 0 || Object.keys(readOnlyFields).length > 0,
    );
  }

  /** True when roles hide fields from the caller. */
  get hidesFields(): boolean {
    return this.#roles.some(({ hiddenFields }) => Object.keys(hiddenFields).length > 0);
  }

  /**
   * A scope or a field of these models that `other` may read in events and this caller may not; undefined when there is
   * none.
   */
  readableOnlyBy(other: Access, models: Iterable<Model>): string | undefined {
    for (const model of models) {
      const scope = model.scopes.read;
      const theirs = other.reach(scope);
      if (theirs === undefined) continue;
      const own = this.reach(scope);
      const enough = own === 'all' || (own && this.#userId === other.#userId && widthOf[own] >= widthOf[theirs]);
      if (!enough) return theirs === 'all' ? scope : `${scope}:${theirs}`;
      if (model.audience && other.seesAllOf(model) && !this.seesAllOf(model)) return `${model.moduleKey}:admin`;
      const { linked } = model.audience ?? {};
      if (linked && other.linkedReach({ linked }) === 'all' && this.linkedReach({ linked }) !== 'all')
        return `${linked.model.split('.')[0]}:read`;
      const shown = other.hiddenValues(model);
      const field = [...this.hiddenValues(model)].find((key) => !shown.has(key) && isLogged(model, key));
      if (field !== undefined) return `${model.name}.${field}`;
    }
    return undefined;
  }

  /**
   * A field that these roles together may see or write and the caller may not; undefined when there is none. Fields of
   * models that the roles can neither read nor write do not count.
   */
  findRestrictedField(roles: readonly Role[], find: (name: string) => Model | undefined): RestrictedField | undefined {
    if (!this.isRestricted) return undefined;
    const others = new Access(roles, { id: null, operator: false });
    for (const name of new Set(
      this.#roles.flatMap((role) => Object.keys({ ...role.hiddenFields, ...role.readOnlyFields })),
    )) {
      const model = find(name);
      if (!model) continue;
      const writes = others.#writeReach(model) !== undefined;
      if (!writes && others.reach(model.scopes.read) === undefined) continue;
      const hidden = others.#fields(model, 'hiddenFields');
      const shown = [...this.#fields(model, 'hiddenFields')].find((key) => !hidden.has(key));
      if (shown !== undefined) return { model, key: shown, may: 'see' };
      if (!writes) continue;
      const readOnly = others.#fields(model, 'readOnlyFields');
      const open = [...this.#fields(model, 'readOnlyFields')].find((key) => !hidden.has(key) && !readOnly.has(key));
      if (open !== undefined) return { model, key: open, may: 'write' };
    }
    return undefined;
  }

  /** True when the caller's roles hide a field, or make it read-only. */
  restricts(list: 'hiddenFields' | 'readOnlyFields', name: string, key: string): boolean {
    return this.#roles.some((role) => role[list][name]?.includes(key));
  }

  /** True when the caller sees the records of a model regardless of their audience. */
  seesAllOf({ audience, moduleKey }: Model): boolean {
    if (!audience || this.#userId === null) return true;
    return !audience.hiddenFromAdmins && this.reach(`${moduleKey}:admin`) === 'all';
  }

  /** For actions on more than single records: a permission for `own` or `team` does not suffice. */
  requireFullReach(scope: string): void {
    if (this.reach(scope) !== 'all') throw missingScope(scope);
  }

  grant(model: Model, action: 'read' | 'write'): Grant {
    if (this.#hides?.(model.name)) throw notAvailable();
    const grant = this.#grantOf(model, action);
    if (grant === null) throw missingScope(model.scopes[action]);
    return grant;
  }

  /**
   * Like `grant` for writes, but accepts these scopes in place of the model's. `requireWriter` then checks each record.
   */
  writeGrant(model: Model, scopes: Iterable<string>): Grant {
    if (!this.#hides?.(model.name) && this.reach(model.scopes.write) !== 'all') {
      for (const scope of scopes) {
        const grant = this.reach(scope) === 'all' ? this.#createGrant(model, 'write', 'all') : null;
        if (grant) return grant;
      }
    }
    return this.grant(model, 'write');
  }

  /** Undefined when the caller may not read the model. */
  readGrant(model: Model): Grant | undefined {
    return this.#hides?.(model.name) ? undefined : (this.#grantOf(model, 'read') ?? undefined);
  }

  #grantOf(model: Model, action: 'read' | 'write'): Grant | null {
    const key = `${model.name} ${action}`;
    let grant = this.#grants.get(key);
    if (grant === undefined || (grant !== null && grant.model !== model)) {
      grant = this.#createGrant(
        model,
        action,
        action === 'read' ? this.reach(model.scopes.read) : this.#writeReach(model),
      );
      if (grant && model.choices && action === 'read') grant = { ...grant, reach: 'all' };
      this.#grants.set(key, grant);
    }
    return grant;
  }

  #createGrant(model: Model, action: 'read' | 'write', reach: Reach | undefined): Grant | null {
    if (reach === undefined) return null;
    const personal = action === 'write' ? this.#personalLimit(model) : undefined;
    return {
      model,
      reach,
      userId: this.#userId,
      ...(personal && { personal }),
      ...(model.audience && !this.seesAllOf(model) && { audience: this.#audienceLimit(model.audience) }),
      hidden: this.hiddenValues(model),
      readOnly: this.#fields(model, 'readOnlyFields'),
    };
  }

  /**
   * The reach for writes. Users who may read a personal model may write its records; an API key needs the write scope.
   */
  #writeReach({ personal, readOnly, scopes }: Model): Reach | undefined {
    const written = this.reach(scopes.write);
    if (!personal || readOnly || this.#limit !== undefined) return written;
    const read = this.reach(scopes.read);
    return read !== undefined && (written === undefined || widthOf[read] > widthOf[written]) ? read : written;
  }

  #personalLimit({ personal, moduleKey, scopes }: Model): PersonalLimit | undefined {
    if (!personal || this.#userId === null || this.reach(`${moduleKey}:admin`) === 'all') return undefined;
    return { declared: personal, userId: this.#userId, mayShare: this.reach(scopes.write) !== undefined };
  }

  #audienceLimit(declared: Audience): AudienceLimit {
    return {
      declared,
      userId: this.#userId as string,
      roles: this.#roles.map(({ name }) => name),
      linkedReach: this.linkedReach(declared),
    };
  }

  /** The caller's reach for the model to whose readers `linked` records are visible. */
  linkedReach({ linked }: Audience): Reach | undefined {
    return linked && this.reach(`${linked.model.split('.')[0]}:read`);
  }

  #withGuardedFields({ guarded }: Model, hidden: ReadonlySet<string>): ReadonlySet<string> {
    const denied = guarded.filter(({ declared }) => this.reach(declared.shownWith ?? '') !== 'all');
    return denied.length === 0 ? hidden : new Set([...hidden, ...denied.map(({ key }) => key)]);
  }

  /** Fields whose values the caller does not see: roles hide them, or the caller lacks the scope of `shownWith`. */
  hiddenValues(model: Model): ReadonlySet<string> {
    return this.#withGuardedFields(model, this.#fields(model, 'hiddenFields'));
  }

  /** Fields of a model that roles hide from the caller, even if the caller may not read its records. */
  hiddenFields(model: { readonly name: string }): ReadonlySet<string> {
    return this.#fields(model, 'hiddenFields');
  }

  #fields(model: { readonly name: string }, list: 'hiddenFields' | 'readOnlyFields'): ReadonlySet<string> {
    const keys = this.#roles.flatMap((role) => role[list][model.name] ?? []);
    // Clients need _id and version to address a record, so they cannot be hidden.
    return keys.length === 0 ? none : new Set(keys.filter((key) => key !== '_id' && key !== 'version'));
  }
}

/** True when events contain the values of a field. */
export function isLogged({ fields }: Model, key: string): boolean {
  const { unlogged = false, computed } = fields.get(key)?.declared ?? {};
  return !unlogged && computed === undefined;
}

/** The error names no model, because a call must not learn that models hidden from it exist. */
const notAvailable = (): AppError => new AppError('forbidden', 'These records are not available here.');

const missingScope = (scope: string): AppError =>
  new AppError('forbidden', `This needs the permission ${scope}.`, [
    { code: 'missing_scope', field: scope, message: `The scope ${scope} is missing.` },
  ]);

/** True when the grant excludes some records of the model. */
export const isLimited = ({ reach, audience, personal }: Grant): boolean =>
  reach !== 'all' || audience !== undefined || personal !== undefined;

/** A field by key; undefined when it is hidden or does not exist, so that errors do not reveal hidden fields. */
export const visibleField = ({ model, hidden }: Grant, key: string): Field | undefined =>
  hidden.has(key) ? undefined : model.fields.get(key);
