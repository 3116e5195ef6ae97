import { type Static, Type } from 'typebox';
import type { Grant } from '#core/access/access.ts';
import { defineAction } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { type Table, TableProblem } from '#lib/tabular/table.ts';
import { contentKind, guessColumns, type UnknownColumn } from '../guess/guess-columns.ts';
import { sampleColumns, withoutUnusable } from '../guess/guess-mapping.ts';
import { guessModel } from '../guess/guess-model.ts';
import { fileProblem, openFile, requestedFile } from '../import-file.ts';
import { inFileTurn } from '../input/file-turns.ts';
import { type ImportOptions, previewInput } from '../input/import-input.ts';
import { importGrant } from '../plan.ts';
import { rememberedMapping } from '../sql/mappings.ts';

const strict = { additionalProperties: false };
const nullableText = Type.Union([Type.String(), Type.Null()]);
const shownSamples = 5;
const maxSampleLength = 200;
const maxCountingMs = 30_000;

const previewOutput = Type.Object(
  {
    columns: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          sample: nullableText,
          samples: Type.Array(Type.String(), { description: 'The first values, at most five.' }),
          field: Type.Union([Type.String(), Type.Null()], { description: 'A value for the mapping of an import.' }),
          type: Type.String({
            description: 'What the values look like: email, phone, url, date, number, boolean, text or empty.',
          }),
        },
        strict,
      ),
    ),
    model: nullableText,
    rows: Type.Integer({ description: 'The number of rows below the titles.' }),
    remembered: Type.Boolean({ description: 'True when the fields are those of the last import of such a file.' }),
    format: Type.String(),
    encoding: nullableText,
    delimiter: nullableText,
    sheets: Type.Union([Type.Array(Type.String()), Type.Null()]),
  },
  strict,
);

export const previewImport = defineAction({
  name: 'data.previewImport',
  summary: 'Reads the columns of a file, and guesses the model and the field of each column',
  routes: [{ method: 'POST', path: '/api/data/imports/preview' }],
  access: 'signed-in',
  takes: { kind: 'files', max: 1, orJson: true },
  input: previewInput,
  output: previewOutput,
  prepare: (context, input) => inFileTurn(context.caller.tenantId, () => preview(context, input)),
  run: async (context, input) => ({
    body: (context.prepared as Preview | undefined) ?? (await preview(context, input)),
  }),
});

type Preview = Static<typeof previewOutput>;

/** Reads the whole file, so it takes as long as the file is large. */
async function preview(context: Context, input: Static<typeof previewInput>): Promise<Preview> {
  const { options = {} } = input;
  // The permission for the model is checked before the file is read.
  if (input.model !== undefined) importGrant(context, input.model);
  const table = await openFile(await requestedFile(context, input), options);
  try {
    const columns = await sampleColumns(table);
    const { model, fields, remembered } = await guess(context, input.model, columns, options);
    return {
      columns: columns.map(({ name, values }, n) => ({
        name,
        sample: values[0]?.slice(0, maxSampleLength) ?? null,
        samples: [...new Set(values)].slice(0, shownSamples).map((value) => value.slice(0, maxSampleLength)),
        field: fields[n] ?? null,
        type: contentKind(values),
      })),
      model,
      rows: await countRows(table),
      remembered,
      format: table.format,
      encoding: table.encoding ?? null,
      delimiter: table.delimiter ?? null,
      sheets: table.sheets ? [...table.sheets] : null,
    };
  } catch (error) {
    throw fileProblem(error);
  }
}

interface Guess {
  readonly model: string | null;
  readonly fields: readonly (string | null)[];
  readonly remembered: boolean;
}

async function guess(
  context: Context,
  name: string | undefined,
  columns: readonly UnknownColumn[],
  options: ImportOptions,
): Promise<Guess> {
  const titles = columns.map((column) => column.name);
  const asked = name === undefined ? undefined : importGrant(context, name);
  const last = await rememberedMapping(context, asked?.model.name, titles);
  const grant = asked ?? (last && grantFor(context, last.model));
  if (grant && last) {
    const mapping = withoutUnusable(context, grant, titles, last.mapping, options);
    return { model: grant.model.name, fields: titles.map((title) => mapping[title] ?? null), remembered: true };
  }
  const chosen = grant ?? grantFor(context, (await guessModel(context, columns))?.name);
  if (!chosen) return { model: null, fields: titles.map(() => null), remembered: false };
  return { model: chosen.model.name, fields: guessColumns(context.registry, chosen, columns), remembered: false };
}

/** The grant for a model that the caller may write; undefined for others. */
function grantFor({ registry, caller }: Context, name: string | undefined): Grant | undefined {
  const model = name === undefined ? undefined : registry.named(name);
  if (!model || caller.access.reach(model.scopes.write) === undefined) return undefined;
  return caller.access.grant(model, 'write');
}

async function countRows(table: Table): Promise<number> {
  const deadline = Date.now() + maxCountingMs;
  let count = 0;
  for await (const rows of table.rows()) {
    count += rows.length;
    if (Date.now() > deadline)
      throw new TableProblem(
        'too_large',
        'The rows cannot be counted within 30 seconds; import the file without a preview.',
      );
  }
  return count;
}
