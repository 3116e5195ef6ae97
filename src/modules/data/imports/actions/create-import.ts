import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { jobPath } from '#core/platform-names.ts';
import { newId } from '#lib/ids.ts';
import type { Table } from '#lib/tabular/table.ts';
import type { UnknownColumn } from '../guess/guess-columns.ts';
import { guessMapping, sampleColumns } from '../guess/guess-mapping.ts';
import { fileProblem, keepFile, openFile, requestedFile } from '../import-file.ts';
import { importsModel } from '../import-record.ts';
import { inFileTurn } from '../input/file-turns.ts';
import { type ImportInput, importInput } from '../input/import-input.ts';
import { importGrant, planImport } from '../plan.ts';
import { importJob } from '../run/import-job.ts';
import { type Mapping, rememberMapping } from '../sql/mappings.ts';

export const createImport = defineAction({
  name: 'data.createImport',
  summary: 'Imports a file of records: CSV, XLSX, JSON Lines or vCard',
  routes: [{ method: 'POST', path: '/api/data/imports' }],
  access: 'signed-in',
  takes: { kind: 'files', max: 1, orJson: true },
  flags: { dryRun: 'Checks the whole file in a job, and writes nothing.' },
  dryRunAllowed: false,
  input: importInput,
  status: 202,
  output: Type.Object(
    {
      _id: Type.String({ format: 'uuid', description: 'Read it at /api/data/imports/{id}.' }),
      jobId: Type.String({ format: 'uuid' }),
      status: Type.String(),
      model: Type.String(),
      mode: Type.String(),
      matchBy: Type.Union([Type.String(), Type.Null()]),
      mapping: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])),
      dryRun: Type.Boolean(),
    },
    { additionalProperties: false },
  ),
  prepare: (context, input) => inFileTurn(context.caller.tenantId, () => openRequested(context, input)),
  async run(context, input) {
    const opened = (context.prepared as Opened | undefined) ?? (await openRequested(context, input));
    return inTransaction(context, async (within) => {
      const body = await enqueueImport(within, input, opened);
      return { status: 202, location: jobPath(body.jobId), body };
    });
  },
});

interface Opened {
  readonly table: Table;
  readonly fileName: string;
  /** The first values of the columns, from which a missing mapping is guessed. */
  readonly samples: readonly UnknownColumn[];
}

async function openRequested(context: Context, input: ImportInput): Promise<Opened> {
  importGrant(context, input.model);
  const file = await requestedFile(context, input);
  const table = await openFile(file, input.options ?? {});
  try {
    return { table, fileName: file.name, samples: input.mapping ? [] : await sampleColumns(table) };
  } catch (error) {
    throw fileProblem(error);
  }
}

async function enqueueImport(context: TransactionContext, input: ImportInput, { table, fileName, samples }: Opened) {
  const { mode = 'create', options = {}, dryRun = false } = input;
  const grant = importGrant(context, input.model);
  const mapping: Mapping = input.mapping ?? (await guessMapping(context, grant, samples, options));
  const plan = planImport(context, table.columns, { ...input, mode, mapping, options });
  const model = grant.model.name;
  const id = newId();
  const jobId = await context.services.jobs.enqueue(context, importJob, { importId: id, model });
  const matchBy = plan.matchBy?.key ?? null;
  await insertMany(context, importsModel(context), [
    {
      id,
      values: {
        ...{ model, mode, matchBy, dryRun, jobId, status: 'pending', errors: [], keptReasons: [] },
        mapping: mapping as JsonValue,
        options: options as JsonValue,
        fileName: fileName.slice(0, 255),
        format: table.format,
        columns: [...table.columns],
        storedFileId: await keepFile(context, input),
        keyId: context.caller.keyId ?? null,
      },
    },
  ]);
  if (!dryRun) await rememberMapping(context, model, table.columns, mapping);
  return { _id: id, jobId, status: 'pending', model, mode, matchBy, mapping: { ...mapping }, dryRun };
}
