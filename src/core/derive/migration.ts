import { functions, type TableDefinition } from './ddl.ts';
import type { SchemaSnapshot } from './introspect.ts';

/**
 * The statements that change a migrated database to match the models. Both arguments are snapshots of real databases,
 * one migrated and one created from the models, so PostgreSQL has rendered both alike.
 */
export function planMigration(
  actual: SchemaSnapshot,
  expected: SchemaSnapshot,
  tables: readonly TableDefinition[],
): string[] {
  const newTables = tables.filter(({ table }) => !actual.tables.has(table));
  const existingTables = tables.filter(({ table }) => actual.tables.has(table));
  const droppedTables = [...actual.tables].filter((table) => !expected.tables.has(table));
  return [
    ...changed(functions, actual.functions, expected.functions),
    ...newTables.map(({ create }) => create),
    ...existingTables.flatMap((table) => columnChanges(table, actual, expected)),
    ...dropped(actual.indexes, expected.indexes)
      .filter((name) => !droppedTables.some((table) => actual.indexes.get(name)?.includes(` ON public.${table} `)))
      .map((name) => `drop index ${name}`),
    ...tables.flatMap(({ indexes }) => changed(indexes, actual.indexes, expected.indexes)),
    ...newTables.flatMap(({ security }) => security),
    ...existingTables.flatMap(({ table, security }) => ruleChanges(table, security, actual, expected)),
    ...dropped(actual.constraints, expected.constraints)
      .filter((name) => !droppedTables.includes(tableOf(actual, name)))
      .map((name) => `alter table ${tableOf(actual, name)} drop constraint ${name}`),
    ...tables.flatMap(({ foreignKeys }) => changed(foreignKeys, actual.constraints, expected.constraints)),
    // Drop them in one statement, because they may reference each other.
    ...(droppedTables.length > 0 ? [`drop table ${droppedTables.join(', ')}`] : []),
  ];
}

const tableOf = (actual: SchemaSnapshot, constraint: string): string =>
  actual.constraints.get(constraint)?.split(':')[0] ?? '';

/** Names that are not expected, or have a different definition. */
const dropped = (actual: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>): string[] =>
  [...actual].filter(([name, definition]) => expected.get(name) !== definition).map(([name]) => name);

/** Statements of names that are new or have a different definition. */
const changed = (
  statements: ReadonlyMap<string, string>,
  actual: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
): string[] =>
  [...statements].filter(([name]) => actual.get(name) !== expected.get(name)).map(([, statement]) => statement);

function columnChanges(
  { table, columns }: TableDefinition,
  actual: SchemaSnapshot,
  expected: SchemaSnapshot,
): string[] {
  const statements: string[] = [];
  const added: string[] = [];
  for (const [column, definition] of columns) {
    const was = actual.columns.get(`${table}.${column}`);
    const is = expected.columns.get(`${table}.${column}`);
    if (was === is) continue;
    const generated = is?.includes('generated') || was?.includes('generated');
    if (was !== undefined && generated) statements.push(`alter table ${table} drop column "${column}"`);
    if (was === undefined || generated) added.push(`add column "${column}" ${definition}`);
    else statements.push(...alterColumn(table, column, was, is ?? ''));
  }
  for (const name of actual.columns.keys()) {
    const [owner, column] = name.split('.');
    if (owner === table && !expected.columns.has(name)) statements.push(`alter table ${table} drop column "${column}"`);
  }
  // Use one statement, because each statement that adds a generated column rewrites the table.
  if (added.length > 0) statements.push(`alter table ${table} ${added.join(', ')}`);
  return statements;
}

function alterColumn(table: string, column: string, was: string, is: string): string[] {
  const type = (definition: string) => definition.replace(/ not null.*$/, '').replace(/ .*::.*$/, '');
  const required = (definition: string) => definition.includes('not null');
  const alter = `alter table ${table} alter column "${column}"`;
  return [
    ...(type(was) === type(is) ? [] : [`${alter} type ${type(is)} using "${column}"::${type(is)}`]),
    ...(required(was) === required(is) ? [] : [`${alter} ${required(is) ? 'set' : 'drop'} not null`]),
  ];
}

function ruleChanges(
  table: string,
  security: readonly string[],
  actual: SchemaSnapshot,
  expected: SchemaSnapshot,
): string[] {
  const differs = [...new Set([...actual.rules.keys(), ...expected.rules.keys()])].filter(
    (name) => name.startsWith(`${table} `) && actual.rules.get(name) !== expected.rules.get(name),
  );
  const drops = differs
    .filter((name) => actual.rules.has(name) && !name.endsWith('row security'))
    .map((name) => {
      const [, kind, rule] = name.split(' ');
      return `drop ${kind} ${rule} on ${table}`;
    });
  const creates = differs.some((name) => expected.rules.has(name))
    ? security.filter((statement) => differs.some((name) => statement.includes(name.split(' ')[2] ?? 'row level')))
    : [];
  return [...drops, ...creates];
}
