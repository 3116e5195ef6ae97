import { functions, type TableDefinition } from './ddl.ts';
import type { SchemaSnapshot } from './introspect.ts';

/**
 * The statements that take a migrated database to what the models say. Both sides are snapshots of real databases, one
 * migrated and one made from the models, so PostgreSQL itself has put both into the same words.
 */
export function planMigration(
  has: SchemaSnapshot,
  wants: SchemaSnapshot,
  tables: readonly TableDefinition[],
): string[] {
  const fresh = tables.filter(({ table }) => !has.tables.has(table));
  const kept = tables.filter(({ table }) => has.tables.has(table));
  const gone = [...has.tables].filter((table) => !wants.tables.has(table));
  return [
    ...changed(functions, has.functions, wants.functions),
    ...fresh.map(({ create }) => create),
    ...kept.flatMap((table) => columnChanges(table, has, wants)),
    ...dropped(has.indexes, wants.indexes)
      .filter((name) => !gone.some((table) => has.indexes.get(name)?.includes(` ON public.${table} `)))
      .map((name) => `drop index ${name}`),
    ...tables.flatMap(({ indexes }) => changed(indexes, has.indexes, wants.indexes)),
    ...fresh.flatMap(({ security }) => security),
    ...kept.flatMap(({ table, security }) => ruleChanges(table, security, has, wants)),
    ...dropped(has.constraints, wants.constraints)
      .filter((name) => !gone.includes(tableOf(has, name)))
      .map((name) => `alter table ${tableOf(has, name)} drop constraint ${name}`),
    ...tables.flatMap(({ foreignKeys }) => changed(foreignKeys, has.constraints, wants.constraints)),
    // Together, because they may refer to each other.
    ...(gone.length > 0 ? [`drop table ${gone.join(', ')}`] : []),
  ];
}

const tableOf = (has: SchemaSnapshot, constraint: string): string =>
  has.constraints.get(constraint)?.split(':')[0] ?? '';

/** Names that are no longer wanted, or wanted otherwise. */
const dropped = (has: ReadonlyMap<string, string>, wants: ReadonlyMap<string, string>): string[] =>
  [...has].filter(([name, definition]) => wants.get(name) !== definition).map(([name]) => name);

/** Statements of what is new or different. */
const changed = (
  statements: ReadonlyMap<string, string>,
  has: ReadonlyMap<string, string>,
  wants: ReadonlyMap<string, string>,
): string[] => [...statements].filter(([name]) => has.get(name) !== wants.get(name)).map(([, statement]) => statement);

function columnChanges({ table, columns }: TableDefinition, has: SchemaSnapshot, wants: SchemaSnapshot): string[] {
  const statements: string[] = [];
  const added: string[] = [];
  for (const [column, definition] of columns) {
    const was = has.columns.get(`${table}.${column}`);
    const is = wants.columns.get(`${table}.${column}`);
    if (was === is) continue;
    const generated = is?.includes('generated') || was?.includes('generated');
    if (was !== undefined && generated) statements.push(`alter table ${table} drop column "${column}"`);
    if (was === undefined || generated) added.push(`add column "${column}" ${definition}`);
    else statements.push(...alterColumn(table, column, was, is ?? ''));
  }
  for (const name of has.columns.keys()) {
    const [owner, column] = name.split('.');
    if (owner === table && !wants.columns.has(name)) statements.push(`alter table ${table} drop column "${column}"`);
  }
  // In one statement, because each that adds a generated column writes the whole table anew.
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

function ruleChanges(table: string, security: readonly string[], has: SchemaSnapshot, wants: SchemaSnapshot): string[] {
  const differs = [...new Set([...has.rules.keys(), ...wants.rules.keys()])].filter(
    (name) => name.startsWith(`${table} `) && has.rules.get(name) !== wants.rules.get(name),
  );
  const drops = differs
    .filter((name) => has.rules.has(name) && !name.endsWith('row security'))
    .map((name) => {
      const [, kind, rule] = name.split(' ');
      return `drop ${kind} ${rule} on ${table}`;
    });
  const wanted = differs.some((name) => wants.rules.has(name))
    ? security.filter((statement) => differs.some((name) => statement.includes(name.split(' ')[2] ?? 'row level')))
    : [];
  return [...drops, ...wanted];
}
