import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TransactionContext } from '#core/context.ts';
import type { Field, JsonValue } from '#core/fields/field.ts';
import { lockValues } from '#core/operations/bulk-target.ts';
import type { RowToWrite } from '#core/operations/write-results.ts';
import { writeRows } from '#core/operations/write-rows.ts';
import type { TableRow } from '#lib/tabular/table.ts';
import type { CellFormat } from '../convert/convert-cell.ts';
import type { ImportPlan } from '../plan.ts';
import { type ConvertedRow, convertRow } from './convert-rows.ts';
import { findRecords, type Search, valueKey } from './find-records.ts';
import { historicDates } from './historic-dates.ts';
import { resolveReferences } from './resolve-references.ts';
import { problemOfWrite, RowProblem, shortened } from './row-problem.ts';

/** Rows that are converted in one turn of the event loop: some milliseconds when a row has many dates. */
const rowsInTurn = 25;

type BatchOutcome = 'created' | 'updated' | 'unchanged';

/** The result of a batch: how many rows had which outcome, and the rows that were rejected. */
export interface BatchResult {
  readonly counts: Readonly<Record<BatchOutcome, number>>;
  readonly rejected: readonly { readonly row: TableRow; readonly problem: RowProblem }[];
}

/** Writes the rows of a batch, with the permissions of the caller. Rows that are wrong are rejected and do not affect the others. */
export async function writeBatch(
  context: TransactionContext,
  plan: ImportPlan,
  rows: readonly TableRow[],
  format: CellFormat,
): Promise<BatchResult> {
  const counts: Record<BatchOutcome, number> = { created: 0, updated: 0, unchanged: 0 };
  const rejected: { row: TableRow; problem: RowProblem }[] = [];
  const converted: ConvertedRow[] = [];
  for (const [n, row] of rows.entries()) {
    if (n % rowsInTurn === 0) await nextTurn();
    try {
      converted.push(convertRow(row, plan, format));
    } catch (problem) {
      if (!(problem instanceof RowProblem)) throw problem;
      rejected.push({ row, problem });
    }
  }
  const problems = await resolveReferences(context, plan, converted);
  for (const [{ row }, problem] of problems) rejected.push({ row, problem });
  let left = converted.filter((row) => !problems.has(row));
  while (left.length > 0) {
    const { now, later } = withoutRepetitions(plan, left);
    await writeSome(context, plan, now, { counts, rejected });
    left = later;
  }
  return { counts, rejected: rejected.toSorted((a, b) => a.row.n - b.row.n) };
}

/** The value by which a row finds its record. */
const matchValue = ({ matchBy }: ImportPlan, { record }: ConvertedRow): JsonValue | undefined =>
  matchBy && record[matchBy.key];

const targetSearch = (grant: ImportPlan['grant'], field: Field): Search => ({ grant, field, as: 'target' });

/** Rows that find the same record as an earlier one of the batch are written after it, so that they find what it wrote. */
function withoutRepetitions(
  plan: ImportPlan,
  rows: readonly ConvertedRow[],
): { now: ConvertedRow[]; later: ConvertedRow[] } {
  const now: ConvertedRow[] = [];
  const later: ConvertedRow[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    const value = matchValue(plan, row);
    const key =
      value === undefined || !plan.matchBy ? undefined : valueKey(targetSearch(plan.grant, plan.matchBy), value);
    if (key !== undefined && seen.has(key)) later.push(row);
    else now.push(row);
    if (key !== undefined) seen.add(key);
  }
  return { now, later };
}

interface Results {
  readonly counts: Record<BatchOutcome, number>;
  readonly rejected: { row: TableRow; problem: RowProblem }[];
}

async function writeSome(
  context: TransactionContext,
  plan: ImportPlan,
  rows: readonly ConvertedRow[],
  { counts, rejected }: Results,
): Promise<void> {
  const { matchBy, grant, options } = plan;
  const writes: (RowToWrite & { readonly source: ConvertedRow })[] = [];
  const targets = matchBy ? await findTargets(context, plan, rows) : undefined;
  for (const source of rows) {
    try {
      const id = targets && targetOf(plan, source, targets);
      const { _id, ...record } = source.record;
      const dated = options.historic ? await historicDates(context, grant.model, record) : { record, dates: undefined };
      writes.push({ id, record: dated.record, ...(id === undefined && { dates: dated.dates }), source });
    } catch (problem) {
      if (!(problem instanceof RowProblem)) throw problem;
      rejected.push({ row: source.row, problem });
    }
  }
  const results = await writeRows(context, grant, writes, { isImport: options.historic ?? false });
  for (const [n, result] of results.entries()) {
    const { row } = (writes[n] as (typeof writes)[number]).source;
    if (result.outcome === 'refused') rejected.push({ row, problem: problemOfWrite(plan, result.error) });
    else counts[result.outcome] += 1;
  }
}

async function findTargets(
  context: TransactionContext,
  plan: ImportPlan,
  rows: readonly ConvertedRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { grant, matchBy, mode } = plan;
  const values = rows.flatMap((row) => matchValue(plan, row) ?? []);
  if (!matchBy || values.length === 0) return new Map();
  // Otherwise two upserts of one value would both find no record and create one each.
  if (mode === 'upsert') await lockValues(context, grant.model, matchBy.key, values);
  return findRecords(context, targetSearch(grant, matchBy), values);
}

/** The id of the record that a row changes; undefined for a row that creates one. */
function targetOf(
  plan: ImportPlan,
  source: ConvertedRow,
  targets: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const { grant, matchBy, mode, columns } = plan;
  if (!matchBy) return undefined;
  const { model } = grant;
  const column = columns.find(({ field }) => field === matchBy)?.name ?? matchBy.key;
  const value = matchValue(plan, source);
  if (value === undefined) {
    if (mode === 'upsert' && matchBy.key === '_id') return undefined;
    throw new RowProblem('required', `Column ${shortened(column)} is empty, but records are found by it.`, column);
  }
  const ids = targets.get(valueKey(targetSearch(grant, matchBy), value)) ?? [];
  if (ids.length === 1) return ids[0];
  const shown = `Column ${shortened(column)}: ${shortened(String(value))}`;
  if (ids.length > 1) {
    const many = ids.length > 2 ? 'more than two' : 'two';
    throw new RowProblem(
      'ambiguous',
      `${shown} is the ${matchBy.key} of ${many} ${model.labelPlural.toLowerCase()}.`,
      column,
    );
  }
  if (mode === 'update' || matchBy.key === '_id')
    throw new RowProblem(
      'not_found',
      `${shown} is the ${matchBy.key} of no ${model.label.toLowerCase()} that you may change.`,
      column,
    );
  return undefined;
}
