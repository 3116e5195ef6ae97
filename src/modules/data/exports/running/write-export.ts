import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#core/context.ts';
import { type StagedFile, stageFile } from '#core/files/staged-file.ts';
import type { JobControls } from '#core/jobs/job.ts';
import { readSnapshot, type Snapshot } from '#core/operations/read-snapshot.ts';
import type { Cell } from '#lib/tabular/table.ts';
import { writeTable } from '#lib/tabular/write-table.ts';
import { setExport } from '../records/export-record.ts';
import { mimeTypes, readExport } from '../records/export-request.ts';
import { type ExportColumns, exportColumns } from '../values/columns.ts';
import { ReferenceTitles } from '../values/reference-titles.ts';
import type { StartedExport } from './start-export.ts';

/** The pauses between writes of the progress to the record, each of which is an event. */
const firstProgressMs = 2000;
const progressMs = 5000;
/** With fewer requests per second, an export uses the whole process. */
const minRequestsPerSecond = 10;
/**
 * The pause after each batch, as a multiple of its time, while there are requests: an export then takes a quarter of the
 * process and of its connection to the database.
 */
const pauseFactor = 3;

export interface WrittenExport {
  readonly file: StagedFile;
  readonly rows: number;
  /** The fields that the file has. */
  readonly fields: readonly string[];
}

/** Streams the records of an export to storage. The file is not part of a record yet. */
export async function writeExport(
  context: Context,
  { record, storageKey }: StartedExport,
  { signal, progress }: JobControls,
): Promise<WrittenExport> {
  // The permissions are those of now, not those of the request.
  const request = await readExport(context, record);
  const { grant, query, zone, format } = request;
  const columns = exportColumns(request);
  return readSnapshot(context, grant, { query, fields: columns.read, zone, signal }, async (snapshot) => {
    const counted = { rows: 0 };
    const write = recordProgress(context, record._id, snapshot.total);
    const cells = readCells(context, snapshot, columns, async (rows) => {
      counted.rows += rows;
      progress(counted.rows / Math.max(1, snapshot.total), { done: counted.rows, total: snapshot.total });
      await write(counted.rows);
    });
    const content = writeTable(format, columns.columns, cells);
    const incoming = { name: record.name, declaredType: mimeTypes[format], content, storageKey };
    const file = await stageFile(snapshot.context, incoming);
    return { file, rows: counted.rows, fields: request.fields.map(({ key }) => key) };
  });
}

/** Writes the number of rows to the record at once, then from time to time, outside the transaction of the snapshot. */
function recordProgress(context: Context, id: string, total: number): (rows: number) => Promise<void> {
  let nextAt = 0;
  return async (rows) => {
    const now = Date.now();
    if (now < nextAt) return;
    await setExport(context, id, { rows, total });
    nextAt = now + (nextAt === 0 ? firstProgressMs : progressMs);
  };
}

async function* readCells(
  { services: { load } }: Context,
  { context, batches }: Snapshot,
  { columns, titled }: ExportColumns,
  onRows: (rows: number) => Promise<void>,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const references = new ReferenceTitles(context, titled);
  let begunAt = performance.now();
  for await (const batch of batches) {
    const titles = await references.of(batch);
    yield batch.map((record) => columns.map((column) => column.cell(record, titles)));
    await onRows(batch.length);
    if (load.requestsPerSecond >= minRequestsPerSecond) await sleep((performance.now() - begunAt) * pauseFactor);
    begunAt = performance.now();
  }
}
