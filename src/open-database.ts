import pg from 'pg';
import { type ConnectionSettings, clientConfig, readDatabaseUrl } from '#db/connection.ts';
import { startEmbedded } from '#db/embedded/cluster.ts';
import { findRunningEndpoint } from '#db/embedded/running.ts';
import { appConnection, prepareDatabase } from '#db/prepare.ts';
import { StartupError } from '#lib/startup-error.ts';
import { createVault } from '#lib/vault.ts';
import type { Config } from './config.ts';

export interface OpenDatabase {
  /** The settings with which the application connects. */
  readonly connection: ConnectionSettings;
  /** True when the database belongs to a server that already runs on the folder. */
  readonly joined: boolean;
  /** Stops the database if `openDatabase` started it. */
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly onEvent?: (message: string) => void;
  readonly onWarning?: (message: string) => void;
  /** True to use the database of a server that already runs on the folder, instead of failing. */
  readonly join?: boolean;
}

/** The name of the database in the embedded PostgreSQL. */
export const databaseName = 'atrium';

/** Opens and migrates the database of DATABASE_URL, or the embedded one. */
export async function openDatabase(
  config: Config,
  { onEvent, onWarning, join = false }: OpenOptions = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) {
    const admin = readDatabaseUrl(config.databaseUrl);
    const connection = await prepareDatabase({ admin, ...(onWarning && { onWarning }) });
    return { connection, joined: false, close: async () => {} };
  }
  const appPassword = createVault(config.encryptionKey).derive('database role');
  try {
    return await openEmbedded(config.dataDir, appPassword, onEvent);
  } catch (error) {
    const running = join && error instanceof StartupError ? findRunningEndpoint(config.dataDir) : undefined;
    if (!running) throw error;
    const connection = appConnection({ ...running, database: databaseName }, appPassword);
    return { connection, joined: true, close: async () => {} };
  }
}

async function openEmbedded(
  dataDir: string,
  appPassword: string,
  onEvent: OpenOptions['onEvent'],
): Promise<OpenDatabase> {
  const embedded = await startEmbedded({ dataDir, ...(onEvent && { onEvent }) });
  try {
    await ensureDatabase(embedded.admin);
    const connection = await prepareDatabase({ admin: { ...embedded.admin, database: databaseName }, appPassword });
    return { connection, joined: false, close: () => embedded.stop() };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

async function ensureDatabase(admin: ConnectionSettings): Promise<void> {
  const client = new pg.Client(clientConfig(admin));
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (!rowCount) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
