import { Params, plainArray } from '#db/params.ts';
import { Access } from '../access/access.ts';
import { affectedFields } from '../behaviours/dependencies.ts';
import { addWriteSteps } from '../behaviours/write-steps.ts';
import { type Context, inTransaction, type TransactionContext } from '../context.ts';
import { notifyAfterCommit } from '../events/events.ts';
import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { eventJson, tableAs, tenantRows, visibleJson } from '../query/rows.ts';
import {
  checkRows,
  type Documents,
  documentRows,
  documentValue,
  limitFor,
  type ManyOptions,
  type RowValues,
  requirePlainModel,
  rowDocuments,
  type Sender,
  senderFor,
} from './many-rows.ts';
import { rulesColumn } from './statements.ts';

/**
 * Sets fields of many records, each with its event, in one statement for up to 1,000 rows. The rows are locked in the
 * order of their ids. Records that do not exist are skipped. Records that already have the values get no version and no
 * event. It checks no permissions, and refuses models with hooks. Returns the ids of the changed records.
 */
export function updateMany(
  context: Context,
  model: Model,
  rows: readonly RowValues[],
  options: ManyOptions = {},
): Promise<string[]> {
  requirePlainModel(model, options);
  // The rule needs the stored values of each record.
  const ruled = model.requiresOneOf.find((key) => rows.some(({ values }) => Object.hasOwn(values, key)));
  if (ruled !== undefined) throw new Error(`${model.name}.${ruled} is in requiresOneOf, which many rows cannot check`);
  if (rows.length === 0) return Promise.resolve([]);
  return inTransaction(context, async (within) => {
    const given = rows.filter(({ values }) => Object.keys(values).length > 0);
    requireColumns(model, given);
    const checked = await checkRows(within, model, await withPrevious(within, model, given), 'merge', options);
    const ids: string[] = [];
    for (const documents of rowDocuments(checked.rows)) {
      const sender = senderFor(context, options, documents);
      ids.push(...(await updateRows(within, model, checked.columns, documents, { sender })));
    }
    if (ids.length > 0) notifyAfterCommit(within);
    return ids;
  });
}

function requireColumns(model: Model, rows: readonly RowValues[]): void {
  for (const { values } of rows) {
    for (const key of Object.keys(values)) {
      if (model.fields.get(key)?.column === null)
        throw new Error(`${model.name}.${key} is a custom field, which updateMany does not write`);
    }
  }
}

/** Locks the rows and adds the fields of their records on which stamps and followed values depend. */
async function withPrevious(
  context: TransactionContext,
  model: Model,
  rows: readonly RowValues[],
): Promise<readonly RowValues[]> {
  const keys = new Set(rows.flatMap(({ values }) => Object.keys(values)));
  const affected = affectedFields(model, keys);
  if (affected.size === 0) return rows;
  const params = new Params(context.caller.tenantId);
  const locked = await context.tx.query<{ id: string; record: string }>(
    `select t.id, ${visibleJson(Access.system.grant(model, 'write'), 't', affected)}::text as record from ${tableAs(model, 't')}
     where ${tenantRows(model, 't')} and t.id = any(${params.add(plainArray(rows.map(({ id }) => id)), 'uuid[]')})
     order by t.id for update`,
    params.values,
  );
  const records = new Map(locked.map(({ id, record }) => [id, JSON.parse(record)]));
  return rows.map((row) => ({ ...row, previous: records.get(row.id) }));
}

/**
 * SQL of a column that makes the statement fail, so that our transaction is retried, when another transaction wrote the
 * row later. See `lockRecord`: the event of the other writer would follow ours, although it came first.
 */
const lateFails = ({ tx }: TransactionContext): string =>
  tx.isLastAttempt ? '' : ', case when late then retry_transaction() end';

interface UpdateStatement {
  readonly sender: Sender;
  /** Fails when a row violates a rule of the tenant. */
  readonly obeysRules?: boolean;
  /** Custom fields that rows set, besides those that stamps and followed values set. */
  readonly customFields?: readonly Field[];
}

/** Updates the rows of one document that differ, each with its event. Returns the ids of the changed records. */
export async function updateRows(
  context: TransactionContext,
  model: Model,
  columns: readonly Field[],
  { json, count }: Documents,
  { sender, obeysRules = false, customFields = [] }: UpdateStatement,
): Promise<string[]> {
  const params = new Params(context.caller.tenantId);
  const given = params.add(json, 'jsonb');
  const user = params.add(context.caller.userId, 'uuid');
  const isGiven = ({ key }: Field) => `(g.fields ? '${key}')`;
  const sets = columns.map((field) => {
    const column = `"${field.column}"`;
    return `${column} = case when ${isGiven(field)} then ${documentValue(field, 'g')} else t.${column} end`;
  });
  const changes = columns.map(
    (field) => `(${isGiven(field)} and t."${field.column}" is distinct from ${documentValue(field, 'g')})`,
  );
  changes.push(...customFields.map(changesCustom));
  // Stamps and followed values of custom fields, for a row that changes in other fields.
  if (customFields.length > 0 || setsCustomFields(model)) sets.push('custom = t.custom || g.custom');
  const source = { id: 'saved.id', record: 'saved.logged', previous: 'saved.previous', from: 'saved' };
  // `old` locks the rows and reads their newest versions, so the update waits for nothing. `lateral` makes PostgreSQL
  // find each row by its id, in order: with outdated statistics it read all rows of the tenant.
  const rows = await context.tx[sender]<{ id: string }>(
    `with given as materialized (
      select r.id, r.fields, r.custom from ${documentRows(given)} order by 1 ${limitFor(count)}
    ), old as materialized (
      select g.fields, g.custom, o.* from given g cross join lateral (
        select t.id, ${eventJson(model, 't')} as logged, written_later(t.xmin) as late from ${tableAs(model, 't')}
        where ${tenantRows(model, 't')} and t.id = g.id for update
      ) o
    ), saved as (
      update ${tableAs(model, 't')} set ${sets.join(', ')},
        updated_at = clock_timestamp(), updated_by = ${user}, version = t.version + 1
      from old g where ${tenantRows(model, 't')} and t.id = g.id and (${changes.join(' or ')})
      returning t.id, ${eventJson(model, 't')} as logged, g.logged as previous, g.late${obeysRules ? rulesColumn(context, model, 't') : ''}
    ), ${addWriteSteps(context, model, 'updated', params, source, true)}
    select id${lateFails(context)} from saved`,
    params.values,
  );
  return rows.map(({ id }) => id);
}

const changesCustom = ({ customId, type, sql }: Field): string =>
  `(g.custom ? '${customId}' and ${sql('t')} is distinct from ${type.fromJson(`(g.custom->'${customId}')`)})`;

const setsCustomFields = ({ behaviours }: Model): boolean =>
  behaviours !== undefined &&
  [...behaviours.stamps, ...behaviours.follows].some(({ customId }) => customId !== undefined);
