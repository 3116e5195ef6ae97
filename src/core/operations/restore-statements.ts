import { Params } from '#db/params.ts';
import { addWriteSteps } from '../behaviours/write-steps.ts';
import type { TransactionContext } from '../context.ts';
import { type Change, notifyAfterCommit, notifyOfInserts } from '../events/events.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { eventJson, recordJson, tableAs, tenantRows } from '../query/rows.ts';
import {
  eventRecordColumn,
  type ReturnedRow,
  returnedAsText,
  returnedColumns,
  type SavedRow,
  savedRow,
} from './statements.ts';
import type { RecordObject } from './validate.ts';

/** The statements that write many records at once, each record together with its event. */

const maxRowsPerStatement = 500;

const inChunks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / maxRowsPerStatement) }, (_, n) =>
    items.slice(n * maxRowsPerStatement, (n + 1) * maxRowsPerStatement),
  );

/** The values of custom fields as one object, as the column `custom` stores them. */
const customOf = (values: Iterable<[Field, JsonValue]>): Record<string, JsonValue> =>
  Object.fromEntries(
    [...values].flatMap(([{ customId }, value]) => (customId === undefined ? [] : [[customId, value]])),
  );

/** SQL of a field's value in one of the JSON documents that are the input of a statement. */
const documentValue = ({ type, key }: Field, document: string): string =>
  type.fromJson(`(${document}->'fields'->'${key}')`);

/**
 * Inserts records again, with the same id, `createdBy` and `createdAt`, and the next version: deleted ones, or those that
 * move to another model.
 */
export async function reinsertRecords(
  context: TransactionContext,
  model: Model,
  records: readonly RecordObject[],
  change: Change = 'restored',
): Promise<SavedRow[]> {
  // Events contain no secrets, so secrets are not restored.
  const fields = model.stored.filter((field) => !field.type.seal);
  const columns = fields.filter((field) => field.column !== null);
  const custom = fields.filter((field) => field.customId !== undefined);
  const saved: SavedRow[] = [];
  for (const chunk of inChunks(records)) {
    const params = new Params(context.caller.tenantId);
    const documents = chunk.map((record) => ({
      fields: record,
      custom: customOf(custom.map((field) => [field, record[field.key] ?? null])),
    }));
    const user = params.add(context.caller.userId, 'uuid');
    const system = (key: string) => `(r.j->'fields'->>'${key}')`;
    const assignments = [
      ['tenant_id', '$1::bigint'],
      ['id', `${system('_id')}::uuid`],
      ['created_at', `${system('createdAt')}::timestamptz`],
      ['created_by', `${system('createdBy')}::uuid`],
      ['updated_at', 'clock_timestamp()'],
      ['updated_by', user],
      ['version', `${system('version')}::bigint + 1`],
      ...columns.map((field) => [`"${field.column}"`, documentValue(field, 'r.j')]),
      ['custom', `r.j->'custom'`],
      ...(model.customId ? [['model_id', `'${model.customId}'::uuid`]] : []),
    ];
    const from = `jsonb_array_elements(${params.add(JSON.stringify(documents), 'jsonb')}) r(j)`;
    const written = {
      id: 'saved.id',
      record: eventRecordColumn(model, 'saved'),
      previous: 'null::json',
      from: 'saved',
    };
    const steps = addWriteSteps(context, model, change, params, written, true);
    const rows = await context.tx.query<ReturnedRow & { id: string }>(
      `with saved as (
        insert into ${model.table} as t (${assignments.map(([column]) => column).join(', ')})
        select ${assignments.map(([, value]) => value).join(', ')} from ${from}
        returning t.id, ${returnedColumns(model, 't')}
      ), ${steps}
      select id, ${returnedAsText(model)} from saved`,
      params.values,
    );
    notifyOfInserts(context, model, rows.length);
    saved.push(...rows.map((row) => savedRow(row.id, row)));
  }
  return saved;
}

/** Like `lockRecord`, for many records. Returns those that exist, by id, as JSON text without secrets. */
export async function lockRows(
  { caller, tx }: TransactionContext,
  model: Model,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const params = new Params(caller.tenantId);
  const rows = await tx.query<{ id: string; record: string; late: boolean }>(
    `select t.id, ${eventJson(model, 't')}::text as record, written_later(t.xmin) as late from ${tableAs(model, 't')}
     where ${tenantRows(model, 't')} and t.id = any(${params.add(ids, 'uuid[]')}) order by t.id for update`,
    params.values,
  );
  if (rows.some((row) => row.late)) tx.retryTransaction();
  return new Map(rows.map((row) => [row.id, row.record]));
}

export interface ReferenceUpdate {
  readonly id: string;
  readonly values: ReadonlyMap<Field, JsonValue>;
}

/** Sets references of locked rows. Returns each record before and after the update. */
export async function setReferences(
  context: TransactionContext,
  model: Model,
  updates: readonly ReferenceUpdate[],
): Promise<{ previous: string; record: string }[]> {
  const fields = [...new Set(updates.flatMap(({ values }) => [...values.keys()]))].filter(
    ({ column }) => column !== null,
  );
  const changed: { previous: string; record: string }[] = [];
  for (const chunk of inChunks(updates)) {
    const params = new Params(context.caller.tenantId);
    const documents = chunk.map(({ id, values }) => ({
      id,
      fields: Object.fromEntries(Array.from(values, ([{ key }, value]) => [key, value])),
      custom: customOf(values),
    }));
    const sets = [
      ...fields.map((field) => {
        const column = `"${field.column}"`;
        return `${column} = case when g.j->'fields' ? '${field.key}' then ${documentValue(field, 'g.j')} else t.${column} end`;
      }),
      `custom = t.custom || (g.j->'custom')`,
      'updated_at = clock_timestamp()',
      `updated_by = ${params.add(context.caller.userId, 'uuid')}`,
      'version = t.version + 1',
    ];
    const written = {
      id: 'saved.id',
      record: 'saved.logged',
      previous: 'old.logged',
      from: 'saved join old using (id)',
    };
    const steps = addWriteSteps(context, model, 'updated', params, written, true);
    const returning = `t.id, ${recordJson(model, 't')} as record, ${eventJson(model, 't')} as logged`;
    const rows = await context.tx.query<{ previous: string; record: string }>(
      `with given as materialized (
        select (r.j->>'id')::uuid as id, r.j from jsonb_array_elements(${params.add(JSON.stringify(documents), 'jsonb')}) r(j)
      ), old as materialized (
        select ${returning} from ${tableAs(model, 't')}
        where ${tenantRows(model, 't')} and t.id in (select id from given)
      ), saved as (
        update ${tableAs(model, 't')} set ${sets.join(', ')}
        from given g where ${tenantRows(model, 't')} and t.id = g.id
        returning ${returning}
      ), ${steps}
      select old.record::text as previous, saved.record::text as record from saved join old using (id)`,
      params.values,
    );
    notifyAfterCommit(context);
    changed.push(...rows);
  }
  return changed;
}
