import { AppError } from '../errors.ts';
import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';

export interface Role {
  readonly name: string;
  readonly permissions: readonly string[];
  readonly hiddenFields: Readonly<Record<string, readonly string[]>>;
  readonly readOnlyFields: Readonly<Record<string, readonly string[]>>;
}

/** Which rows a permission reaches. */
export type Reach = 'all' | 'team' | 'own';

/** What a caller may do with one model. */
export interface Grant {
  readonly model: Model;
  readonly reach: Reach;
  /** Whose records `own` means, and whose teams `team` means. Null for the platform itself. */
  readonly userId: string | null;
  readonly hidden: ReadonlySet<string>;
  readonly readOnly: ReadonlySet<string>;
}

interface Permission {
  readonly module: string;
  readonly action: string;
  readonly reach: Reach;
}

const none: ReadonlySet<string> = new Set();
const width: Record<Reach, number> = { own: 1, team: 2, all: 3 };

const permissionPattern = /^(?:\*|(?:\*|[A-Za-z][A-Za-z0-9]*):(?:\*|read|write|admin)(?::(?:own|team))?)$/;

export const isPermission = (text: string): boolean => permissionPattern.test(text);

function readPermission(text: string): Permission {
  const [module = '', action = '*', narrowing] = text.split(':');
  return { module, action, reach: narrowing === 'own' || narrowing === 'team' ? narrowing : 'all' };
}

const writePermission = ({ module, action, reach }: Permission): string =>
  `${module === '*' && action === '*' ? '*' : `${module}:${action}`}${reach === 'all' ? '' : `:${reach}`}`;

/** How far permissions reach for an action of a module; `*` asks for all of them. */
function widest(permissions: readonly Permission[], module: string, action: string): Reach | undefined {
  let found: Reach | undefined;
  for (const permission of permissions) {
    if (permission.module !== '*' && permission.module !== module) continue;
    const covers = permission.action === '*' || permission.action === 'admin' || permission.action === action;
    if (covers && (found === undefined || width[permission.reach] > width[found])) found = permission.reach;
  }
  return found;
}

const narrowedOf = (permissions: readonly Permission[]): string | undefined => {
  const found = permissions.find(
    ({ module, action, reach }) => reach !== 'all' && widest(permissions, module, action) !== 'all',
  );
  return found && writePermission(found);
};

/** The same permission for all records: `sales:read` of `sales:read:own`. */
export const widened = (permission: string): string => writePermission({ ...readPermission(permission), reach: 'all' });

export const isForTeam = (permission: string): boolean => readPermission(permission).reach === 'team';

/** A field of a model, and what roles do not let their holder do with it. */
export interface KeptField {
  readonly model: Model;
  readonly key: string;
  readonly may: 'see' | 'write';
}

/** What roles add up to, for one user. Permissions widen each other; hidden and read-only fields add up. */
export class Access {
  readonly #permissions: readonly Permission[];
  readonly #roles: readonly Role[];
  readonly #userId: string | null;
  readonly #operator: boolean;
  /** Of an API key: it never reaches further than these, nor than its owner does. */
  readonly #limit: readonly Permission[] | undefined;
  readonly #narrowed: string | undefined;
  readonly #grants = new Map<string, Grant | null>();
  #visibility: string | undefined;

