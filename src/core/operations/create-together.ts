import { Access } from '../access/access.ts';
import { giveNumbers } from '../behaviours/numbers.ts';
import { type Context, inTransaction } from '../context.ts';
import type { Model } from '../models/model.ts';
import { clearAccessCache } from './access-cache.ts';
import { create, insertInTransaction, needsTransaction, readNew, stampNew } from './create.ts';
import { authorize } from './operation.ts';
import { insertTogether, type NewRow } from './statements.ts';
import { type RecordObject, readRecord, seal, type Values } from './validate.ts';

/** A record to create, with the caller of its context. */
export interface NewRecord {
  readonly context: Context;
  readonly model: Model;
  /** The new id, given in advance so that other records can refer to it. */
  readonly id: string;
  readonly record: RecordObject;
  /** Writes as the platform: values are validated, permissions are not checked, and read-only fields are accepted. */
  readonly byPlatform?: boolean;
}

/**
 * Creates records of one tenant: all of them, or none. One statement writes them and their events. A transaction would
 * need four statements; each is a round trip and wakes a process of the database. Models with hooks are written in a
 * transaction.
 */
export async function createTogether(records: readonly [NewRecord, ...NewRecord[]]): Promise<void> {
  const rows: NewRow[] = [];
  for (const record of records) rows.push(await check(record));
  const [first, ...others] = rows as [NewRow, ...NewRow[]];
  if (rows.some(({ model, values }) => needsTransaction(model, values))) await insertOneByOne(first.context, rows);
  else {
    for (const { context, model, values } of rows) {
      await giveNumbers(context, model, values);
      await seal(context, values);
    }
    await insertTogether([first, ...others]);
  }
  for (const { context, model } of rows) clearAccessCache(context, model);
}

async function check({ context, model, id, record, byPlatform = false }: NewRecord): Promise<NewRow> {
  const values = byPlatform
    ? await readByPlatform(context, model, record)
    : await readNew(context, authorize(context, create, model), record);
  return { context, model, values, id };
}

async function readByPlatform(context: Context, model: Model, record: RecordObject): Promise<Values> {
  const grant = Access.system.grant(model, 'write');
  const values = await readRecord(context, grant, record, 'create', undefined, { isPlatform: true });
  await stampNew(context, model, values);
  return values;
}

function insertOneByOne(context: Context, rows: readonly NewRow[]): Promise<void> {
  return inTransaction(context, async ({ tx }) => {
    for (const row of rows) await insertInTransaction({ ...row.context, tx }, row.model, row.values, row.id);
  });
}
