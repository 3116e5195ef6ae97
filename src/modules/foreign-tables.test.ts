import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { appForFile } from '#test/harness.ts';
import { modules } from '../app.ts';

const { sql } = await appForFile();

/** Tables of the platform. Every module may name them. */
const coreTables = [
  'cluster_identity',
  'custom_fields',
  'custom_models',
  'custom_records',
  'custom_uniques',
  'derived_positions',
  'duplicate_dismissals',
  'duplicate_keys',
  'duplicate_pairs',
  'duplicate_scans',
  'event_followers',
  'events',
  'file_contents',
  'file_uploads',
  'file_usage',
  'file_uses',
  'formula_indexes',
  'formula_values',
  'idempotency_keys',
  'job_names',
  'jobs',
  'migrations',
  'model_rules',
  'number_counters',
  'rate_windows',
  'secret_fingerprints',
  'tenants',
];

/** The tables and views of each module: those of its models, and those that it declares. */
const owned = modules.flatMap(({ key, models, tables }) =>
  [...models.map(({ table }) => table), ...tables].map((table) => ({ table, owner: key })),
);

/** Finds the names of tables in a source file. */
function tableFinder(tables: readonly string[]): (text: string) => string[] {
  // A name with an underscore is nothing but a table, so it counts wherever it is: also in a constant that a statement contains.
  const unmistakable = tables.filter((table) => table.includes('_'));
  const anywhere = new RegExp(`\\b(?:${unmistakable.join('|')})\\b`, 'g');
  const words = new Set(tables.filter((table) => !table.includes('_')));
  const afterKeyword = /\b(?:from|join|into|update|using|only)\s+([a-z]+)\b/g;
  return (text) => [
    ...Array.from(text.matchAll(anywhere), ([table]) => table),
    ...Array.from(text.matchAll(afterKeyword), ([, word = '']) => word).filter((word) => words.has(word)),
  ];
}

describe('a table', () => {
  it('has exactly one owner: the core or a module', async () => {
    const found = await sql<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and not relispartition`,
    );
    const owners = [...coreTables, ...owned.map(({ table }) => table)];
    assert.deepEqual(owners.sort(), found.map(({ name }) => name).sort());
  });

  it('is named only by the module that has it', () => {
    const ownerOf = new Map(owned.map(({ table, owner }) => [table, owner]));
    const tablesIn = tableFinder([...ownerOf.keys()]);
    const files = globSync('src/modules/*/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
    assert.ok(files.length > 1000);
    const foreign = new Set<string>();
    for (const file of files) {
      const [, , moduleKey] = file.split('/');
      for (const table of tablesIn(readFileSync(file, 'utf8')))
        if (ownerOf.get(table) !== moduleKey) foreign.add(`${file}: ${table} of ${ownerOf.get(table)}`);
    }
    assert.deepEqual([...foreign], []);
  });

  it('is found in constants, and not in other words', () => {
    const tablesIn = tableFinder(['sales_contacts', 'sessions']);
    assert.deepEqual(tablesIn("const table = 'sales_contacts';"), ['sales_contacts']);
    assert.deepEqual(tablesIn('`select id\n from sessions s`'), ['sessions']);
    assert.deepEqual(tablesIn("'sales_contacts_pkey', 'the sessions'"), []);
  });
});
