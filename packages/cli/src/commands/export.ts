import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Command } from '../command.ts';
import { CommandError, UsageError } from '../command-error.ts';
import { connect, connectionHelp, connectionOptions } from '../connection.ts';
import { filterHelp, readFilters } from '../filters.ts';
import { followTask, hasFailed, startTask, stateOf } from '../jobs.ts';
import { fullName } from '../model-name.ts';
import { note } from '../output/print.ts';
import { Progress } from '../output/progress.ts';

const paths = '/api/data/exports';
const formats = ['csv', 'xlsx', 'jsonl'] as const;

export const exportFile: Command = {
  name: 'export',
  usage: '<model> [options]',
  summary: 'Exports records as CSV, Excel or JSON Lines',
  help: `Options
${filterHelp}
  --q TEXT             records that match the text
  --sort FIELDS        a,-b; newest first when absent
  --fields FIELDS      a,b; all when absent
  --format FORMAT      csv, xlsx or jsonl; that of the file's name, or csv
  --out FILE           where to store it; standard output when absent
${connectionHelp}

Example
  atrium export sales.contacts --filter status=customer --fields name,email --out customers.xlsx`,
  options: {
    ...connectionOptions,
    filter: { type: 'string', multiple: true },
    q: { type: 'string' },
    sort: { type: 'string', multiple: true },
    fields: { type: 'string', multiple: true },
    format: { type: 'string' },
    out: { type: 'string' },
  },
  async run(given) {
    given.requireAtMost(1);
    const out = given.text('out');
    const ending = formats.find((one) => out?.toLowerCase().endsWith(`.${one}`));
    const format = given.oneOf('format', formats) ?? ending ?? 'csv';
    if (out === undefined && format === 'xlsx' && process.stdout.isTTY)
      throw new UsageError('An Excel file cannot be shown on a terminal: use --out FILE');
    const model = given.required(0, 'model');
    const [filter, sort, fields] = [readFilters(given.texts('filter')), given.words('sort'), given.words('fields')];
    const q = given.text('q');
    const { client } = connect(given);
    const body = {
      model: await fullName(client, model),
      format,
      ...(filter !== undefined && { filter }),
      ...(q !== undefined && { q }),
      ...(sort !== undefined && { sort }),
      ...(fields !== undefined && { fields }),
    };
    const started = await startTask(client, paths, 'exports', body, {});
    const task = await followTask(client, paths, started, 'export');
    if (hasFailed(task))
      throw new CommandError(`The export is ${stateOf(task)}${task.error ? `: ${task.error}` : '.'}`);
    const response = await client.download(`${paths}/${encodeURIComponent(task._id)}/content`);
    const size = Number(response.headers.get('content-length')) || undefined;
    await store(Readable.fromWeb(response.body as ReadableStream), size, out);
    if (out !== undefined) note(`${task.total ?? 'All'} records are in ${out}.`);
  },
};

/** Writes beside the file and renames, so that a download that breaks off leaves no half of it under its name. */
async function store(content: Readable, size: number | undefined, out: string | undefined): Promise<void> {
  const progress = new Progress('download');
  let done = 0;
  content.on('data', (chunk: Buffer) => {
    done += chunk.length;
    progress.show(done, size, 'bytes');
  });
  content.pause();
  try {
    if (out === undefined) return await pipeline(content, process.stdout, { end: false });
    const unfinished = `${out}.part`;
    try {
      await pipeline(content, createWriteStream(unfinished));
      await rename(unfinished, out);
    } finally {
      await rm(unfinished, { force: true });
    }
  } finally {
    progress.end();
  }
}
