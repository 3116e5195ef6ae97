import { newId } from '#lib/ids.ts';
import { type Grant, isLimited } from '../access/access.ts';
import { giveNumbers } from '../behaviours/numbers.ts';
import { applyStamps } from '../behaviours/stamps.ts';
import type { TransactionContext } from '../context.ts';
import { notifyAfterCommit, notifyOfInserts } from '../events/events.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { create, readNew } from './create.ts';
import type { RecordDates } from './import-dates.ts';
import { insertRows } from './insert-many.ts';
import { type CheckedRow, lockAllReferences, rowDocuments } from './many-rows.ts';
import { isCustomNumber } from './references.ts';
import { lockRecords } from './statements.ts';
import { lockWithinReach, requireAllowedChange, requireReach, saveWithinReach } from './update.ts';
import { updateRows } from './update-many.ts';
import { type RecordObject, readRecord, type Values } from './validate.ts';
import { missingRecord, type PendingRow, type RowResult, RowResults, type RowToWrite } from './write-results.ts';

interface WriteOptions {
  /** New records keep the numbers that they had elsewhere. */
  readonly isImport: boolean;
}

/**
 * Creates and changes many records for a caller, each with its event, as single operations do: with the caller's permissions,
 * hidden and read-only fields, reach, hooks and rules. A row that is refused does not affect the others. Up to 1,000 rows take one
 * statement when the model needs no more than that; records of other models are written one at a time.
 */
export async function writeRows(
  context: TransactionContext,
  grant: Grant,
  rows: readonly RowToWrite[],
  options: WriteOptions,
): Promise<readonly RowResult[]> {
  const results = new RowResults(context, grant.model, rows.length);
  const pending = rows.map((row, at) => ({ ...row, at }));
  const isNew = ({ id }: RowToWrite) => id === undefined;
  if (writtenTogether(grant.model)) {
    await createTogether(context, grant, pending.filter(isNew), options, results);
    await changeTogether(
      context,
      grant,
      pending.filter((row) => !isNew(row)),
      results,
    );
  } else for (const row of pending) await writeOne(context, grant, row, options, results);
  return results.all;
}

/** True for models whose records one statement can write. */
const writtenTogether = ({ customId, hooks, affectsAccess, writers, duplicateChecks }: Model): boolean =>
  customId === undefined &&
  hooks.beforeSave === undefined &&
  hooks.afterSave === undefined &&
  !affectsAccess &&
  writers === undefined &&
  duplicateChecks === undefined;

/** True when a value needs a statement of its own: a secret, or a unique value of a custom field. */
const needsOwnStatement = (values: Values): boolean =>
  [...values].some(
    ([field, value]) =>
      (field.type.seal && value !== null) || (field.column === null && field.unique && !isCustomNumber(field)),
  );

async function writeOne(
  context: TransactionContext,
  grant: Grant,
  { at, id, record, dates }: PendingRow,
  { isImport }: WriteOptions,
  results: RowResults,
): Promise<void> {
  await results.refuseOnError(at, () =>
    context.tx.savepoint(async () => {
      if (id === undefined) {
        const created = await create.run(context, grant, { record, dates, isImport });
        return results.set(at, 'created', created.id);
      }
      const locked = await lockWithinReach(context, grant, id);
      const values = await readRecord(context, grant, record, 'merge', locked.previous);
      const { version } = await saveWithinReach(context, grant, locked, values);
      results.set(at, version === locked.before.version ? 'unchanged' : 'updated', id);
    }),
  );
}

/** A validated row. */
interface CheckedWrite extends CheckedRow {
  readonly at: number;
}

async function createTogether(
  context: TransactionContext,
  grant: Grant,
  pending: readonly PendingRow[],
  options: WriteOptions,
  results: RowResults,
): Promise<void> {
  const { model } = grant;
  const checked: CheckedWrite[] = [];
  const dated = pending.some(({ dates }) => dates);
  for (const row of pending) {
    const values = await results.refuseOnError(row.at, () => readNew(context, grant, row.record, options.isImport));
    if (values === undefined) continue;
    if (needsOwnStatement(values)) await writeOne(context, grant, row, options, results);
    else checked.push({ at: row.at, id: newId(), values: row.dates ? withDates(model, values, row.dates) : values });
  }
  // All at once, because counts that are asked for together are taken together.
  await Promise.all(checked.map(({ values }) => giveNumbers(context, model, values)));
  await insertChecked(context, model, checked, dated, results);
}

function withDates(model: Model, values: Values, dates: RecordDates): Values {
  const dated = new Map(values);
  for (const [key, value] of Object.entries(dates)) {
    const field = model.fields.get(key);
    if (field && value !== undefined) dated.set(field, value as JsonValue);
  }
  return dated;
}

const historicKeys: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'createdBy']);