  constructor(roles: readonly Role[], user: { id: string | null; operator: boolean }, limit?: readonly string[]) {
    this.#roles = roles;
    this.#permissions = roles.flatMap((role) => role.permissions.filter(isPermission).map(readPermission));
    this.#userId = user.id;
    this.#limit = limit?.filter(isPermission).map(readPermission);
    this.#narrowed = narrowedOf(this.#permissions) ?? narrowedOf(this.#limit ?? []);
    this.#operator =
      user.operator &&
      roles.some((role) => role.name === 'admin') &&
      (this.#limit === undefined || widest(this.#limit, 'platform', 'admin') !== undefined);
  }

  /** The platform itself: jobs, the first start. */
  static readonly system = new Access([{ name: 'system', permissions: ['*'], hiddenFields: {}, readOnlyFields: {} }], {
    id: null,
    operator: false,
  });

  /** How far the caller's permissions reach for a scope such as `sales:write`; undefined when not at all. */
  reach(scope: string): Reach | undefined {
    const [module = '', action = ''] = scope.split(':');
    if (module === 'platform') return this.#operator ? 'all' : undefined;
    const own = widest(this.#permissions, module, action);
    if (this.#limit === undefined || own === undefined) return own;
    const allowed = widest(this.#limit, module, action);
    return allowed !== undefined && width[allowed] < width[own] ? allowed : allowed && own;
  }

  /** Whether a permission, as a role has it, is within what the caller holds: only such may be granted to others. */
  holds(permission: string): boolean {
    const { module, action, reach } = readPermission(permission);
    if (module === 'platform') return this.#operator;
    return [this.#permissions, this.#limit].every((held) => {
      const found = held && widest(held, module, action);
      return held === undefined || (found !== undefined && width[found] >= width[reach]);
    });
  }

  /** What the caller may do, as roles and keys write it. */
  get scopes(): string[] {
    const held = this.#limit ?? this.#permissions;
    return [...new Set([...held.map(writePermission), ...(this.#operator ? ['platform:admin'] : [])])];
  }

  /** Equal for two callers who may read the same: what one is shown, the other may be shown as well. */
  get visibility(): string {
    this.#visibility ??= JSON.stringify([
      this.#roles.map(({ permissions, hiddenFields }) => [permissions, hiddenFields]),
      this.#limit,
      this.#operator,
      // Their own records, and those of their teams, are different ones for each user.
      this.#narrowed ? this.#userId : null,
    ]);
    return this.#visibility;
  }

  requireScope(scope: string): Reach {
    const reach = this.reach(scope);
    if (reach === undefined) throw missingScope(scope);
    return reach;
  }

  /**
   * A permission that reaches a part of the records only, and that no other one widens; undefined when there is none. Of
   * an API key also one of its owner's: what the key arranges, its owner sees.
   */
  get narrowed(): string | undefined {
    return this.#narrowed;
  }

  /** Whether roles keep fields from the caller. */
  get isRestricted(): boolean {
    return this.#roles.some(
      ({ hiddenFields, readOnlyFields }) =>
        Object.keys(hiddenFields).length > 0 || Object.keys(readOnlyFields).length > 0,
    );
  }

  /** Whether roles hide fields from the caller. */
  get hidesFields(): boolean {
    return this.#roles.some(({ hiddenFields }) => Object.keys(hiddenFields).length > 0);
  }

  /** The scope or the field by which another one reads more of some models; undefined when it reads no more. */
  readsLess(other: Access, models: Iterable<Model>): string | undefined {
    for (const model of models) {
      const scope = model.scopes.read;
      const theirs = other.reach(scope);
      if (theirs === undefined) continue;
      const own = this.reach(scope);
      const enough = own === 'all' || (own && this.#userId === other.#userId && width[own] >= width[theirs]);
      if (!enough) return theirs === 'all' ? scope : `${scope}:${theirs}`;
      const shown = other.#fields(model, 'hiddenFields');
      const field = [...this.#fields(model, 'hiddenFields')].find((key) => !shown.has(key));
      if (field !== undefined) return `${model.name}.${field}`;
    }
    return undefined;
  }

  /**
   * A field that these roles together show, or let write, and the caller's own do not; undefined when there is none. Fields
   * of models that the roles do not open are of no account.
   */
  keptField(roles: readonly Role[], find: (name: string) => Model | undefined): KeptField | undefined {
    if (!this.isRestricted) return undefined;
    const others = new Access(roles, { id: null, operator: false });
    for (const name of new Set(
      this.#roles.flatMap((role) => Object.keys({ ...role.hiddenFields, ...role.readOnlyFields })),
    )) {
      const model = find(name);
      if (!model) continue;
      const writes = others.reach(model.scopes.write) !== undefined;
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

  /** Whether the caller's roles hide a field, or let it be read only. */
  keeps(list: 'hiddenFields' | 'readOnlyFields', name: string, key: string): boolean {
    return this.#roles.some((role) => role[list][name]?.includes(key));
  }

  /** For what concerns more than single records: a permission for own ones is not enough. */
  requireWhole(scope: string): void {
    if (this.reach(scope) !== 'all') throw missingScope(scope);
  }

  grant(model: Model, action: 'read' | 'write'): Grant {
    const scope = model.scopes[action];
    const key = `${model.name} ${action}`;
    let grant = this.#grants.get(key);
    if (grant === undefined || (grant !== null && grant.model !== model)) {
      grant = this.#judge(model, scope);
      this.#grants.set(key, grant);
    }
    if (grant === null) throw missingScope(scope);
    return grant;
  }

  #judge(model: Model, scope: string): Grant | null {
    const reach = this.reach(scope);
    if (reach === undefined) return null;
    return {
      model,
      reach,
      userId: this.#userId,
      hidden: this.#withGuarded(model, this.#fields(model, 'hiddenFields')),
      readOnly: this.#fields(model, 'readOnlyFields'),
    };
  }

  #withGuarded({ guarded }: Model, hidden: ReadonlySet<string>): ReadonlySet<string> {
    const kept = guarded.filter(({ declared }) => this.reach(declared.shownWith ?? '') !== 'all');
    return kept.length === 0 ? hidden : new Set([...hidden, ...kept.map(({ key }) => key)]);
  }

  /** Fields of a model that roles keep from the caller, whether or not its records may be read. */
  hiddenFields(model: { readonly name: string }): ReadonlySet<string> {
    return this.#fields(model, 'hiddenFields');
  }

  #fields(model: { readonly name: string }, list: 'hiddenFields' | 'readOnlyFields'): ReadonlySet<string> {
    const keys = this.#roles.flatMap((role) => role[list][model.name] ?? []);
    // A record is told by its id and version; those cannot be hidden.
    return keys.length === 0 ? none : new Set(keys.filter((key) => key !== '_id' && key !== 'version'));
  }
}

const missingScope = (scope: string): AppError =>
  new AppError('forbidden', `This needs the permission ${scope}.`, [
    { code: 'missing_scope', field: scope, message: `The scope ${scope} is missing.` },
  ]);

/** The fields that a caller sees; a hidden one is as good as unknown. */
export const visibleField = ({ model, hidden }: Grant, key: string): Field | undefined =>
  hidden.has(key) ? undefined : model.fields.get(key);
