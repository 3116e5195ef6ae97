import { type Static, Type } from 'typebox';
import type { Grant } from '#core/access/access.ts';
import { visibleField } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { readSqlCalendar } from '#core/query/calendar.ts';
import { type RawQuery, readListQuery } from '#core/query/list-query.ts';
import { type WrittenFormat, writtenFormats } from '#lib/tabular/table.ts';

const maxFields = 500;

export const exportOptions = Type.Object(
  {
    references: Type.Optional(
      Type.Enum(['names', 'ids', 'both'], {
        description:
          'How references are written. Default: names, and ids in JSON Lines. `both` adds a column with the id.',
      }),
    ),
    values: Type.Optional(
      Type.Enum(['labels', 'values'], {
        description: 'How choices are written. Default: labels, and values in JSON Lines.',
      }),
    ),
    times: Type.Optional(
      Type.Enum(['local', 'utc'], {
        description:
          'Local times of `tz` without an offset, or UTC in ISO 8601. Default: local, and utc in JSON Lines.',
      }),
    ),
    tz: Type.Optional(Type.String({ maxLength: 64, description: 'A time zone. Default: that of the company.' })),
    titles: Type.Optional(
      Type.Record(Type.String({ maxLength: 64 }), Type.String({ minLength: 1, maxLength: 200 }), {
        description: 'Titles of columns by field, in place of the English labels.',
      }),
    ),
    choices: Type.Optional(
      Type.Record(
        Type.String({ maxLength: 64 }),
        Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 200 })),
        { description: 'Labels of choices by field and value, in place of the English ones.' },
      ),
    ),
  },
  { additionalProperties: false },
);

export type ExportOptions = Static<typeof exportOptions>;

/** How an export writes references. */
export const referencesOf = (format: WrittenFormat, options: ExportOptions | null | undefined) =>
  options?.references ?? (format === 'jsonl' ? 'ids' : 'names');

/** What an export reads and writes, as clients give it. */
export const exportQuery = {
  model: Type.String({
    minLength: 1,
    maxLength: 130,
    description: 'A slug, a model key or module.slug, such as contacts.',
  }),
  format: Type.Enum([...writtenFormats]),
  filter: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'As in POST …/search.' })),
  q: Type.Optional(Type.String({ maxLength: 500 })),
  sort: Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Array(Type.String(), { maxItems: 5 })])),
  fields: Type.Optional(
    Type.Union([Type.String({ maxLength: 5000 }), Type.Array(Type.String(), { minItems: 1, maxItems: maxFields })], {
      description: 'The columns in their order. Default: all fields.',
    }),
  ),
  options: Type.Optional(exportOptions),
};

/** What an export reads and writes, as its record has it. */
export interface ExportDefinition {
  readonly model: string;
  readonly format: WrittenFormat;
  readonly filter?: Readonly<Record<string, unknown>> | null | undefined;
  readonly q?: string | null | undefined;
  readonly sort?: string | readonly string[] | null | undefined;
  readonly fields?: string | readonly string[] | null | undefined;
  readonly options?: ExportOptions | null | undefined;
}

/** A definition that was checked for its caller. */
export interface ExportRequest {
  readonly grant: Grant;
  readonly query: RawQuery;
  readonly fields: readonly Field[];
  readonly format: WrittenFormat;
  readonly options: ExportOptions;
  /** The time zone of local times; undefined for UTC. */
  readonly zone: string | undefined;
}

/** Checks a definition with the permissions of the caller, as a list does. */
export async function readExport(context: Context, given: ExportDefinition): Promise<ExportRequest> {
  const { format } = given;
  const model = context.registry.named(given.model);
  if (!model) throw invalid('model', 'unknown_model', 'must name a model by its key, its slug or module.slug');
  const grant = context.caller.access.grant(model, 'read');
  const options = given.options ?? {};
  const query = listQueryOf(given);
  const calendar = await readSqlCalendar(context, options.tz);
  readListQuery(context, grant, query, calendar);
  const fields = readColumns(grant, given.fields ?? undefined);
  requireKnown(options, fields);
  const isLocal = (options.times ?? (format === 'jsonl' ? 'utc' : 'local')) === 'local';
  return { grant, query, fields, format, options, zone: isLocal ? calendar.zone : undefined };
}

function listQueryOf({ filter, q, sort, options }: ExportDefinition): RawQuery {
  const given = { filter, q, sort: Array.isArray(sort) && sort.length === 0 ? undefined : sort, tz: options?.tz };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
}

/** Secrets have no value that anybody can read. */
const isExportable = ({ type }: Field): boolean => type.seal === undefined;

function readColumns(grant: Grant, given: string | readonly string[] | undefined): readonly Field[] {
  const names = typeof given === 'string' ? given.split(',').map((name) => name.trim()) : (given ?? []);
  if (names.length === 0) return allFields(grant);
  if (names.length > maxFields) throw invalid('fields', 'too_many', `may name at most ${maxFields} fields`);
  return [...new Set(names)].map((key) => {
    const field = visibleField(grant, key);
    if (!field) throw invalid('fields', 'unknown_field', `names ${key}, which is not a field of ${grant.model.slug}`);
    if (!isExportable(field)) throw invalid('fields', 'secret', `names ${key}, which is secret and cannot be exported`);
    return field;
  });
}

const allFields = ({ model, hidden }: Grant): readonly Field[] =>
  [...model.fields.values()].filter((field) => !hidden.has(field.key) && isExportable(field));

function requireKnown({ titles = {}, choices = {} }: ExportOptions, fields: readonly Field[]): void {
  const keys = new Set(fields.map(({ key }) => key));
  for (const [name, texts] of Object.entries({ titles, choices })) {
    const unknown = Object.keys(texts).find((key) => !keys.has(key));
    if (unknown !== undefined)
      throw invalid(`options.${name}`, 'unknown_field', `names ${unknown}, which is not one of the exported fields`);
  }
}

export const mimeTypes: Readonly<Record<WrittenFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/x-ndjson',
};

/** The name of a file: the given one or that of the model, with the day. */
export function fileNameOf({ labelPlural }: Model, format: WrittenFormat, day: string, name?: string): string {
  const base = (name ?? `${labelPlural} ${day}`).trim();
  return base.toLowerCase().endsWith(`.${format}`) ? base : `${base}.${format}`;
}
