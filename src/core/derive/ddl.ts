import type { Field } from '../fields/field.ts';
import { isCached, type Model } from '../models/model.ts';
import { constraintName, type Registry } from '../models/registry.ts';
import { blanksSql, searchExpression, searchLimits, separatorsSql } from '../query/text-search.ts';

/** The table of a model as named statements. A new table needs all of them, a changed table only those that differ. */
export interface TableDefinition {
  readonly table: string;
  readonly create: string;
  readonly columns: ReadonlyMap<string, string>;
  readonly indexes: ReadonlyMap<string, string>;
  /** Run after all tables are created. */
  readonly foreignKeys: ReadonlyMap<string, string>;
  readonly security: readonly string[];
}

/** PostgreSQL's limit for a word in a vector, minus the 12 digits of the field. Longer words cannot be searched. */
const maxWordBytes = 2046 - 12;

/**
 * `custom_words` returns the words of all custom fields, each with the last 12 digits of its field's id as a prefix.
 * The query selects the fields that are searchable and that the caller may search, so a change of either rewrites no
 * record. A text that is an email address is also stored as one word in lower case. A vector has at most 1 MB, so only
 * the first 80,000 characters of all texts are used, in the order of the fields. That is 680,000 bytes if every second
 * character is a separate word.
 *
 * `custom_query` searches for a word in some fields, `custom_values` for complete values of one field.
 */
export const functions: ReadonlyMap<string, string> = new Map([
  [
    'custom_words',
    `create or replace function custom_words(custom jsonb) returns tsvector
  language plpgsql immutable strict parallel safe as $$
declare
  field text;
  value jsonb;
  content text;
  words text := '';
  room int := 80000;
begin
  for field, value in select e.key, e.value from jsonb_each(custom) e loop
    content := case jsonb_typeof(value)
      when 'string' then value #>> '{}'
      when 'array' then words_of(array(select jsonb_array_elements_text(value))) end;
    continue when content is null or room = 0;
    field := right(field, 12);
    if length(content) <= ${searchLimits.maxValueLength} and content ~ '^[^[:space:]@]+@[^[:space:]@]+$' then
      words := words || ' ''' || field || replace(replace(lower(content), '\\', '\\\\'), '''', '''''') || '''';
    end if;
    content := left(content, least(${searchLimits.maxTextLength}, room));
    room := room - length(content);
    words := words || coalesce((
      select string_agg(' ''' || field || lexeme || '''', '')
      from unnest(to_tsvector('pg_catalog.simple'::regconfig, translate(content, ${separatorsSql}, ${blanksSql})))
      where octet_length(lexeme) <= ${maxWordBytes}), '');
  end loop;
  return words::tsvector;
end $$`,
  ],
  [
    'custom_query',
    `create or replace function custom_query(fields text[], word text) returns tsquery
  language sql immutable strict parallel safe
  return (select string_agg('(' || f.words || ')', ' | ')::tsquery
    from (select string_agg('''' || field || lexeme || ''':*', ' & ') as words
      from unnest(fields) field, unnest(tsvector_to_array(to_tsvector('pg_catalog.simple'::regconfig, word))) lexeme
      group by field) f)`,
  ],
  [
    'custom_values',
    `create or replace function custom_values(field text, given text[]) returns tsquery
  language sql immutable strict parallel safe
  return (select string_agg('''' || field || replace(replace(lower(value), '\\', '\\\\'), '''', '''''') || '''', ' | ')::tsquery
    from unnest(given) value)`,
  ],
]);

const systemColumns: readonly (readonly [string, string])[] = [
  ['custom', `jsonb not null default '{}'`],
  ['created_at', 'timestamptz(3) not null default now()'],
  ['updated_at', 'timestamptz(3) not null default now()'],
  ['created_by', 'uuid'],
  ['updated_by', 'uuid'],
  ['version', 'bigint not null default 1'],
  ['custom_search', `tsvector generated always as (custom_words(nullif(custom, '{}'))) stored`],
];

type FieldWithColumn = Field & { readonly column: string };

const fieldsWithColumn = (model: Model): FieldWithColumn[] =>
  [...model.fields.values()].filter((field): field is FieldWithColumn => field.column !== null);

export const tableDefinitions = (registry: Registry): TableDefinition[] =>
  registry.models.map((model) => defineTable(model, registry));

function defineTable(model: Model, registry: Registry): TableDefinition {
  const { table } = model;
  const system = new Set(['id', ...systemColumns.map(([name]) => name)]);
  const fields = fieldsWithColumn(model).filter(({ column }) => !system.has(column));
  const columns = new Map<string, string>([
    ['tenant_id', 'bigint not null'],
    ['id', 'uuid not null'],
    ...fields.map((field) => [field.column, columnType(field)] as const),
    ...systemColumns,
    ...(model.searchable.length > 0
      ? ([['search', `tsvector generated always as (${searchExpression(model.searchable)}) stored`]] as const)
      : []),
    ...fields.flatMap((field) => companionColumn(field)),
  ]);
  const lines = [...columns].map(([name, type]) => `"${name}" ${type}`);
  return {
    table,
    create: `create table ${table} (\n  ${[...lines, `constraint ${table}_pkey primary key (tenant_id, id)`].join(',\n  ')}\n)`,
    columns,
    indexes: indexesOf(model, fields),
    foreignKeys: foreignKeysOf(model, fields, registry),
    security: [
      `alter table ${table} enable row level security`,
      `alter table ${table} force row level security`,
      `create policy tenant on ${table} using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint)`,
      ...(isCached(model)
        ? [
            `create trigger ${table}_changed after insert or delete or ${updateOf(model)} on ${table} for each row execute function notify_changed()`,
          ]
        : []),
    ],
  };
}