/** The fields for which at least one row has a value, except those that a statement sets by itself. */
function fieldsOf(rows: readonly CheckedWrite[]): ReadonlySet<Field> {
  const fields = new Set(rows.flatMap(({ values }) => [...values.keys()]));
  for (const field of fields) if (historicKeys.has(field.key)) fields.delete(field);
  return fields;
}

/** Inserts the rows. Those that have unique values of other records are inserted alone, which tells the reason. */
async function insertChecked(
  context: TransactionContext,
  model: Model,
  rows: readonly CheckedWrite[],
  isHistoric: boolean,
  results: RowResults,
): Promise<void> {
  const fields = fieldsOf(rows);
  const columns = [...fields].filter(({ column }) => column !== null);
  await inHalves(context, rows, results, async (part) => {
    await lockAllReferences(context, part, fields);
    const byId = new Map(part.map((row) => [row.id, row]));
    const isAlone = part.length === 1;
    for (const documents of rowDocuments(part)) {
      const inserted = await insertRows(context, model, columns, documents, {
        ...(!isAlone && { onConflict: 'skip' }),
        sender: 'query',
        obeysRules: checksRules(context, model),
        isHistoric,
      });
      for (const id of inserted) {
        results.set((byId.get(id) as CheckedWrite).at, 'created', id);
        byId.delete(id);
      }
      notifyOfInserts(context, model, inserted.length);
    }
    return [...byId.values()];
  });
}

const checksRules = ({ caller }: TransactionContext, { rules }: Model): boolean =>
  rules.length > 0 && caller.userId !== null;

/**
 * Runs a statement for all rows. When it fails, the rows are halved until the failing ones are alone, and these are refused with the
 * error. `write` returns the rows that it has skipped, which are then written alone.
 */
async function inHalves(
  context: TransactionContext,
  rows: readonly CheckedWrite[],
  results: RowResults,
  write: (rows: readonly CheckedWrite[]) => Promise<readonly CheckedWrite[]>,
): Promise<void> {
  if (rows.length === 0) return;
  let skipped: readonly CheckedWrite[] = [];
  try {
    skipped = await context.tx.savepoint(() => write(rows));
  } catch (error) {
    const reason = results.clientError(error);
    if (rows.length === 1) return results.refuse((rows[0] as CheckedWrite).at, reason);
    const middle = rows.length >> 1;
    await inHalves(context, rows.slice(0, middle), results, write);
    return inHalves(context, rows.slice(middle), results, write);
  }
  for (const row of skipped) await inHalves(context, [row], results, write);
}

async function changeTogether(
  context: TransactionContext,
  grant: Grant,
  pending: readonly PendingRow[],
  results: RowResults,
): Promise<void> {
  if (pending.length === 0) return;
  const { model } = grant;
  const locked = await lockRecords(
    context,
    model,
    pending.map(({ id }) => id as string),
  );
  const checked: CheckedWrite[] = [];
  for (const row of pending) {
    const id = row.id as string;
    const values = await results.refuseOnError(row.at, async () => {
      const before = locked.get(id);
      if (!before) throw missingRecord(model, id);
      const previous = JSON.parse(before.record) as RecordObject;
      if (isLimited(grant)) await requireReach(context, grant, id, previous);
      const read = await readRecord(context, grant, row.record, 'merge', previous);
      await requireAllowedChange(context, grant, read, previous);
      if (!needsOwnStatement(read) && !changesHierarchy(read, previous))
        await applyStamps(context, model, read, previous);
      return { read, previous };
    });
    if (values === undefined) continue;
    const { read, previous } = values;
    if (needsOwnStatement(read) || changesHierarchy(read, previous))
      await writeOne(context, grant, row, { isImport: false }, results);
    else if (read.size === 0) results.set(row.at, 'unchanged', id);
    else checked.push({ at: row.at, id, values: read });
  }
  await updateChecked(context, model, checked, results);
}

/** Rows of one statement could form a cycle that none of them forms alone. */
const changesHierarchy = (values: Values, previous: RecordObject): boolean =>
  [...values].some(
    ([{ key, declared }, value]) => declared.acyclic && typeof value === 'string' && value !== previous[key],
  );

async function updateChecked(
  context: TransactionContext,
  model: Model,
  rows: readonly CheckedWrite[],
  results: RowResults,
): Promise<void> {
  const fields = fieldsOf(rows);
  const columns = [...fields].filter(({ column }) => column !== null);
  const customFields = [...fields].filter(({ customId }) => customId !== undefined);
  await inHalves(context, rows, results, async (part) => {
    await lockAllReferences(context, part, fields);
    for (const { at, id } of part) results.set(at, 'unchanged', id);
    const byId = new Map(part.map((row) => [row.id, row]));
    for (const documents of rowDocuments(part)) {
      const changed = await updateRows(context, model, columns, documents, {
        sender: 'query',
        obeysRules: checksRules(context, model),
        customFields,
      });
      for (const id of changed) results.set((byId.get(id) as CheckedWrite).at, 'updated', id);
      if (changed.length > 0) notifyAfterCommit(context);
    }
    return [];
  });
}
