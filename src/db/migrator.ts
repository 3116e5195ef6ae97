import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { StartupError } from '#lib/startup-error.ts';

export const migrationsFolder = path.join(import.meta.dirname, '../../migrations');

/** The key of the advisory lock, the same on all nodes: one node migrates, the others wait. */
const migrationLock = 4_710_001;

/** The migrations in the order in which they are applied. Newer names begin with a minute, older ones with a number. */
function migrationFiles(folder: string = migrationsFolder): string[] {
  return readdirSync(folder)
    .filter((file) => /^(\d{4}|\d{12})-.+\.sql$/.test(file))
    .sort();
}

/** True for migrations that are not generated from the models. They begin with a comment. */
export const isHandWritten = (file: string, folder: string = migrationsFolder): boolean =>
  readFileSync(path.join(folder, file), 'utf8').startsWith('--');

/** Applies the missing migrations in order, each in its own transaction. Returns their names. */
export async function migrate(
  client: pg.Client,
  folder: string = migrationsFolder,
  only: (file: string) => boolean = () => true,
): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
  try {
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
    const applied = new Set(rows.map((row) => row.name));
    const files = migrationFiles(folder);
    const unknown = [...applied].find((name) => !files.includes(name));
    if (unknown) {
      throw new StartupError(
        `The database was migrated by a newer version of Atrium (it has ${unknown}): start that version, or restore a backup.`,
      );
    }
    const missing = files.filter((file) => !applied.has(file) && only(file));
    for (const file of missing) await applyMigration(client, file, folder);
    return missing;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  }
}

async function applyMigration(client: pg.Client, file: string, folder: string): Promise<void> {
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
