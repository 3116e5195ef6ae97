/** Permissions of roles and API keys: `sales:read`, `sales:write:own`, `*`. */

export const actions = ['read', 'write', 'admin'] as const;
export type Action = (typeof actions)[number];

/** The records that a permission covers: one's own, those of one's teams, or all. */
export const reaches = ['own', 'team', 'all'] as const;
export type Reach = (typeof reaches)[number];

/** The reach of each action by module. The module `*` means all modules. */
export type Permissions = Readonly<Record<string, Readonly<Partial<Record<Action, Reach>>>>>;

export const allModules = '*';

const widthOf = (reach: Reach | undefined): number => (reach === undefined ? -1 : reaches.indexOf(reach));

const widest = (...given: readonly (Reach | undefined)[]): Reach | undefined =>
  given.reduce((best, reach) => (widthOf(reach) > widthOf(best) ? reach : best), undefined);

export const isWiderOrEqual = (reach: Reach | undefined, than: Reach): boolean => widthOf(reach) >= widthOf(than);

/** `admin` and `*` mean the same: every action of the module. */
export function readPermissions(scopes: readonly string[]): Permissions {
  const found: Record<string, Partial<Record<Action, Reach>>> = {};
  for (const scope of scopes) {
    const [module = '', given = '*', narrowing] = scope.split(':');
    const action = given === '*' ? 'admin' : (given as Action);
    const reach = narrowing === 'own' || narrowing === 'team' ? narrowing : 'all';
    const row = found[module] ?? {};
    found[module] = { ...row, [action]: widest(row[action], reach) };
  }
  return found;
}

const writePermission = (module: string, action: Action, reach: Reach): string => {
  const scope = module === allModules && action === 'admin' ? '*' : `${module}:${action}`;
  // `*:own` is not a valid scope, unlike `*:*:own`.
  const base = scope === '*' && reach !== 'all' ? '*:admin' : scope;
  return reach === 'all' ? base : `${base}:${reach}`;
};

export const writePermissions = (permissions: Permissions): string[] =>
  Object.entries(permissions).flatMap(([module, row]) =>
    actions.flatMap((action) => {
      const reach = row[action];
      return reach === undefined ? [] : [writePermission(module, action, reach)];
    }),
  );

/** The reach that a cell of the matrix inherits from the row of all modules, or from `admin` of the same module. */
export function inheritedReach(permissions: Permissions, module: string, action: Action): Reach | undefined {
  const all = module === allModules || module === 'platform' ? undefined : permissions[allModules];
  const own = action === 'admin' ? undefined : permissions[module]?.admin;
  return widest(own, all?.[action], all?.admin);
}

/** The reach that permissions give for an action of a module. */
export const reachOf = (permissions: Permissions, module: string, action: Action): Reach | undefined =>
  widest(permissions[module]?.[action], inheritedReach(permissions, module, action));

export function withReach(
  permissions: Permissions,
  module: string,
  action: Action,
  reach: Reach | undefined,
): Permissions {
  const { [module]: row = {}, ...others } = permissions;
  const { [action]: _before, ...rest } = row;
  return { ...others, [module]: reach === undefined ? rest : { ...rest, [action]: reach } };
}
