import { isPermission } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import { type JsonValue, Problem } from '#core/fields/field.ts';
import { passwordProblem } from '#lib/password-policy.ts';
import { missingRoles } from '../sql/roles.ts';

/**
 * Roles are cached with every caller who has them, so their size is limited. Lists of three fields for every model of the
 * product take about 12 KB.
 */
const max = { roles: 50, permissions: 200, permissionLength: 100, fieldListBytes: 32_768 };

/** Users refer to roles by name, so that people can read the list. */
export async function rolesExist(value: JsonValue, context: Context): Promise<void> {
  const { length } = value as string[];
  if (length > max.roles)
    throw new Problem(
      'too_long',
      `names ${length} roles, and at most ${max.roles} are allowed; join some into one role`,
    );
  const missing = await missingRoles(queryable(context), context.caller.tenantId, value as string[]);
  if (missing.length > 0)
    throw new Problem('reference_not_found', `names roles that do not exist: ${missing.join(', ')}`);
}

/** Applies the password policy that every other way to set a password uses. */
export async function goodPassword(value: JsonValue, { caller }: Context): Promise<void> {
  const problem = await passwordProblem(String(value), [caller.accountKey]);
  if (problem) throw new Problem(problem.code, problem.message);
}

export function permissionsAreScopes(value: JsonValue): void {
  const scopes = value as string[];
  if (scopes.length > max.permissions) {
    throw new Problem(
      'too_long',
      `holds ${scopes.length} scopes, and at most ${max.permissions} are allowed; write several as one, such as sales:* or *:read`,
    );
  }
  const wrong = scopes.find((scope) => scope.length > max.permissionLength || !isPermission(scope));
  if (wrong !== undefined) {
    throw new Problem(
      'invalid_format',
      `holds "${wrong.slice(0, max.permissionLength)}", which is not a scope such as sales:read, sales:write:own or *`,
    );
  }
}

/** Validates the format `{"sales.contacts": ["phone"]}`. */
export function fieldsByModel(value: JsonValue, { registry }: Context): void {
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes > max.fieldListBytes) {
    throw new Problem(
      'too_large',
      `takes ${bytes} bytes as JSON, and at most ${max.fieldListBytes} are allowed; leave out models that the role cannot read anyway`,
    );
  }
  for (const [name, keys] of Object.entries(value as Record<string, JsonValue>)) {
    const [moduleKey = '', slug = ''] = name.split('.');
    const model = registry.find(moduleKey, slug);
    if (!model || model.name !== name)
      throw new Problem('unknown_model', `holds "${name}", which is not a model written as module.slug`);
    const unknown = Array.isArray(keys) ? keys.find((key) => !model.fields.has(String(key))) : name;
    if (unknown !== undefined)
      throw new Problem('unknown_field', `names ${String(unknown)}, which is not a field of ${name}`);
  }
}
