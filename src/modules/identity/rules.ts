import { isPermission } from '#core/access.ts';
import { type Context, queryable } from '#core/context.ts';
import { type JsonValue, Problem } from '#core/fields/field.ts';
import { passwordProblem } from '#lib/password-policy.ts';
import { missingRoles } from './sql/missing-roles.ts';

/** Roles are named, so that a token's answer and a person can read them; the names must exist. */
export async function rolesExist(value: JsonValue, context: Context): Promise<void> {
  const missing = await missingRoles(queryable(context), context.caller.tenantId, value as string[]);
  if (missing.length > 0)
    throw new Problem('reference_not_found', `names roles that do not exist: ${missing.join(', ')}`);
}

/** What nobody guesses soon; the rules are in one place for all ways to set a password. */
export async function goodPassword(value: JsonValue, { caller }: Context): Promise<void> {
  const problem = await passwordProblem(String(value), [caller.accountKey]);
  if (problem) throw new Problem(problem.code, problem.message);
}

export function permissionsAreScopes(value: JsonValue): void {
  const wrong = (value as string[]).find((scope) => !isPermission(scope));
  if (wrong !== undefined) {
    throw new Problem(
      'invalid_format',
      `holds "${wrong}", which is not a scope such as sales:read, sales:write:own or *`,
    );
  }
}

/** `{"sales.contacts": ["phone"]}` */
export function fieldsByModel(value: JsonValue, { registry }: Context): void {
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