/** The trigger that invalidates what nodes have cached. It fires only on updates of the fields that are cached. */
const updateOf = ({ affectsAccess, fields }: Model): string =>
  typeof affectsAccess === 'boolean'
    ? 'update'
    : `update of ${affectsAccess.map((key) => `"${fields.get(key)?.column}"`).join(', ')}`;

const columnType = ({ type, declared, required }: Field): string =>
  declared.generated
    ? `${type.column} generated always as (${declared.generated}) stored`
    : `${type.column}${required ? ' not null' : ''}`;

/** The companion of a generated field repeats its expression, because a generated column cannot read another one. */
const companionColumn = ({ companion, column, declared }: Field): [string, string][] =>
  companion
    ? [
        [
          companion.name,
          `${companion.column} generated always as (${companion.of(declared.generated ?? `"${column}"`)}) stored`,
        ],
      ]
    : [];

/** The unique column. Uniqueness ignores case for texts that are compared case-insensitively. */
const uniqueColumn = ({ column, companion }: Field): string =>
  companion && !companion.ordered ? `"${companion.name}"` : `"${column}"`;

function indexesOf(model: Model, fields: readonly FieldWithColumn[]): Map<string, string> {
  const { table } = model;
  const indexes = new Map<string, string>();
  const add = (columns: readonly string[], expressions: readonly string[], suffix = 'idx', method = 'btree') => {
    const name = constraintName(table, columns, suffix);
    const unique = suffix === 'key' ? 'unique ' : '';
    indexes.set(
      name,
      `create ${unique}index ${name} on ${table} using ${method} (tenant_id, ${expressions.join(', ')})`,
    );
  };
  add(['created_at'], ['created_at desc', 'id']);
  for (const field of fields) {
    const { column, companion, declared, type, unique } = field;
    const quoted = `"${column}"`;
    if (unique) add([column], [uniqueColumn(field)], 'key');
    if (type.array) continue;
    if (declared.to) add([column], [quoted, ...timelineOrder(model, field)]);
    else if (companion?.ordered) add([column], [...sortColumns(field), 'id']);
    else if (declared.index && companion && !unique) add([column], [`"${companion.name}"`, 'id']);
    else if (declared.index && !type.equality) add([column], [quoted, 'id']);
  }
  const uniqueColumnOf = (key: string) => uniqueColumn(model.fields.get(key) as Field);
  const sortColumnsOf = (key: string) => sortColumns(model.fields.get(key) as Field);
  const columnName = (key: string) => model.fields.get(key)?.column ?? key;
  for (const keys of model.indexes) add(keys.map(columnName), keys.flatMap(sortColumnsOf));
  for (const keys of model.uniqueTogether) add(keys.map(columnName), keys.map(uniqueColumnOf), 'key');
  // One GIN index for all columns: it searches each column as fast as a separate index would. A write maintains the
  // long list of the tenant's rows, and the pages of pending entries, once instead of once per column.
  const ginColumns = ['custom_search', 'custom jsonb_path_ops', ...fields.filter(({ type }) => type.array).map(quote)];
  add(['gin'], model.searchable.length > 0 ? ['search', ...ginColumns] : ginColumns, 'idx', 'gin');
  return indexes;
}

/** The further columns of the index on a reference to a record in whose timeline the rows are listed, by time. */
function timelineOrder({ timeline, fields }: Model, { key }: Field): string[] {
  const at = timeline?.at === undefined ? undefined : fields.get(timeline.at)?.column;
  return timeline?.of.includes(key) ? [`"${at ?? 'created_at'}"`, 'id'] : [];
}

const quote = ({ column }: Field): string => `"${column}"`;

/** The columns that a list sorted by the field uses. */
const sortColumns = (field: Field): string[] => [
  ...(field.companion?.ordered ? [`"${field.companion.name}"`] : []),
  quote(field),
];

function foreignKeysOf(model: Model, fields: readonly FieldWithColumn[], registry: Registry): Map<string, string> {
  const keys = new Map<string, string>();
  for (const field of fields) {
    if (!field.foreignKey) continue;
    const name = constraintName(model.table, [field.column], 'fkey');
    const target = registry.target(field).table;
    keys.set(
      name,
      `alter table ${model.table} add constraint ${name} foreign key (tenant_id, "${field.column}") references ${target} (tenant_id, id) deferrable`,
    );
  }
  return keys;
}

/** All statements, in an order that works on a database with only the foundation migration. */
export function createStatements(tables: readonly TableDefinition[]): string[] {
  return [
    ...functions.values(),
    ...tables.flatMap(({ create, indexes, security }) => [create, ...indexes.values(), ...security]),
    ...tables.flatMap(({ foreignKeys }) => [...foreignKeys.values()]),
  ];
}
