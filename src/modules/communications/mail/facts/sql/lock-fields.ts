import type { TransactionContext } from '#core/context.ts';
import type { Field, JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { Params } from '#db/params.ts';

export interface LockedFields {
  readonly id: string;
  /** The value by which the row was found. */
  readonly found: string;
  /** Values of the chosen fields, in JSON form. */
  readonly fields: Readonly<Record<string, JsonValue>>;
}

/**
 * Locks records until the transaction ends and reads some of their fields. Reading all fields would include the texts
 * of mails. `by` is `_id` or a reference. The rows are locked in the order of the `by` values.
 */
export async function lockFields(
  { caller, tx }: TransactionContext,
  model: Model,
  keys: readonly string[],
  ids: readonly string[],
  by = '_id',
): Promise<LockedFields[]> {
  if (ids.length === 0) return [];
  const field = (key: string): Field => {
    const found = model.fields.get(key);
    if (!found) throw new Error(`${model.name} has no field ${key}`);
    return found;
  };
  const params = new Params(caller.tenantId);
  const given = params.add([...ids].sort(), 'uuid[]');
  const columns = keys.map((key) => `${field(key).json('t')} as "${key}"`);
  const rows = await tx.query<LockedFields & { late: boolean }>(
    `select o.id, g.id as found, o.fields, o.late from unnest(${given}) g(id) cross join lateral (
      select t.id, (select row_to_json(r) from (select ${columns.join(', ')}) r) as fields, written_later(t.xmin) as late
      from ${model.table} t where t.tenant_id = $1::bigint and ${field(by).sql('t')} = g.id order by t.id for update
    ) o`,
    params.values,
  );
  // The event of the other writer would get a position after ours, although it was written first.
  if (rows.some(({ late }) => late)) tx.retryTransaction();
  return rows;
}
