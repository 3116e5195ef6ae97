import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import pino from 'pino';
import { type ConnectionSettings, clientConfig } from '#db/connection.ts';
import { type EmbeddedPostgres, startEmbedded } from '#db/embedded/cluster.ts';
import { prepareDatabase } from '#db/prepare.ts';
import { createApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';

export const adminEmail = 'admin@example.com';
export const adminPassword = 'correct horse battery';
const template = 'atrium_template';
const appPassword = 'test-app-role';

/** A database server. The files that a worker tests in a run share one. */
export interface Cluster {
  readonly admin: ConnectionSettings;
  stop(): Promise<void>;
}

export const testConfig = (env: Record<string, string> = {}): Config =>
  readConfig({
    JWT_SECRET: 'a secret for tests that is long enough',
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: adminPassword,
    LOG_LEVEL: 'silent',
    DATA_DIR: path.join(os.tmpdir(), `atrium-test-data-${process.pid}`),
    ...env,
  });

/** No flushes: the tests kill processes, never the machine, so nothing is lost without them. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

/** Fills a data folder with a migrated template database that has the default tenant. */
export async function prepareClusterFolder(dataDir: string): Promise<void> {
  const embedded = await startEmbedded({ dataDir, settings });
  try {
    await asAdmin(embedded.admin, (client) => client.query(`create database ${template}`));
    const connection = await prepareDatabase({ admin: { ...embedded.admin, database: template }, appPassword });
    const app = await createApp({ config: testConfig(), connection, log: pino({ level: 'silent' }), passwordCost: 4 });
    await app.close();
  } finally {
    await embedded.stop();
  }
}

/**
 * Starts a real PostgreSQL on a copy of the folder that the test runner prepared, which takes a tenth of the time of a
 * new one.
 */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-test-'));
  const prepared = process.env.ATRIUM_TEST_PREPARED;
  if (prepared === undefined) await prepareClusterFolder(folder);
  else await promisify(execFile)('cp', ['-a', `${prepared}/.`, folder]);
  const embedded: EmbeddedPostgres = await startEmbedded({ dataDir: folder, settings });
  return {
    admin: embedded.admin,
    async stop() {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function asAdmin<T>(admin: ConnectionSettings, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(admin));
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** Clones the template for one test file. */
export async function cloneDatabase(cluster: Cluster, name: string): Promise<ConnectionSettings> {
  await asAdmin(cluster.admin, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  );
  return { ...cluster.admin, database: name, user: 'atrium_app', password: appPassword };
}

/** Creates an empty database whose owner is no superuser, prepared by that owner, as on a managed PostgreSQL. */
export async function ownedDatabase(cluster: Cluster, name: string): Promise<ConnectionSettings> {
  const owner = ownerOf(name);
  await asAdmin(cluster.admin, async (client) => {
    await client.query(`create role ${owner} login nosuperuser password '${appPassword}'`);
    await client.query(`create database ${name} owner ${owner}`);
  });
  return prepareDatabase({ admin: { ...cluster.admin, database: name, user: owner, password: appPassword } });
}

const ownerOf = (name: string) => `${name}_owner`;

export const dropDatabase = (cluster: Cluster, name: string): Promise<unknown> =>
  asAdmin(cluster.admin, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`drop role if exists ${ownerOf(name)}`);
  });
