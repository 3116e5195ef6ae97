import { existsSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { type ConnectionSettings, clientClass, clientConfig, readDatabaseUrl } from '#db/connection.ts';
import { startEmbedded } from '#db/embedded/cluster.ts';
import { findRunningAdmin } from '#db/embedded/running.ts';
import { StartupError } from '#lib/startup-error.ts';
import { databaseName } from '../../src/open-database.ts';

export interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/** Where the server keeps its data. The configuration is not read whole: that would make secrets in an empty folder. */
export const placeOf = (env: NodeJS.ProcessEnv): Place => ({
  dataDir: path.resolve(env.DATA_DIR || './data'),
  databaseUrl: env.DATABASE_URL || undefined,
});

export const hasEmbedded = ({ dataDir }: Place): boolean => existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'));

/** Runs with a connection as the owner of the tables. An embedded PostgreSQL that does not run is started meanwhile. */
export async function withOwner<T>(place: Place, run: (client: pg.Client) => Promise<T>): Promise<T> {
  if (place.databaseUrl !== undefined) return connected(readDatabaseUrl(place.databaseUrl), run);
  const running = findRunningAdmin(place.dataDir);
  if (running) return connected({ ...running, database: databaseName }, run);
  const embedded = await startEmbedded({ dataDir: place.dataDir });
  try {
    return await connected({ ...embedded.admin, database: databaseName }, run);
  } finally {
    await embedded.stop();
  }
}

async function connected<T>(settings: ConnectionSettings, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const Client = clientClass(settings);
  // Times in the backup do not depend on the server's settings, and nothing ends a long COPY.
  const options =
    '-c timezone=UTC -c datestyle=ISO -c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0';
  const client = new Client({ ...clientConfig(settings), application_name: 'atrium backup', options });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new StartupError(
      `The database does not answer (${(error as Error).message}): check DATABASE_URL or DATA_DIR.`,
    );
  }
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** Ends a script: an operator's mistake is one sentence; a defect is shown whole. */
export function fail(error: unknown): void {
  process.stderr.write(error instanceof StartupError ? `${error.message}\n` : `${(error as Error).stack ?? error}\n`);
  process.exitCode = 1;
}
