import { Params, scoped } from '#db/params.ts';
import { parseJson } from '#lib/json.ts';
import { Access, isLimited } from '../access/access.ts';
import { type Context, readByKey } from '../context.ts';
import { type Field, type JsonValue, Problem } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { RecordObject, Values } from '../models/record.ts';
import { countWithinReach } from '../query/reach.ts';
import { scopedRows, tableAs, withinReach } from '../query/rows.ts';
import { followParts } from './follow-parts.ts';

/** A field that gets its value from another record, because the write sets the reference and gives no value. */
interface Followed {
  readonly field: Field;
  readonly reference: Field;
  /** The field of the other record. */
  readonly source: Field;
}

interface Following {
  /** The permissions of the writer. Values that the writer may not read are not copied. */
  readonly access: Access;
  /** References that stay as they were in this record are not followed again. */
  readonly previous: RecordObject | undefined;
  /** True for a field that the write leaves alone. */
  readonly keeps: (field: Field) => boolean;
}

/**
 * The values of fields that follow a reference which the write sets, and that have no value of their own. A value that does not fit the
 * field, because either field was changed since, is left out: the client has not sent it and cannot correct it.
 */
export async function readFollowed(
  context: Context,
  model: Model,
  values: Values,
  following: Following,
): Promise<Map<Field, JsonValue>> {
  const found = new Map<Field, JsonValue>();
  if (!model.behaviours || model.behaviours.follows.length === 0) return found;
  const followed = followedFields(context, model, values, following);
  for (const [reference, fields] of Map.groupBy(followed, (one) => one.reference)) {
    const record = await readFields(context, following.access, reference, values.get(reference), fields);
    if (!record) continue;
    for (const [n, { field }] of fields.entries()) {
      const value = fitting(field, record[n] ?? null);
      if (value !== undefined && (await isReachable(context, following.access, field, value))) found.set(field, value);
    }
  }
  return found;
}

function fitting(field: Field, value: unknown): JsonValue | undefined {
  if (value === null) return null;
  try {
    return field.type.check(value, field);
  } catch (problem) {
    if (problem instanceof Problem) return undefined;
    throw problem;
  }
}

/** True when the writer may set this reference: references are checked in every write. */
async function isReachable(context: Context, access: Access, field: Field, value: JsonValue): Promise<boolean> {
  if (!field.type.pointsTo || value === null || access === Access.system) return true;
  const grant = access.readGrant(context.registry.target(field));
  if (!grant || !isLimited(grant)) return true;
  const ids = (Array.isArray(value) ? value : [value]).filter((id) => id !== context.caller.userId) as string[];
  return ids.length === 0 || (await countWithinReach(context, grant, ids)) === ids.length;
}

function followedFields({ registry }: Context, model: Model, values: Values, following: Following): Followed[] {
  const { previous, keeps } = following;
  return (model.behaviours?.follows ?? []).flatMap((field) => {
    if (values.has(field) || field.declared.follow === undefined || keeps(field)) return [];
    const parts = followParts(field.declared.follow);
    const reference = model.fields.get(parts.reference);
    const id = reference && values.get(reference);
    if (!reference || typeof id !== 'string' || previous?.[reference.key] === id) return [];
    const source = registry.target(reference).fields.get(parts.field);
    return source?.type.name === field.type.name ? [{ field, reference, source }] : [];
  });
}

/** The values by the positions of their fields; undefined when there is no such record that the writer may read. */
async function readFields(
  context: Context,
  access: Access,
  reference: Field,
  id: JsonValue | undefined,
  fields: readonly Followed[],
): Promise<Record<number, unknown> | undefined> {
  const target = context.registry.target(reference);
  const grant = access.readGrant(target);
  if (!grant) return undefined;
  const params = new Params(context.caller.tenantId);
  const columns = fields.map(
    ({ source }, n) => `${grant.hidden.has(source.key) ? 'null' : source.json('t')} as "${n}"`,
  );
  const [row] = await readByKey<{ record: string }>(
    context,
    `select row_to_json(r)::text as record from ${scoped(
      'r',
      `select ${columns.join(', ')} from ${tableAs(target, 't')}
       where ${scopedRows(target, 't')} and t.id = ${params.add(id, 'uuid')}${withinReach(grant, 't', params)}`,
    )}`,
    params.values,
  );
  return row && (parseJson(row.record) as Record<number, unknown>);
}
