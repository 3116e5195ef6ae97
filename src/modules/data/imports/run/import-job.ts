import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import type { Caller } from '#core/access/caller.ts';
import { companyOf } from '#core/company/company.ts';
import { type Context, dryRun, inTransaction } from '#core/context.ts';
import { fromDatabase } from '#core/database-errors.ts';
import { AppError } from '#core/errors.ts';
import { defineJob, type JobControls, JobStopped } from '#core/jobs/job.ts';
import { BackgroundRate } from '#core/limits/background-rate.ts';
import { rowLength } from '#lib/tabular/row-length.ts';
import type { Table, TableRow } from '#lib/tabular/table.ts';
import { cellFormat } from '../convert/convert-cell.ts';
import { fileOfImport, fileProblem, openFile } from '../import-file.ts';
import { completeImport, failImport, setImport } from '../import-record.ts';
import { planImport } from '../plan.ts';
import { findImport, lockImport, type RowError, type StoredImport, writeCounts, writeTotal } from '../sql/imports.ts';
import { insertRejections } from '../sql/rejections.ts';
import { importSlot } from './import-slot.ts';
import { rowError } from './row-problem.ts';
import { type BatchResult, writeBatch } from './write-batch.ts';

/** Rows of one transaction. More are hardly faster, and a pause, a kill and other writers wait for the end of a batch. */
const batchSize = 250;
/** Characters of one transaction: a row may have 5 million, and a small workbook has many of them when its cells share one long text. */
const maxBatchCharacters = 4_000_000;
/** Above this number of rejected rows the mapping is wrong, not the rows. */
const maxRejected = 100_000;
const maxErrors = 100;

const input = Type.Object(
  { importId: Type.String({ format: 'uuid' }), model: Type.String() },
  { additionalProperties: false },
);

/**
 * Reads a file in batches. Each batch is one transaction, which writes its rows, those that were rejected and how far the import is: a
 * job that was killed goes on after the last batch that was committed, and writes no row twice.
 */
export const importJob = defineJob({
  name: 'data.import',
  summary: 'Imports a file',
  input,
  key: importSlot,
  async run(context, { importId }, controls) {
    if (!(await begin(context, importId))) return;
    try {
      const stored = await findImport(context, importId);
      if (!stored || !(await importRows(await asImporter(context, stored), stored, controls))) return;
      // Not by the import itself, whose events may be quiet and are undone.
      await inTransaction(context, async (within) => {
        const ended = await lockImport(within, importId);
        if (ended?.status === 'running') await completeImport(within, ended);
      });
    } catch (error) {
      const reason = fileProblem(fromDatabase(error, context.registry));
      if (!(reason instanceof AppError) || reason.status >= 500) throw error;
      await failImport(context, importId, reason.message);
      throw new JobStopped(reason.message);
    }
  },
});

/** Marks an import as running. False when it was paused, cancelled or deleted meanwhile. */
const begin = (context: Context, importId: string): Promise<boolean> =>
  inTransaction(context, async (within) => {
    const stored = await lockImport(within, importId);
    if (stored?.status === 'running') return true;
    if (stored?.status !== 'pending') return false;
    const startedAt = (stored.startedAt ?? new Date()).toISOString();
    await setImport(within, importId, { status: 'running', startedAt, finishedAt: null, error: null });
    return true;
  });

/** The job acts for the user of the import, or for the API key, with the permissions of this moment. */
async function asImporter(context: Context, stored: StoredImport): Promise<Context> {
  const { directory } = context.services;
  const { tenantId } = context.caller;
  let caller: Caller | undefined;
  if (stored.keyId !== null) caller = await directory.actorOfKey(tenantId, stored.keyId);
  else if (stored.ownerId !== null) caller = (await directory.actors(tenantId, [stored.ownerId])).get(stored.ownerId);
  if (!caller)
    throw new AppError(
      'forbidden',
      'The user or the API key that started the import is no longer active; another user has to start it.',
    );
  const registry = await directory.registry(tenantId);
  return {
    ...context,
    caller,
    registry,
    via: { kind: 'import', id: stored.id, ...(stored.options.quiet && { quiet: true }) },
  };
}

