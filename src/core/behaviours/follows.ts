import { Params, scoped } from '#db/params.ts';
import { parseJson } from '#lib/json.ts';
import { type Context, readByKey } from '../context.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { RecordObject, Values } from '../models/record.ts';
import { scopedRows, tableAs } from '../query/rows.ts';
import { followParts } from './follow-parts.ts';

/** A field that gets its value from another record, because the write sets the reference and gives no value. */
interface Followed {
  readonly field: Field;
  readonly reference: Field;
  /** The field of the other record. */
  readonly source: Field;
}

/**
 * Reads the values of fields that follow a reference, when the write sets the reference and gives the field no value.
 * One statement reads all values from one referenced record. Unchanged references of `previous` are not followed again.
 */
export async function readFollowed(
  context: Context,
  model: Model,
  values: Values,
  previous?: RecordObject,
): Promise<Map<Field, unknown>> {
  const found = new Map<Field, unknown>();
  if (!model.behaviours || model.behaviours.follows.length === 0) return found;
  const followed = followedFields(context, model, values, previous);
  for (const [reference, fields] of Map.groupBy(followed, (one) => one.reference)) {
    const record = await readFields(context, reference, values.get(reference), fields);
    for (const [n, { field }] of fields.entries()) if (record) found.set(field, record[n] ?? null);
  }
  return found;
}

function followedFields(
  { registry }: Context,
  model: Model,
  values: Values,
  previous: RecordObject | undefined,
): Followed[] {
  return (model.behaviours?.follows ?? []).flatMap((field) => {
    if (values.has(field) || field.declared.follow === undefined) return [];
    const parts = followParts(field.declared.follow);
    const reference = model.fields.get(parts.reference);
    const id = reference && values.get(reference);
    if (!reference || typeof id !== 'string' || previous?.[reference.key] === id) return [];
    const source = registry.target(reference).fields.get(parts.field);
    return source ? [{ field, reference, source }] : [];
  });
}

/** Reads the values by the positions of their fields; undefined when the record does not exist. */
async function readFields(
  context: Context,
  reference: Field,
  id: JsonValue | undefined,
  fields: readonly Followed[],
): Promise<Record<number, unknown> | undefined> {
  const target = context.registry.target(reference);
  const params = new Params(context.caller.tenantId);
  const columns = fields.map(({ source }, n) => `${source.json('t')} as "${n}"`);
  const [row] = await readByKey<{ record: string }>(
    context,
    `select row_to_json(r)::text as record from ${scoped(
      'r',
      `select ${columns.join(', ')} from ${tableAs(target, 't')}
       where ${scopedRows(target, 't')} and t.id = ${params.add(id, 'uuid')}`,
    )}`,
    params.values,
  );
  return row && (parseJson(row.record) as Record<number, unknown>);
}
