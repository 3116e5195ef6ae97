import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import { constraintName, type Registry } from '../models/registry.ts';
import { blanksSql, searchExpression, searchLimits, separatorsSql } from '../query/text-search.ts';

/** The table of a model as named statements: a new table needs all of them, a changed one those that differ. */
export interface TableDefinition {
  readonly table: string;
  readonly create: string;
  readonly columns: ReadonlyMap<string, string>;
  readonly indexes: ReadonlyMap<string, string>;
  /** Added once every table is there. */
  readonly foreignKeys: ReadonlyMap<string, string>;
  readonly security: readonly string[];
}

/** Of text search in PostgreSQL, less the digits of the field; longer words are not searched. */
const maxWordBytes = 2046 - 12;

/**
 * The words of a tenant's own fields, each behind the last 12 digits of its field's id: which fields are searchable,
 * and which a caller may search, is decided by the query, and a change of either rewrites no record. A text that is one
 * address is also kept whole, without its case. A vector holds at most 1 MB: texts count up to 80,000 characters in
 * all, in the order of their fields, which are 680,000 bytes when every second character is a word of its own.
 *
 * `custom_query` asks for a word in some fields, `custom_values` for whole values of one.
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

const stored = (model: Model): (Field & { column: string })[] =>
  [...model.fields.values()].filter((field): field is Field & { column: string } => field.column !== null);

export const tableDefinitions = (registry: Registry): TableDefinition[] =>
  registry.models.map((model) => defineTable(model, registry));

function defineTable(model: Model, registry: Registry): TableDefinition {
  const { table } = model;
  const system = new Set(['id', ...systemColumns.map(([name]) => name)]);
  const own = stored(model).filter(({ column }) => !system.has(column));
  const columns = new Map<string, string>([
    ['tenant_id', 'bigint not null'],
    ['id', 'uuid not null'],
    ...own.map((field) => [field.column, columnType(field)] as const),
    ...systemColumns,
    ...(model.searchable.length > 0
      ? ([['search', `tsvector generated always as (${searchExpression(model.searchable)}) stored`]] as const)
      : []),
    ...own.flatMap((field) => companionColumn(field)),
  ]);
  const lines = [...columns].map(([name, type]) => `"${name}" ${type}`);
  return {
    table,
    create: `create table ${table} (\n  ${[...lines, `constraint ${table}_pkey primary key (tenant_id, id)`].join(',\n  ')}\n)`,
    columns,
    indexes: indexesOf(model, own),
    foreignKeys: foreignKeysOf(model, own, registry),
    security: [
      `alter table ${table} enable row level security`,
      `alter table ${table} force row level security`,
      `create policy tenant on ${table} using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint)`,
      ...(model.affectsAccess
        ? [
            `create trigger ${table}_changed after insert or delete or ${updateOf(model)} on ${table} for each row execute function notify_changed()`,
          ]
        : []),
    ],
  };
}

/** Of fields that matter for what somebody may do; others may change without anything being forgotten. */
const updateOf = ({ affectsAccess, fields }: Model): string =>
  typeof affectsAccess === 'boolean'
    ? 'update'
    : `update of ${affectsAccess.map((key) => `"${fields.get(key)?.column}"`).join(', ')}`;

const columnType = ({ type, declared, required }: Field): string =>
  declared.generated
    ? `${type.column} generated always as (${declared.generated}) stored`
    : `${type.column}${required ? ' not null' : ''}`;

/** One generated column cannot read another: a companion of one repeats its expression. */
const companionColumn = ({ companion, column, declared }: Field): [string, string][] =>
  companion
    ? [
        [
          companion.name,
          `${companion.column} generated always as (${companion.of(declared.generated ?? `"${column}"`)}) stored`,
        ],
      ]
    : [];

function indexesOf(model: Model, own: readonly (Field & { column: string })[]): Map<string, string> {
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
  for (const field of own) {
    const { column, companion, declared, type, unique } = field;
    const quoted = `"${column}"`;
    if (unique) add([column], [companion && !companion.ordered ? `"${companion.name}"` : quoted], 'key');
    if (type.array) continue;
    if (declared.to) add([column], [quoted]);
    else if (companion?.ordered) add([column], [...sorted(field), 'id']);
    else if (declared.index && !type.equality) add([column], [quoted, 'id']);
    else if (declared.index && companion && !unique) add([column], [`"${companion.name}"`, 'id']);
  }
  const column = (key: string) => `"${model.fields.get(key)?.column}"`;
  const inOrder = (key: string) => sorted(model.fields.get(key) as Field);
  const plain = (key: string) => model.fields.get(key)?.column ?? key;
  for (const keys of model.indexes) add(keys.map(plain), keys.flatMap(inOrder));
  for (const keys of model.uniqueTogether) add(keys.map(plain), keys.map(column), 'key');
  // One index for all that GIN can find: it serves each of its columns alone as well as an index of its own would, and
  // a write keeps the long list of the tenant's rows, and the pages of what is not yet sorted in, once rather than per
  // column.
  const found = ['custom_search', 'custom jsonb_path_ops', ...own.filter(({ type }) => type.array).map(quote)];
  add(['gin'], model.searchable.length > 0 ? ['search', ...found] : found, 'idx', 'gin');
  return indexes;
}

const quote = ({ column }: Field): string => `"${column}"`;

/** The columns by which lists sort by a field. */
const sorted = (field: Field): string[] => [
  ...(field.companion?.ordered ? [`"${field.companion.name}"`] : []),
  quote(field),
];

function foreignKeysOf(
  model: Model,
  own: readonly (Field & { column: string })[],
  registry: Registry,
): Map<string, string> {
  const keys = new Map<string, string>();
  for (const field of own) {
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

/** Everything, in an order that works on an empty database with the foundation in place. */
export function createStatements(tables: readonly TableDefinition[]): string[] {
  return [
    ...functions.values(),
    ...tables.flatMap(({ create, indexes, security }) => [create, ...indexes.values(), ...security]),
    ...tables.flatMap(({ foreignKeys }) => [...foreignKeys.values()]),
  ];
}
