import { Params } from '#db/params.ts';
import { newId } from '#lib/ids.ts';
import { addWriteSteps } from '../behaviours/write-steps.ts';
import { type Context, inTransaction, type TransactionContext } from '../context.ts';
import { notifyOfInserts } from '../events/events.ts';
import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { eventJson } from '../query/rows.ts';
import { clearAccessCache } from './access-cache.ts';
import {
  checkRows,
  type Documents,
  documentRows,
  documentValue,
  type ManyOptions,
  type RowValues,
  requirePlainModel,
  rowDocuments,
  type Sender,
  senderFor,
} from './many-rows.ts';
import { isCustomNumber } from './references.ts';
import { rulesColumn } from './statements.ts';

/** A record to create. It gets a new id unless it has one. */
export interface NewRow extends Pick<RowValues, 'values'> {
  readonly id?: string;
}

interface InsertOptions extends ManyOptions {
  /** `skip` omits rows whose id or unique values another record has. By default they are an error. */
  readonly onConflict?: 'skip';
}

/**
 * Creates many records, each with its event, in one statement for up to 1,000 rows. Omitted fields get their defaults.
 * It checks no permissions, and refuses models with hooks unless the caller does the work of the hooks. Returns the ids
 * of the created records.
 */
export function insertMany(
  context: Context,
  model: Model,
  rows: readonly NewRow[],
  options: InsertOptions = {},
): Promise<string[]> {
  requirePlainModel(model, options);
  if (rows.length === 0) return Promise.resolve([]);
  return inTransaction(context, async (within) => {
    const given = rows.map(({ id = newId(), values }) => ({ id, values }));
    const checked = await checkRows(within, model, given, 'create');
    const ids: string[] = [];
    for (const documents of rowDocuments(checked.rows)) {
      const sender = senderFor(context, options, documents);
      ids.push(...(await insertRows(within, model, checked.columns, documents, { ...options, sender })));
    }
    if (ids.length > 0) notifyOfInserts(within, model, ids.length);
    clearAccessCache(within, model);
    return ids;
  });
}

interface InsertStatement extends InsertOptions {
  readonly sender: Sender;
  /** Fails when a row violates a rule of the tenant. */
  readonly obeysRules?: boolean;
  /** Rows may have the fields `createdAt`, `updatedAt` and `createdBy` of another system. */
  readonly isHistoric?: boolean;
}

/** Inserts the rows of one document, each with its event. Returns the ids of the created records. */
export async function insertRows(
  context: TransactionContext,
  model: Model,
  columns: readonly Field[],
  { json }: Documents,
  { onConflict, sender, obeysRules = false, isHistoric = false }: InsertStatement,
): Promise<string[]> {
  const params = new Params(context.caller.tenantId);
  const given = params.add(json, 'jsonb');
  const user = params.add(context.caller.userId, 'uuid');
  const assignments = [
    ['tenant_id', '$1::bigint'],
    ['id', 'r.id'],
    ...(isHistoric
      ? historicColumns(user)
      : [
          ['created_by', user],
          ['updated_by', user],
        ]),
    ...columns.map((field) => [`"${field.column}"`, documentValue(field, 'r')]),
    ['custom', 'r.custom'],
  ];
  const source = { id: 'saved.id', record: 'saved.logged', previous: 'null::json', from: 'saved' };
  const rows = await context.tx[sender]<{ id: string }>(
    `with saved as (
      insert into ${model.table} as t (${assignments.map(([column]) => column).join(', ')})
      select ${assignments.map(([, value]) => value).join(', ')} from ${documentRows(given)}
      ${onConflict === 'skip' ? 'on conflict do nothing' : ''}
      returning t.id, ${eventJson(model, 't')} as logged${obeysRules ? rulesColumn(context, model, 't') : ''}
    )${reservedNumbers(model, given)}, ${addWriteSteps(context, model, 'created', params, source, true)}
    select id from saved`,
    params.values,
  );
  return rows.map(({ id }) => id);
}

const historicColumns = (user: string): readonly (readonly [string, string])[] => [
  ['created_by', `coalesce((r.fields->>'createdBy')::uuid, ${user})`],
  ['updated_by', `coalesce((r.fields->>'createdBy')::uuid, ${user})`],
  ['created_at', `coalesce((r.fields->>'createdAt')::timestamptz, now())`],
  ['updated_at', `coalesce((r.fields->>'updatedAt')::timestamptz, now())`],
];

/** SQL of steps that reserve the numbers in custom fields, as inserts of single records do. */
const reservedNumbers = ({ behaviours }: Model, given: string): string =>
  (behaviours?.numbers ?? [])
    .filter(isCustomNumber)
    .map(
      ({ customId }, n) => `, number${n} as (
      insert into custom_uniques (tenant_id, field_id, value, record_id)
      select $1::bigint, '${customId}'::uuid, lower(r.custom->>'${customId}'), saved.id
      from saved join ${documentRows(given)} on r.id = saved.id)`,
    )
    .join('');
