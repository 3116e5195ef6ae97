import { type Static, Type } from 'typebox';

const strict = { additionalProperties: false };

const importModes = ['create', 'update', 'upsert'] as const;
export type ImportMode = (typeof importModes)[number];

/** How the file is read. */
const fileOptions = {
  delimiter: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1, description: 'Of a CSV file; found when absent.' }),
  ),
  encoding: Type.Optional(Type.String({ maxLength: 40, description: 'Of a text file; found when absent.' })),
  sheet: Type.Optional(Type.String({ maxLength: 200, description: 'Of a workbook; the first one when absent.' })),
};

const importOptions = Type.Object(
  {
    ...fileOptions,
    locale: Type.Optional(
      Type.String({
        maxLength: 35,
        description:
          'How numbers and dates are written, as in de-DE or en-US. The language of the company when absent.',
      }),
    ),
    createMissing: Type.Optional(
      Type.Boolean({ description: 'Creates the records that a column names and that do not exist, each once.' }),
    ),
    quiet: Type.Optional(
      Type.Boolean({ description: 'Webhooks and workflows are not told of the records. Needs data:admin.' }),
    ),
    historic: Type.Optional(
      Type.Boolean({ description: 'The file sets createdAt, updatedAt, createdBy and numbers. Needs data:admin.' }),
    ),
  },
  strict,
);

export type ImportOptions = Static<typeof importOptions>;

const storedFileId = Type.Optional(
  Type.String({ format: 'uuid', description: 'An uploaded file, in place of the part `file`.' }),
);

export const importInput = Type.Object(
  {
    model: Type.String({ maxLength: 130, description: 'The slug, the key, or module.slug.' }),
    mode: Type.Optional(Type.Enum([...importModes], { description: 'create when absent.' })),
    matchBy: Type.Optional(
      Type.String({ maxLength: 130, description: 'The field by which update and upsert find records.' }),
    ),
    mapping: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String({ maxLength: 300 }), Type.Null()]), {
        description:
          'The field of each column: {"E-Mail": "email", "Company": "accountId.name"}. Columns that are null or absent are left out. Without a mapping it is guessed.',
      }),
    ),
    options: Type.Optional(importOptions),
    dryRun: Type.Optional(Type.Boolean({ description: 'Checks the whole file, and writes nothing.' })),
    storedFileId,
  },
  strict,
);

export type ImportInput = Static<typeof importInput>;

export const previewInput = Type.Object(
  {
    model: Type.Optional(Type.String({ maxLength: 130, description: 'Guessed when absent.' })),
    options: Type.Optional(importOptions),
    storedFileId,
  },
  strict,
);
