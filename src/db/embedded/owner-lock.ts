import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartupError } from '#lib/startup-error.ts';

const ownerLock = 4_710_002;

export class FolderInUse extends StartupError {}

/**
 * Locks the data folder for this process. It is an advisory lock in the database, because PostgreSQL releases it
 * however the process dies.
 */
export async function takeOwnerLock(client: pg.Client, dataDir: string): Promise<void> {
  // PostgreSQL may need a moment to notice that the connection of a killed process is closed.
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [ownerLock]);
    if (rows[0]?.locked) return;
    await sleep(50);
  }
  const { rows } = await client.query(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [ownerLock],
  );
  await client.end();
  const owner = rows[0]?.name ? ` (${String(rows[0].name).replace('atrium', 'process')})` : '';
  throw new FolderInUse(
    `Another Atrium${owner} is already running on ${dataDir}: stop it, or set DATA_DIR to another folder.`,
  );
}
