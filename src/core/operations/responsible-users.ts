import { inTenant, Params, scoped } from '#db/params.ts';
import { type Context, queryable } from '../context.ts';
import { type Detail, validationFailed } from '../errors.ts';
import type { Field } from '../fields/field.ts';
import { tableNamed } from '../models/model.ts';
import type { RecordObject, Values } from '../models/record.ts';
import { platformModels } from '../platform-names.ts';

/**
 * Refuses a write that makes an inactive user responsible for a record. A record keeps the user that it has, and what
 * the platform writes is not checked. The caller is active, so most writes need no look-up; other users are cached.
 */
export async function requireActiveUsers(context: Context, values: Values, previous?: RecordObject): Promise<void> {
  const { caller, services } = context;
  if (caller.userId === null) return;
  const chosen = new Map<Field, string>();
  for (const [field, value] of values) {
    const isChosen = field.declared.responsible && typeof value === 'string' && field.behaviour?.kind !== 'follow';
    if (isChosen && value !== caller.userId && value !== previous?.[field.key]) chosen.set(field, value);
  }
  if (chosen.size === 0) return;
  const ids = [...new Set(chosen.values())];
  const active = await services.directory.actors(caller.tenantId, ids, queryable(context));
  const others = ids.filter((id) => !active.has(id));
  if (others.length === 0) return;
  // The foreign key refuses ids of no user, with the error for references.
  const inactive = await existingUsers(context, others);
  const details = [...chosen].flatMap(([{ key }, id]): Detail[] =>
    inactive.has(id)
      ? [{ field: key, code: 'inactive_user', message: `${key} names a deactivated user; choose an active one.` }]
      : [],
  );
  if (details.length > 0) throw validationFailed(details);
}

async function existingUsers(context: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const params = new Params(context.caller.tenantId);
  const rows = await queryable(context).query<{ id: string }>(
    `select u.id from ${scoped(
      'u',
      `select u.id from ${tableNamed(platformModels.users)} u where ${inTenant('u')} and u.id = any(${params.add(ids, 'uuid[]')})`,
    )}`,
    params.values,
  );
  return new Set(rows.map(({ id }) => id));
}
