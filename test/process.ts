import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { clientConfig } from '#db/connection.ts';
import { adminPassword } from './cluster.ts';
import { Client, type Json } from './harness.ts';
import { programFile } from './programs.ts';

export const run = promisify(execFile);

const root = path.join(import.meta.dirname, '..');
/** Long enough for a machine with ten times as much work as cores, because tests do not measure this. */
const defaultDeadlineMs = 120_000;
/** The environment for child processes. The test runner makes all processes share compiled modules. */
export const childEnvironment = {
  PATH: process.env.PATH,
  TMPDIR: os.tmpdir(),
  ...(process.env.NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
};

export type Environment = Readonly<Record<string, string>>;

export const isRoot = process.getuid?.() === 0;
/** The uid of `nobody`, which every system has. */
export const ordinaryUser = 65_534;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Polls until the probe returns a value. */
export async function until<T>(
  what: string,
  probe: () => T | false | undefined | Promise<T | false | undefined>,
  deadlineMs = defaultDeadlineMs,
): Promise<T> {
  const deadline = Date.now() + deadlineMs;
  for (;;) {
    const last = Date.now() > deadline;
    const found = await probe();
    if (found) return found;
    if (last) throw new Error(`timed out while waiting for: ${what}`);
    await sleep(20);
  }
}

/** The server as an operator runs it: a process with its environment, output and exit. */
export class ServerProcess {
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcess;
  #stdout = '';
  #stderr = '';

  constructor(env: Environment, uid?: number, file = programFile('server')) {
    this.#child = spawn(process.execPath, [file], {
      cwd: root,
      env: { ...childEnvironment, PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid !== undefined && { uid, gid: uid }),
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#stdout += text;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr += text;
    });
    this.exited = new Promise((resolve, reject) => {
      this.#child.once('error', reject);
      this.#child.once('close', (code, signal) => resolve({ code, signal }));
    });
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Complete lines of the standard output. */
  get lines(): string[] {
    return this.#stdout.split('\n').slice(0, -1);
  }

  get url(): string {
    return /^ready on (http:\/\/\S+)$/m.exec(this.#stdout)?.[1] ?? '';
  }

  /** Passwords that the server printed for the operator. */
  get passwords(): string[] {
    return [...this.#stdout.matchAll(/^first start: .* password (\S+)/gm)].map((match) => match[1] as string);
  }

  async ready(deadlineMs = defaultDeadlineMs): Promise<this> {
    await until('the ready line', () => this.url !== '' || !this.running, deadlineMs).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.#stdout}${this.#stderr}`);
    });
    if (this.url === '') throw new Error(`the server exited before it was ready:\n${this.#stdout}${this.#stderr}`);
    return this;
  }

  async signIn(password: string, email = 'admin@example.com', accountKey = 'default'): Promise<Client> {
    const reply = await new Client(this.url).post('/api/identity/auth/login', { email, password, accountKey });
    if (reply.status !== 200) throw new Error(`login answered ${reply.status}: ${reply.text}`);
    return new Client(this.url, reply.body.token, reply.body.user.id, accountKey);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
    this.#child.kill(signal);
    return this.exited;
  }
}

/** Stops a server and checks that it exits with 0 and that none of its processes remains. */
export async function assertStops(
  home: Home,
  server: ServerProcess,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  assert.deepEqual(await server.stop(signal), { code: 0, signal: null }, server.stderr);
  assert.deepEqual(home.processes(), []);
  assert.equal(home.postgresPid(), undefined);
}

const homes = new Set<Home>();
// Remove them when a run is interrupted.
process.once('exit', () => {
  for (const home of homes) home.removeNow();
});

/** A data folder and its processes. Both are removed when it goes out of scope, whether or not the test passed. */
export class Home implements AsyncDisposable {
  readonly base: string;
  readonly dataDir: string;
  readonly #servers = new Set<ServerProcess>();
  readonly #uid: number | undefined;

  /** `uid` is the user of the servers. Default: the user who runs the tests. */
  constructor(uid?: number) {
    this.base = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-start-'));
    fs.chmodSync(this.base, 0o755);
    this.dataDir = path.join(this.base, 'data');
    this.#uid = uid;
    if (uid !== undefined) fs.chownSync(this.base, uid, uid);
    homes.add(this);
  }

