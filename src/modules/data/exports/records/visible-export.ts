import { Access, type Grant, isLimited, reachesAll } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { operations } from '#core/operations/index.ts';
import { isId } from '#lib/ids.ts';
import { exportRecords } from './export-models.ts';
import type { ExportRecord } from './export-record.ts';
import { referencesOf } from './export-request.ts';

/** The exports that the caller sees. Users see their own even without `data:read`, as their own jobs; an API key needs it. */
function grantFor(context: Context): Grant {
  const model = exportRecords(context);
  const { access, userId, keyId } = context.caller;
  const grant = access.readGrant(model);
  if (grant || keyId !== undefined || userId === null) return access.grant(model, 'read');
  return { ...Access.system.grant(model, 'read'), reach: 'own', userId };
}

/** An export that the caller sees. */
export async function visibleExport(context: Context, id: string): Promise<ExportRecord> {
  if (!isId(id)) throw notFound(`Export ${id}`);
  try {
    const { body } = await operations.get.run(context, grantFor(context), { id, query: {} });
    return JSON.parse(body) as ExportRecord;
  } catch (error) {
    // Users without the scope get the same answer for exports of others and for unknown ones.
    if (error instanceof AppError && error.code === 'not_found') context.caller.access.requireScope('data:read');
    throw error;
  }
}

/** An export that the caller may cancel or delete: an own one, or any with `data:admin`. */
export async function ownExport(context: Context, id: string): Promise<ExportRecord> {
  const record = await visibleExport(context, id);
  if (record.ownerId === null || record.ownerId !== context.caller.userId)
    context.caller.access.requireScope('data:admin');
  return record;
}

/**
 * Throws unless the caller may have the content. It was read with the permissions of its owner, so neither an API key with
 * fewer permissions, nor an owner who has lost some since, nor an administrator of the module gets more than the API would
 * show them. The recipients of a schedule get what its owner sends them.
 */
export function requireContent({ caller, registry }: Context, record: ExportRecord): void {
  const { userId, access, keyId } = caller;
  if (keyId === undefined && userId !== null && record.viewerIds?.includes(userId)) return;
  const model = registry.named(record.model);
  if (!model) throw notFound(`The model ${record.model}`);
  const grant = access.grant(model, 'read');
  const isOwner = userId !== null && record.ownerId === userId;
  // A completed export names all fields that its file has.
  const hidesMore = record.fields?.some((key) => grant.hidden.has(key)) ?? false;
  const isWider = !reachesAll(grant.reach, record.reach) || (!isOwner && (grant.reach !== 'all' || grant.audience));
  const namesMore = !isOwner && namesOthers(record, (field) => access.readGrant(registry.target(field)), model);
  if (hidesMore || isWider || namesMore)
    throw new AppError('forbidden', 'This export has records or fields that you may not read; export them yourself.');
}

/** True when the file has names of records that a reader with these grants may not read. */
function namesOthers(
  { fields, format, options }: ExportRecord,
  grantFor: (field: Field) => Grant | undefined,
  model: Model,
): boolean {
  if (referencesOf(format, options) === 'ids') return false;
  return (fields ?? []).some((key) => {
    const field = model.fields.get(key);
    if (field?.declared.to === undefined) return false;
    const grant = grantFor(field);
    return !grant || isLimited(grant) || grant.hidden.has(grant.model.titleField);
  });
}
