import { existsSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { type ConnectionSettings, clientClass, clientConfig, readDatabaseUrl } from '#db/connection.ts';
import { startEmbedded } from '#db/embedded/cluster.ts';
import { findRunningAdmin } from '#db/embedded/running.ts';
import { StartupError } from '#lib/startup-error.ts';
import { databaseName } from '../../src/open-database.ts';

export interface DataSource {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/** Returns the data folder of the server. `readConfig` is not used, because it would create secrets in an empty folder. */
export const dataSourceOf = (env: NodeJS.ProcessEnv): DataSource => ({
  dataDir: path.resolve(env.DATA_DIR || './data'),
  databaseUrl: env.DATABASE_URL || undefined,
});

export const hasEmbedded = ({ dataDir }: DataSource): boolean =>
  existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'));

/**
 * Runs `run` with a connection as the owner of the tables. If the embedded PostgreSQL does not run, it is started for
 * that time.
 */
export async function withOwner<T>(source: DataSource, run: (client: pg.Client) => Promise<T>): Promise<T> {
  if (source.databaseUrl !== undefined) return withClient(readDatabaseUrl(source.databaseUrl), run);
  const running = findRunningAdmin(source.dataDir);
  if (running) return withClient({ ...running, database: databaseName }, run);
  const embedded = await startEmbedded({ dataDir: source.dataDir });
  try {
    return await withClient({ ...embedded.admin, database: databaseName }, run);
  } finally {
    await embedded.stop();
  }
}

async function withClient<T>(settings: ConnectionSettings, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const Client = clientClass(settings);
  // Times in the backup must not depend on the server's settings, and no timeout may end a long COPY.
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

/** Ends a script with an error: prints one sentence for a mistake of the operator, and the stack for a defect. */
export function fail(error: unknown): void {
  process.stderr.write(error instanceof StartupError ? `${error.message}\n` : `${(error as Error).stack ?? error}\n`);
  process.exitCode = 1;
}
