import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '#lib/startup-error.ts';
import type { ConnectionSettings } from '../connection.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { adminSettings, type DataFolder, prepareDataFolder } from './data-folder.ts';
import { initialiseCluster } from './initdb.ts';
import { chooseEndpoint, launch } from './launch.ts';
import { FolderInUse, takeOwnerLock } from './owner-lock.ts';
import { type Endpoint, readPidFile, removePidFile, runsOn, shutDown } from './postmaster.ts';

/**
 * The PostgreSQL from the npm package, on our own data folder. It survives when our process is killed: the next start
 * connects to it instead of starting another one.
 */
export interface EmbeddedPostgres {
  /** Connects as the cluster's superuser. */
  readonly admin: ConnectionSettings;
  readonly pid: () => number | undefined;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** Further server settings, for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onEvent?: (message: string) => void;
}

const startTimeoutMs = 120_000;
const maxRestarts = 20;

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  const folder = prepareDataFolder(options.dataDir, binaries);
  await initialiseCluster(folder, binaries, options.onEvent);
  const cluster = new Cluster(options, binaries, folder);
  await cluster.run();
  return cluster;
}

class Cluster implements EmbeddedPostgres {
  readonly #options: EmbeddedOptions;
  readonly #binaries: Binaries;
  readonly #folder: DataFolder;
  #endpoint: Endpoint = { host: '', port: 5432 };
  /** The connection that holds the owner lock. */
  #owner: pg.Client | undefined;
  /** The server process, when this process started it. */
  #child: ChildProcess | undefined;
  #stopping = false;
  #restarting: Promise<void> = Promise.resolve();

  constructor(options: EmbeddedOptions, binaries: Binaries, folder: DataFolder) {
    this.#options = options;
    this.#binaries = binaries;
    this.#folder = folder;
  }

  get admin(): ConnectionSettings {
    return adminSettings(this.#endpoint, this.#folder.password);
  }

  pid(): number | undefined {
    return readPidFile(this.#folder.pgData)?.pid;
  }

  /** Starts PostgreSQL unless it runs already, and locks the data folder for this process. */
  async run(): Promise<void> {
    const child = this.#findRunning() ? undefined : await this.#launch();
    try {
      const client = await this.#connect(child);
      await takeOwnerLock(client, this.#folder.dataDir);
      this.#owner = client;
      client.once('end', () => this.#restart());
    } catch (error) {
      // Stop the server that we started but cannot use, unless another Atrium has locked the folder and uses it.
      if (child && !(error instanceof FolderInUse)) await shutDown(this.#folder.pgData, this.#child);
      throw error;
    }
  }

  #findRunning(): boolean {
    const { pgData } = this.#folder;
    const found = readPidFile(pgData);
    if (!found) return false;
    if (runsOn(found.pid, pgData)) {
      this.#endpoint = found.endpoint;
      return true;
    }
    // A killed server leaves its pid file, and its pid may belong to another process by now.
    removePidFile(pgData);
    return false;
  }

  async #launch(): Promise<ChildProcess> {
    this.#endpoint = await chooseEndpoint(this.#folder);
    this.#child = launch(this.#folder, this.#binaries, this.#endpoint, this.#options.settings);
    return this.#child;
  }

  /** Tries to connect until PostgreSQL accepts the connection, because recovery after a crash takes time. */
  async #connect(launched: ChildProcess | undefined): Promise<pg.Client> {
    const deadline = Date.now() + startTimeoutMs;
    let hasExited = false;
    const watchExit = (child: ChildProcess) =>
      child.once('exit', () => {
        hasExited = true;
      });
    let child = launched;
    if (child) watchExit(child);
    let restarts = 0;
    while (Date.now() < deadline && !this.#stopping) {
      const client = await this.#tryConnect();
      if (client) return client;
      // A server that was already running may have been shutting down.
      if ((hasExited || !child) && !this.#findRunning()) {
        // After `kill -9` of the server, its child processes keep the shared memory for a moment.
        restarts += 1;
        if (restarts > maxRestarts) break;
        await sleep(250);
        hasExited = false;
        child = await this.#launch();
        watchExit(child);
      }
      await sleep(20);
    }
    const { dataDir, pgData } = this.#folder;
    throw new StartupError(
      `PostgreSQL did not start on ${pgData}: the reason is at the end of ${path.join(dataDir, 'postgres.log')}.`,
    );
  }

  async #tryConnect(): Promise<pg.Client | undefined> {
    const client = new pg.Client({ ...this.admin, application_name: `atrium ${process.pid}` } as pg.ClientConfig);
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if ((error as { code?: string }).code === '28P01') {
        const { dataDir, pgData } = this.#folder;
        throw new StartupError(
          `The database in ${pgData} does not accept the password in ${path.join(dataDir, 'secrets')}: restore that file from the backup the database came from.`,
        );
      }
      return undefined;
    }
  }

  /** Restarts PostgreSQL. Called when the owner's connection ends, which means that PostgreSQL has stopped. */
  #restart(): void {
    if (this.#stopping) return;
    this.#options.onEvent?.('the database stopped; starting it again');
    this.#restarting = this.run().catch((error: Error) => {
      if (this.#stopping) return;
      this.#options.onEvent?.(`the database could not be started again: ${error.message}`);
      setTimeout(() => this.#restart(), 1000).unref();
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#owner?.end();
    await this.#restarting;
    await shutDown(this.#folder.pgData, this.#child);
  }
}