/** Writes the rows that are not done yet. False when the import was paused or cancelled meanwhile. */
async function importRows(context: Context, stored: StoredImport, controls: JobControls): Promise<boolean> {
  if (stored.storedFileId === null) throw new AppError('not_found', 'The file of the import was deleted.');
  const table = await openFile(await fileOfImport(context, stored.storedFileId), stored.options);
  const total = stored.total ?? (await countRows(context, stored.id, table, controls));
  const company = await companyOf(context);
  const format = cellFormat(stored.options.locale ?? company.language, company.timeZone);
  // Throttled only while the process is busy with requests.
  const rate = new BackgroundRate(context.services.load, { perRequest: 0.5, minPerSecond: 500, together: batchSize });
  for await (const rows of batches(table, stored.processed)) {
    while (rate.allowance < rows.length) await sleep(50, undefined, { signal: controls.signal });
    rate.use(rows.length);
    controls.signal.throwIfAborted();
    const processed = await importBatch(context, stored.id, rows, format, table);
    if (processed === undefined) return false;
    controls.progress(total === 0 ? 1 : processed / total, { done: processed, total });
  }
  return true;
}

/** Counts the rows, so that the progress can be shown. */
async function countRows(context: Context, id: string, table: Table, { signal }: JobControls): Promise<number> {
  let total = 0;
  for await (const rows of table.rows()) {
    signal.throwIfAborted();
    total += rows.length;
  }
  await inTransaction(context, (within) => writeTotal(within, id, total));
  return total;
}

/** The rows after those that are done, in batches. */
async function* batches(table: Table, done: number): AsyncGenerator<readonly TableRow[]> {
  let waiting: TableRow[] = [];
  let characters = 0;
  for await (const rows of table.rows()) {
    for (const row of rows) {
      if (row.n <= done) continue;
      waiting.push(row);
      characters += rowLength(row);
      if (waiting.length < batchSize && characters < maxBatchCharacters) continue;
      yield waiting;
      waiting = [];
      characters = 0;
    }
  }
  if (waiting.length > 0) yield waiting;
}

/** Writes a batch. Returns the number of rows that are done; undefined when the import is to stop. */
async function importBatch(
  context: Context,
  id: string,
  rows: readonly TableRow[],
  format: ReturnType<typeof cellFormat>,
  table: Table,
): Promise<number | undefined> {
  const before = await findImport(context, id);
  if (!before || !isNext(before, rows)) return undefined;
  // The permissions of this moment.
  const importer = await asImporter(context, before);
  const plan = planImport(importer, table.columns, before);
  const write = (within: Context) => inTransaction(within, (apart) => writeBatch(apart, plan, rows, format));
  const checked = before.dryRun ? await dryRun(importer, write) : undefined;
  return inTransaction(importer, async (within) => {
    const stored = await lockImport(within, id);
    if (!stored || !isNext(stored, rows)) return undefined;
    await store(within, stored, rows, checked ?? (await write(within)));
    return rows.at(-1)?.n;
  });
}

/** False for an import that was paused or cancelled, and for one that another node has taken over. */
const isNext = ({ status, processed }: StoredImport, rows: readonly TableRow[]): boolean =>
  status === 'running' && processed === (rows[0]?.n ?? 0) - 1;

async function store(
  context: Parameters<typeof writeCounts>[0],
  stored: StoredImport,
  rows: readonly TableRow[],
  { counts, rejected }: BatchResult,
): Promise<void> {
  const failed = stored.failed + rejected.length;
  if (failed > maxRejected)
    throw new AppError(
      'validation_failed',
      `More than ${maxRejected.toLocaleString('en')} rows were rejected, so the import stopped: check the mapping.`,
    );
  const errors: RowError[] = rejected.map(({ row, problem }) => rowError(row, problem));
  await insertRejections(
    context,
    stored.id,
    rejected.map(({ row: { n, line, cells }, problem }) => ({ n, line, cells, reason: problem.message })),
  );
  await writeCounts(context, stored.id, {
    processed: rows.at(-1)?.n ?? stored.processed,
    created: stored.created + counts.created,
    updated: stored.updated + counts.updated,
    unchanged: stored.unchanged + counts.unchanged,
    failed,
    errors: [...stored.errors, ...errors].slice(0, maxErrors),
  });
}
