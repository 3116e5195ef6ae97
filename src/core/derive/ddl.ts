import type { Field } from '../fields/field.ts';
import type { Model } from '../model.ts';
import { constraintName, type Registry } from '../registry.ts';
import { searchExpression } from '../rows.ts';

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

const systemColumns: readonly (readonly [string, string])[] = [
  ['custom', `jsonb not null default '{}'`],
  ['created_at', 'timestamptz(3) not null default now()'],
  ['updated_at', 'timestamptz(3) not null default now()'],
  ['created_by', 'uuid'],
  ['updated_by', 'uuid'],
  ['version', 'bigint not null default 1'],
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
    const quoted = `"${field.column}"`;
    const text = field.type.column === 'text';
    if (field.unique) add([field.column], [text ? `lower(${quoted})` : quoted], 'key');
    if (field.type.equality && (field.declared.index || field.unique))
      add([field.column], [field.type.equality(quoted), 'id']);
    else if (field.type.array) continue;
    else if (field.declared.to) add([field.column], [quoted]);
    else if (field.declared.index) add([field.column], [quoted, 'id']);
  }
  const column = (key: string) => `"${model.fields.get(key)?.column}"`;
  const plain = (key: string) => model.fields.get(key)?.column ?? key;
  for (const keys of model.indexes) add(keys.map(plain), keys.map(column));
  for (const keys of model.uniqueTogether) add(keys.map(plain), keys.map(column), 'key');
  if (model.searchable.length > 0) add(['search'], ['search'], 'idx', 'gin');
  return indexes;
}

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
    ...tables.flatMap(({ create, indexes, security }) => [create, ...indexes.values(), ...security]),
    ...tables.flatMap(({ foreignKeys }) => [...foreignKeys.values()]),
  ];
}
