import type pg from 'pg';
import engine from 'pg-boss/package.json' with { type: 'json' };
import { StartupError } from '#lib/startup-error.ts';

/** Where the engine of background jobs, pg-boss, keeps its tables. */
export const jobSchema = 'pgboss';

/** Makes or upgrades the tables of the engine as the installed version wants them. True when something changed. */
export async function prepareJobEngine(client: pg.Client): Promise<boolean> {
  const wanted = engine.pgboss.schema;
  const has = await installedVersion(client);
  if (has === wanted) return false;
  if (has !== undefined && has > wanted) {
    throw new StartupError(
      `The database was migrated by a newer version of Atrium (its job engine has version ${has}, this one ${wanted}): start that version, or restore a backup.`,
    );
  }
  // Loaded only where it is needed: it takes 15 MB.
  const { getConstructionPlans, getMigrationPlans } = await import('pg-boss');
  await client.query(has === undefined ? getConstructionPlans(jobSchema) : whole(getMigrationPlans(jobSchema, has)));
  return true;
}

async function installedVersion(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `${jobSchema}.version`,
  ]);
  if (!rows[0]?.there) return undefined;
  const version = await client.query<{ version: number }>(`select version from ${jobSchema}.version`);
  return version.rows[0]?.version;
}

/** An upgrade builds its indexes after its transaction, one by one. Here they are part of it: all of it or nothing. */
function whole(upgrade: string): string {
  const end = upgrade.lastIndexOf('COMMIT;');
  const indexes = upgrade.slice(end + 'COMMIT;'.length).replaceAll(' CONCURRENTLY', '');
  return `${upgrade.slice(0, end)}${indexes}\nCOMMIT;`;
}

/** What running jobs takes, and no more. Who may do that still makes no table and touches no other one of the engine. */
export const grantJobEngine = (client: pg.Client, role: string) =>
  client.query(`
    grant usage on schema ${jobSchema} to ${role};
    grant select, insert, update, delete on ${jobSchema}.job, ${jobSchema}.job_common to ${role};
    grant select, insert on ${jobSchema}.queue to ${role};
    grant execute on function ${jobSchema}.create_queue(text, jsonb), ${jobSchema}.job_now() to ${role};
  `);
