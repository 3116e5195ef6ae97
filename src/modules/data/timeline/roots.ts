import { type Grant, isLimited } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import { findReadableState } from '#core/operations/record-events.ts';
import { scopedRows, tableAs, withinReach } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';

/** Records of one model whose entries a timeline contains. */
export interface Roots {
  readonly grant: Grant;
  readonly ids: readonly string[];
}

/**
 * The record of a timeline, which may have been deleted, and the records whose timelines it includes: those of an
 * account include its contacts and deals that the caller may read. Throws `not_found` when the caller may not read the
 * record.
 */
export async function findRoots(context: Context, grant: Grant, id: string): Promise<Roots[]> {
  await findReadableState(context, grant, id);
  const roots: Roots[] = [{ grant, ids: [id] }];
  for (const [name, key] of Object.entries(grant.model.timelineIncludes)) {
    const model = context.registry.named(name);
    const included = model && context.caller.access.readGrant(model);
    // A hidden reference must not be revealed by the entries of the records that have it.
    if (!included || included.hidden.has(key)) continue;
    const ids = await readIncluded(context, included, key, id);
    if (ids.length > 0) roots.push({ grant: included, ids });
  }
  return roots;
}

async function readIncluded(context: Context, grant: Grant, key: string, id: string): Promise<string[]> {
  const { model } = grant;
  const field = model.fields.get(key);
  if (!field) throw new Error(`${model.name} has no field ${key}`);
  const params = new Params(context.caller.tenantId);
  const where = `${scopedRows(model, 't')} and ${field.sql('t')} = ${params.add(id, 'uuid')}`;
  const limited = isLimited(grant) ? withinReach(grant, 't', params) : '';
  const rows = await queryable(context).query<{ id: string }>(
    `select r.id from ${scoped('r', `select t.id from ${tableAs(model, 't')} where ${where}${limited}`)}`,
    params.values,
  );
  return rows.map((row) => row.id);
}
