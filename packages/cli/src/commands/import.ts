import { openAsBlob } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Atrium } from 'atrium-sdk';
import type { Arguments } from '../arguments.ts';
import { type Fields, parseJson } from '../assignments.ts';
import { type Command, outputHelp, outputOptions } from '../command.ts';
import { CommandError, exitCodes, UsageError } from '../command-error.ts';
import { connect, connectionHelp, connectionOptions } from '../connection.ts';
import { readInput } from '../input.ts';
import { followTask, hasFailed, startTask, stateOf, type Task } from '../jobs.ts';
import { fullName } from '../model-name.ts';
import { isForPeople, note, print, printJson } from '../output/print.ts';

const paths = '/api/data/imports';
/** A large file takes long to upload, and the server answers when it has all of it. */
const uploadTimeoutMs = 3_600_000;
const types: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.tsv': 'text/tab-separated-values',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.jsonl': 'application/x-ndjson',
  '.ndjson': 'application/x-ndjson',
  '.vcf': 'text/vcard',
};

export const importFile: Command = {
  name: 'import',
  usage: '<file> --model <model> [options]',
  summary: 'Imports records from CSV, Excel or JSON Lines',
  help: `Options
  --model MODEL        what the rows become
  --mapping MAPPING    'Column=field,Company=accountId.name', JSON, or @file.json; columns named like fields when absent
  --mode MODE          create, update or upsert (create)
  --match-by FIELD     the field by which an update finds its record, such as email
  --dry-run            checks every row and stores nothing
  --rejected FILE      stores the rejected rows, as CSV with their reasons
  --delimiter C, --encoding NAME, --locale NAME
                       how the file is written; guessed when absent
  --create-missing     creates records that a column refers to and that do not exist
  --quiet              without workflows, mails and webhooks (needs data:admin)
  --historic           keeps createdAt and updatedAt of the file (needs data:admin)
  --no-wait            ends when the server has the file
${outputHelp}
${connectionHelp}

The exit code is 5 when rows were rejected.

Example
  atrium import contacts.csv --model sales.contacts --mapping 'E-Mail=email,Name=lastName' --mode upsert --match-by email --dry-run`,
  options: {
    ...connectionOptions,
    ...outputOptions,
    model: { type: 'string' },
    mapping: { type: 'string' },
    mode: { type: 'string' },
    'match-by': { type: 'string' },
    'dry-run': { type: 'boolean' },
    rejected: { type: 'string' },
    delimiter: { type: 'string' },
    encoding: { type: 'string' },
    locale: { type: 'string' },
    'create-missing': { type: 'boolean' },
    quiet: { type: 'boolean' },
    historic: { type: 'boolean' },
    'no-wait': { type: 'boolean' },
  },
  async run(given) {
    given.requireAtMost(1);
    const file = given.required(0, 'file');
    const model = given.text('model');
    if (model === undefined) throw new UsageError('--model is missing, such as --model sales.contacts');
    const fields = await readFields(given);
    const { client } = connect(given);
    const form = await formOf(file, { model: await fullName(client, model), ...fields });
    note(`Uploading ${file}`);
    const options = { timeoutMs: uploadTimeoutMs };
    const started = await startTask(client, paths, 'imports', form, options);
    if (given.flag('no-wait')) return printJson(started);
    const task = await followTask(client, paths, started, 'import');
    const rejected = given.text('rejected');
    if (rejected !== undefined && (task.failed ?? 0) > 0) await storeRejected(client, task, rejected);
    await report(task, given);
  },
};

async function readFields(given: Arguments): Promise<Readonly<Record<string, string>>> {
  const mode = given.oneOf('mode', ['create', 'update', 'upsert']);
  const matchBy = given.text('match-by');
  if ((mode === 'update' || mode === 'upsert') && matchBy === undefined)
    throw new UsageError(`--mode ${mode} needs --match-by, the field by which a row finds its record`);
  const mapping = given.text('mapping');
  const [delimiter, encoding, locale] = [given.text('delimiter'), given.text('encoding'), given.text('locale')];
  const options = {
    ...(delimiter !== undefined && { delimiter }),
    ...(encoding !== undefined && { encoding }),
    ...(locale !== undefined && { locale }),
    ...(given.flag('create-missing') && { createMissing: true }),
    ...(given.flag('quiet') && { quiet: true }),
    ...(given.flag('historic') && { historic: true }),
  };
  return {
    ...(mode !== undefined && { mode }),
    ...(matchBy !== undefined && { matchBy }),
    ...(mapping !== undefined && { mapping: JSON.stringify(await readMapping(mapping)) }),
    ...(Object.keys(options).length > 0 && { options: JSON.stringify(options) }),
    ...(given.flag('dry-run') && { dryRun: 'true' }),
  };
}

async function readMapping(text: string): Promise<unknown> {
  if (text.startsWith('@')) return parseJson(await readInput(text.slice(1)), '--mapping');
  if (text.trimStart().startsWith('{')) return parseJson(text, '--mapping');
  const mapping: Fields = {};
  for (const part of text.split(',')) {
    const [, column, field] = /^\s*(.+?)\s*=\s*([\w.]+)\s*$/.exec(part) ?? [];
    if (column === undefined || field === undefined)
      throw new UsageError(
        `--mapping "${part}" must be Column=field; use JSON for a column whose name has a comma or =`,
      );
    mapping[column] = field;
  }
  return mapping;
}

/** A form whose file is read from the disk while it is sent, so its size does not matter here. */
async function formOf(file: string, fields: Readonly<Record<string, string>>): Promise<FormData> {
  const type = types[path.extname(file).toLowerCase()];
  if (type === undefined) throw new UsageError(`${file} must be .csv, .tsv, .xlsx, .jsonl or .vcf`);
  try {
    if (!(await stat(file)).isFile()) throw new Error('it is no file');
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    // The file is last, because the server reads the fields before it.
    form.append('file', await openAsBlob(file, { type }), path.basename(file));
    return form;
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

async function storeRejected(client: Atrium, { _id }: Task, file: string): Promise<void> {
  const response = await client.download(`${paths}/${encodeURIComponent(_id)}/rejected`);
  if (response.body) await writeFile(file, response.body as never);
  note(`The rejected rows are in ${file}.`);
}

async function report(task: Task, given: Arguments): Promise<void> {
  if (isForPeople(given)) {
    const { created = 0, updated = 0, failed = 0 } = task;
    const dry = given.flag('dry-run') ? ' This was a dry run: nothing is stored.' : '';
    await print(`${created ?? 0} created, ${updated ?? 0} updated, ${failed ?? 0} rejected.${dry}`);
  } else await printJson(task);
  if (hasFailed(task)) throw new CommandError(`The import is ${stateOf(task)}${task.error ? `: ${task.error}` : '.'}`);
  if ((task.failed ?? 0) === 0) return;
  const how = given.text('rejected') === undefined ? ' --rejected FILE stores them with their reasons.' : '';
  throw new CommandError(`${task.failed} rows were rejected.${how}`, exitCodes.invalid);
}
