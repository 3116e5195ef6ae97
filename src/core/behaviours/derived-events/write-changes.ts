import { Params, plainArray } from '#db/params.ts';
import { type Context, inTransaction, type TransactionContext } from '../../context.ts';
import { insertEvent, notifyAfterCommit } from '../../events/events.ts';
import type { Field } from '../../fields/field.ts';
import type { Model } from '../../models/model.ts';
import { eventJson, tableAs, tenantRows } from '../../query/rows.ts';
import type { Affected } from './changed-sources.ts';

/** Records of one transaction, which is short because readers of events wait for open transactions. */
const sliceSize = 200;

/** Writes an event for each record whose formulas and rollups differ from those of its last event. */
export async function writeChanges(context: Context, { dependant, ids, requestId, depth }: Affected): Promise<void> {
  const within: Context = { ...context, requestId, via: { kind: 'derived' }, depth };
  if (dependant.source.are === 'children') {
    const all = [...ids].sort();
    for (let n = 0; n < all.length; n += sliceSize)
      await writeSlice(within, dependant.model, dependant.fields, all.slice(n, n + sliceSize));
    return;
  }
  const reference = dependant.model.fields.get(dependant.source.reference) as Field;
  let slice = await readReferring(within, dependant.model, reference, ids, undefined);
  while (slice.length > 0) {
    await writeSlice(within, dependant.model, dependant.fields, slice);
    slice = await readReferring(within, dependant.model, reference, ids, slice.at(-1));
  }
}

/** The ids of the next records that refer to one of the others. */
const readReferring = (
  context: Context,
  model: Model,
  reference: Field,
  ids: ReadonlySet<string>,
  after: string | undefined,
): Promise<string[]> =>
  inTransaction(context, async ({ tx, caller }) => {
    const params = new Params(caller.tenantId);
    const targets = params.add(plainArray([...ids]), 'uuid[]');
    const next = after === undefined ? '' : ` and t.id > ${params.add(after, 'uuid')}`;
    const rows = await tx.query<{ id: string }>(
      `select t.id from ${tableAs(model, 't')}
       where ${tenantRows(model, 't')} and ${reference.sql('t')} = any(${targets})${next}
       order by t.id limit ${sliceSize}`,
      params.values,
    );
    return rows.map(({ id }) => id);
  });

function writeSlice(context: Context, model: Model, fields: readonly Field[], ids: readonly string[]): Promise<void> {
  return inTransaction(context, async (within) => {
    await lockRecords(within, model, ids);
    const params = new Params(within.caller.tenantId);
    const list = params.add(plainArray(ids), 'uuid[]');
    const source = { id: 'n.id', record: 'n.record', previous: 'n.previous', from: 'n' };
    const event = insertEvent(within, model, 'updated', params, source, true);
    const changed = fields.map(({ key }) => `(n.record->>'${key}') is distinct from (n.previous->>'${key}')`);
    // A second statement, so that it sees what the transactions wrote that had locked the records.
    const written = await within.tx.query(
      `with states as materialized (
        select t.id, ${eventJson(model, 't')} as record, ${previousSql(model, fields)} as previous
        from ${tableAs(model, 't')} where ${tenantRows(model, 't')} and t.id = any(${list})
      ), n as (
        select n.* from states n where ${changed.join(' or ')} order by n.id
      ), appended as (${event} returning record_id) select record_id from appended`,
      params.values,
    );
    if (written.length > 0) notifyAfterCommit(within);
  });
}

/**
 * Locks records, so that their events have the order of their states. The lock lets other transactions insert records
 * that refer to these.
 */
async function lockRecords({ tx, caller }: TransactionContext, model: Model, ids: readonly string[]): Promise<void> {
  const rows = await tx.query<{ late: boolean }>(
    `select written_later(t.xmin) as late from ${tableAs(model, 't')}
     where ${tenantRows(model, 't')} and t.id = any($2::uuid[]) order by t.id for no key update`,
    [caller.tenantId, plainArray(ids)],
  );
  if (rows.some(({ late }) => late)) tx.retryTransaction();
}

/**
 * SQL of the state after the last event of a record. When no event is left, or it is older than a field, the value of
 * the field is missing, so that the new one counts as a change.
 */
function previousSql(model: Model, fields: readonly Field[]): string {
  const keys = fields.map(({ key }) => `'${key}'`).join(', ');
  const newer = fields.map(
    ({ key, definedAt }) => `case when l.occurred_at < '${definedAt ?? '-infinity'}'::timestamptz then '${key}' end`,
  );
  return `coalesce((
    select (l.record::jsonb - array_remove(array[${newer.join(', ')}], null))::json from (
      select e.record, e.occurred_at from events e
      where e.tenant_id = $1::bigint and e.record_id = t.id and e.model = '${model.name}' and e.record is not null
      order by e.xid desc, e.seq desc limit 1
    ) l), (${eventJson(model, 't')}::jsonb - array[${keys}])::json)`;
}
