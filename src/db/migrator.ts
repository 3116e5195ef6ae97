import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { StartupError } from '#lib/startup-error.ts';

export const migrationsFolder = path.join(import.meta.dirname, '../../migrations');

/** An arbitrary number that all nodes agree on: one of them migrates, the others wait. */
const lockKey = 4_710_001;

/** In the order in which they are applied. Later ones begin with a minute, earlier ones with a number. */
function migrationFiles(folder: string = migrationsFolder): string[] {
  return readdirSync(folder)
    .filter((file) => /^(\d{4}|\d{12})-.+\.sql$/.test(file))
    .sort();
}

/** Those that no model declares: written by hand, they begin by saying in a comment what they are for. */
export const isHandWritten = (file: string, folder: string = migrationsFolder): boolean =>
  readFileSync(path.join(folder, file), 'utf8').startsWith('--');

/** Applies what is missing, in order, each file in a transaction of its own. Returns the names of those it applied. */
export async function migrate(
  client: pg.Client,
  folder: string = migrationsFolder,
  only: (file: string) => boolean = () => true,
): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [lockKey]);
  try {
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
    const done = new Set(rows.map((row) => row.name));
    const files = migrationFiles(folder);
    const unknown = [...done].find((name) => !files.includes(name));
    if (unknown) {
      throw new StartupError(
        `The database was migrated by a newer version of Atrium (it has ${unknown}): start that version, or restore a backup.`,
      );
    }
    const missing = files.filter((file) => !done.has(file) && only(file));
    for (const file of missing) await applyOne(client, file, folder);
    return missing;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey]);
  }
}

async function applyOne(client: pg.Client, file: string, folder: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(readFileSync(path.join(folder, file), 'utf8'));
    await client.query('insert into migrations (name) values ($1)', [file]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    if ((error as { code?: string }).code === '42501') throw error;
    throw new Error(`migration ${file} failed: ${(error as Error).message}`, { cause: error });
  }
}