  /** Copies the data folder of another home, which must not be running. */
  static async copyOf(other: Home): Promise<Home> {
    const home = new Home(other.#uid);
    await run('cp', ['-a', other.dataDir, home.dataDir]);
    return home;
  }

  /**
   * Creates a data folder in the state after the first start, for tests of other subjects. The password of its admin is
   * `adminPassword`.
   */
  static async prepared(): Promise<Home> {
    preparing ??= prepareDataFolder();
    const prepared = await preparing;
    const home = new Home();
    await run('cp', ['-a', prepared, home.dataDir]);
    return home;
  }

  /** `file` runs the server's source instead of its bundle. */
  launch(env: Environment = {}, file?: string): ServerProcess {
    const server = new ServerProcess({ DATA_DIR: this.dataDir, ...env }, this.#uid, file);
    this.#servers.add(server);
    return server;
  }

  start(env?: Environment): Promise<ServerProcess> {
    return this.launch(env).ready();
  }

  postgresPid(): number | undefined {
    try {
      return Number.parseInt(fs.readFileSync(path.join(this.dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
    } catch {
      return undefined;
    }
  }

  killPostgres(): void {
    process.kill(this.postgresPid() as number, 'SIGKILL');
  }

  /** The pids of all processes that use the folder: servers, PostgreSQL and its children, initdb. */
  processes(): number[] {
    const servers = [...this.#servers].filter((server) => server.running).map((server) => server.pid);
    if (!fs.existsSync('/proc/self/cwd')) {
      const pid = this.postgresPid();
      return pid !== undefined && isAlive(pid) ? [...servers, pid] : servers;
    }
    const all = fs.readdirSync('/proc').map(Number).filter(Number.isInteger);
    return [...servers, ...all.filter((pid) => usesFolder(pid, this.base))];
  }

  /** Opens a connection that bypasses row security. */
  async connect(): Promise<pg.Client> {
    const password = fs.readFileSync(path.join(this.dataDir, 'secrets/database-password'), 'utf8').trim();
    const host = path.join(this.dataDir, 'run');
    const client = new pg.Client(clientConfig({ host, port: 5432, user: 'atrium', password, database: 'atrium' }));
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  async sql<Row = Json>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = await this.connect();
    try {
      return (await client.query(text, values)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await until('the end of all processes', () => {
      const left = this.processes();
      for (const pid of left) kill(pid);
      return left.length === 0;
    });
    this.removeNow();
  }

  removeNow(): void {
    for (const pid of this.processes()) kill(pid);
    fs.rmSync(this.base, { recursive: true, force: true, maxRetries: 10 });
    homes.delete(this);
  }
}

let preparing: Promise<string> | undefined;

/**
 * Returns the data folder of a real first start. All processes of a test run share one, which the first of them
 * creates.
 */
async function prepareDataFolder(): Promise<string> {
  const run = process.env.ATRIUM_TEST_PREPARED === undefined ? `-${process.pid}` : '';
  const shared = path.join(os.tmpdir(), `prepared-home${run}`);
  try {
    fs.mkdirSync(`${shared}.lock`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return until('another process to prepare a data folder', () => fs.existsSync(shared) && shared);
  }
  await using home = new Home();
  const server = await home.start({ ADMIN_PASSWORD: adminPassword });
  assert.deepEqual(await server.stop(), { code: 0, signal: null }, server.stderr);
  fs.renameSync(home.dataDir, shared);
  if (run !== '')
    process.once('exit', () => {
      for (const folder of [shared, `${shared}.lock`]) fs.rmSync(folder, { recursive: true, force: true });
    });
  return shared;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already exited.
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** True when the working directory or a command line argument of a process is in a folder. Always false for zombies. */
function usesFolder(pid: number, folder: string): boolean {
  const readOrEmpty = (read: () => string) => {
    try {
      return read();
    } catch {
      return '';
    }
  };
  const cwd = readOrEmpty(() => fs.readlinkSync(`/proc/${pid}/cwd`));
  if (cwd === folder || cwd.startsWith(`${folder}/`)) return true;
  return readOrEmpty(() => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')).includes(`${folder}/`);
}

interface Listener extends AsyncDisposable {
  readonly port: number;
}

async function listenWith(server: net.Server): Promise<Listener> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Listens on a port until it is disposed. */
export const takePort = (): Promise<Listener> => listenWith(net.createServer());

/** Returns a port on which nothing listens. */
export async function freePort(): Promise<number> {
  await using listener = await takePort();
  return listener.port;
}

export const refusesConnections = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
    socket.once('connect', () => socket.destroy());
  });

const message = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const int16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const int32 = (value: number) => Buffer.concat([int16(value >> 16), int16(value & 0xffff)]);
const text = (value: string) => Buffer.from(`${value}\0`);
const readyForQuery = message('Z', Buffer.from('I'));

/** Starts a server that speaks enough of PostgreSQL's protocol to answer every query with its version. */
export function postgresOfVersion(version: string): Promise<Listener> {
  const column = Buffer.concat([
    text('server_version_num'),
    int32(0),
    int16(0),
    int32(25),
    int16(-1),
    int32(-1),
    int16(0),
  ]);
  const answer = Buffer.concat([
    message('T', int16(1), column),
    message('D', int16(1), int32(version.length), Buffer.from(version)),
    message('C', text('SHOW')),
    readyForQuery,
  ]);
  const greeting = Buffer.concat([
    message('R', int32(0)),
    message('S', text('server_version'), text(`${Math.floor(Number(version) / 10_000)}.0`)),
    readyForQuery,
  ]);
  return listenWith(
    net.createServer((socket) => {
      socket.once('data', () => {
        socket.write(greeting);
        socket.on('data', (chunk) => (chunk.toString('latin1', 0, 1) === 'Q' ? socket.write(answer) : socket.end()));
      });
    }),
  );
}
