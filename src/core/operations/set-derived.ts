import { Params } from '#db/params.ts';
import { addWriteSteps } from '../behaviours/write-steps.ts';
import type { Context, TransactionContext } from '../context.ts';
import { notifyAfterCommit } from '../events/events.ts';
import type { JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { eventJson, tableAs, tenantRows } from '../query/rows.ts';
import { columnParameter } from './statements.ts';

/**
 * Stores values of a record that follow from other records, such as the total of a quote from its lines. The record keeps
 * its version and `updatedAt`, and the event says that the platform derived the values. A record that has the values
 * already gets no event. It checks no permissions and runs no hooks.
 */
export async function setDerived(
  context: TransactionContext,
  model: Model,
  id: string,
  values: Readonly<Record<string, JsonValue>>,
): Promise<void> {
  const params = new Params(context.caller.tenantId);
  const record = params.add(id, 'uuid');
  const assignments = Object.entries(values).map(([key, value]) => {
    const field = model.fields.get(key);
    if (!field?.column) throw new Error(`${model.name}.${key} is not a column`);
    return { column: `"${field.column}"`, value: params.add(columnParameter(field, value), field.type.column) };
  });
  const sets = assignments.map(({ column, value }) => `${column} = ${value}`).join(', ');
  const changes = assignments.map(({ column, value }) => `t.${column} is distinct from ${value}`).join(' or ');
  const source = { id: 'saved.id', record: 'saved.record', previous: 'saved.previous', from: 'saved' };
  const rows = await context.tx.query(
    `with old as materialized (
      select t.id, ${eventJson(model, 't')} as record from ${tableAs(model, 't')}
      where ${tenantRows(model, 't')} and t.id = ${record} and (${changes}) for update
    ), saved as (
      update ${tableAs(model, 't')} set ${sets} from old o where ${tenantRows(model, 't')} and t.id = o.id
      returning t.id, ${eventJson(model, 't')} as record, o.record as previous
    ), ${addWriteSteps(asPlatform(context), model, 'updated', params, source)}
    select id from saved`,
    params.values,
  );
  if (rows.length > 0) notifyAfterCommit(context);
}

/** The event names no user, because nobody wrote these values. */
const asPlatform = (context: Context): Context => ({
  ...context,
  caller: { ...context.caller, userId: null },
  via: { kind: 'derived' },
});
