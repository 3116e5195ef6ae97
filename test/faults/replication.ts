import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { findBinaries } from '#db/embedded/binaries.ts';
import { startEmbedded } from '#db/embedded/cluster.ts';
import { prepareDatabase } from '#db/prepare.ts';
import { createApp } from '../../src/app.ts';
import { asAdmin, testConfig } from '../cluster.ts';
import { freePort, type Home, run, until } from '../process.ts';

const user = 'atrium';
const database = 'atrium';

/** A prepared, stopped cluster from which primaries and standbys are copied. */
export class Template {
  readonly folder: string;
  readonly password: string;

  private constructor(folder: string, password: string) {
    this.folder = folder;
    this.password = password;
  }

  static async in(home: Home): Promise<Template> {
    const dataDir = path.join(home.base, 'template');
    const embedded = await startEmbedded({ dataDir, settings: { fsync: 'off' } });
    try {
      await asAdmin(embedded.admin, (client) => client.query(`create database ${database}`));
      const connection = await prepareDatabase({ admin: { ...embedded.admin, database }, appPassword: 'unused' });
      const app = await createApp({
        config: testConfig(),
        connection,
        log: pino({ level: 'silent' }),
        passwordCost: 4,
      });
      await app.close();
    } finally {
      await embedded.stop();
    }
    return new Template(path.join(dataDir, 'postgres'), embedded.admin.password ?? '');
  }
}

/**
 * A PostgreSQL on a copy of the template. The embedded package has no pg_basebackup, but a standby can also start from a
 * copy of a stopped cluster.
 */
class Server {
  readonly port: number;
  readonly #password: string;
  readonly #child: ChildProcess;

  private constructor(port: number, password: string, child: ChildProcess) {
    this.port = port;
    this.#password = password;
    this.#child = child;
  }

  static async start(template: Template, folder: string, settings: Record<string, string>, primary?: Server) {
    await run('cp', ['-a', template.folder, folder]);
    const { uid, gid } = fs.statSync(folder);
    const port = await freePort();
    const all: Record<string, string> = {
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'off',
      ...settings,
    };
    if (primary) {
      const signal = path.join(folder, 'standby.signal');
      fs.writeFileSync(signal, '');
      fs.chownSync(signal, uid, gid);
      all.wal_retrieve_retry_interval = '200ms';
      all.primary_conninfo = `host=127.0.0.1 port=${primary.port} user=${user} password=${template.password} application_name=standby`;
    }
    const { postgres } = await findBinaries();
    const log = fs.openSync(`${folder}.log`, 'a');
    const child = spawn(
      postgres,
      ['-D', folder, ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
      { ...(process.getuid?.() === 0 && { uid, gid }), cwd: '/', stdio: ['ignore', log, log] },
    );
    fs.closeSync(log);
    const server = new Server(port, template.password, child);
    await until('PostgreSQL to answer', () =>
      server.sql('select 1').then(
        () => true,
        () => false,
      ),
    );
    return server;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the type of the rows depends on the statement.
  async sql(text: string, values: unknown[] = []): Promise<any[]> {
    const client = new pg.Client({ host: '127.0.0.1', port: this.port, user, password: this.#password, database });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(text, values)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Simulates a power loss: kills the server and all its sessions at once. */
  async kill(): Promise<void> {
    const pid = this.#child.pid as number;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    const sessions = childrenOf(pid);
    for (const one of [pid, ...sessions]) {
      try {
        process.kill(one, 'SIGKILL');
      } catch {
        // The session has already ended.
      }
    }
    await ended;
  }
}

function childrenOf(pid: number): number[] {
  try {
    return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number).filter(Boolean);
  } catch {
    // Without /proc, sessions end on their own when their server is killed.
    return [];
  }
}

/** A primary that answers a write only after its standby has it. */
export class Pair {
  readonly primary: Server;
  readonly standby: Server;
  readonly #password: string;

  private constructor(primary: Server, standby: Server, password: string) {
    this.primary = primary;
    this.standby = standby;
    this.#password = password;
  }

  static async start(template: Template, folder: string): Promise<Pair> {
    fs.mkdirSync(folder);
    const primary = await Server.start(template, path.join(folder, 'a'), {
      synchronous_standby_names: '*',
      // The worst case: WAL that need not be flushed at once stays in memory.
      wal_writer_delay: '10s',
    });
    const standby = await Server.start(template, path.join(folder, 'b'), {}, primary);
    await until('the standby to stream', async () => {
      const [row] = await primary.sql(`select from pg_stat_replication where sync_state = 'sync'`);
      return row !== undefined;
    });
    return new Pair(primary, standby, template.password);
  }

  /** The standby is named first, so that the client has to skip it. */
  get url(): string {
    const hosts = `${this.standby.address},${this.primary.address}`;
    return `postgres://${user}:${encodeURIComponent(this.#password)}@${hosts}/${database}?target_session_attrs=read-write`;
  }

  promote(): Promise<unknown> {
    return this.standby.sql('select pg_promote(true, 30)');
  }

  async stop(): Promise<void> {
    await this.standby.kill();
  }
}
