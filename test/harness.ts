import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import type { Action } from '#core/action.ts';
import type { Job } from '#core/jobs/job.ts';
import { type ConnectionSettings, clientConfig } from '#db/connection.ts';
import { type App, createApp } from '../src/app.ts';
import {
  adminEmail,
  adminPassword,
  type Cluster,
  cloneDatabase,
  dropDatabase,
  startCluster,
  testConfig,
} from './cluster.ts';
import { send } from './http-client.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests assert the form of each reply themselves.
export type Json = any;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined when the reply has none. */
  readonly body: Json;
}

export interface StoredEvent {
  readonly id: string;
  readonly xid: string;
  readonly type: string;
  readonly model: string;
  readonly record_id: string;
  readonly record: Json;
  readonly previous: Json;
  readonly actor_id: string | null;
  readonly request_id: string;
  readonly occurred_at: Date;
  readonly via: string | null;
}

/** A caller of the API over real HTTP. */
export class Client {
  readonly url: string;
  readonly token: string | undefined;
  readonly userId: string;
  readonly accountKey: string;

  constructor(url: string, token?: string, userId = '', accountKey = 'default') {
    this.url = url;
    this.token = token;
    this.userId = userId;
    this.accountKey = accountKey;
  }

  async request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const {
      status,
      headers: answered,
      text,
    } = await send(
      `${this.url}${path}`,
      method,
      {
        // Compressing answers takes a tenth of the time of a test. compression.test.ts requests it.
        'accept-encoding': 'identity',
        ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    );
    const isJson = answered.get('content-type')?.includes('json') ?? false;
    return { status, headers: answered, text, body: isJson && text !== '' ? JSON.parse(text) : undefined };
  }

  get(path: string, headers?: Record<string, string>): Promise<Reply> {
    return this.request('GET', path, undefined, headers);
  }
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply> {
    return this.request('POST', path, body, headers);
  }
  put(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply> {
    return this.request('PUT', path, body, headers);
  }
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply> {
    return this.request('PATCH', path, body, headers);
  }
  delete(path: string, headers?: Record<string, string>): Promise<Reply> {
    return this.request('DELETE', path, undefined, headers);
  }

  /** Creates a record and returns it; throws with the reply when that fails. */
  async create(path: string, record: Record<string, unknown>): Promise<Json> {
    const reply = await this.post(path, record);
    if (reply.status !== 201) throw new Error(`POST ${path} answered ${reply.status}: ${reply.text}`);
    return reply.body;
  }
}

export interface TestApp {
  readonly app: App;
  /** The connection settings of its database, for a second node. */
  readonly connection: ConnectionSettings;
  readonly url: string;
  /** The admin of the default tenant, who is also the operator of the platform. */
  readonly admin: Client;
  readonly anonymous: Client;
  /** Runs statements without row security, only for assertions. */
  readonly sql: <Row = Json>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** Events of a record, or all events of the database, in order. */
  events(recordId?: string): Promise<StoredEvent[]>;
  /**
   * Waits for all transactions that are open in the cluster now. Each of them delays the events that were written after
   * it.
   */
  settled(): Promise<void>;
  login(email: string, password: string, accountKey?: string): Promise<Client>;
  /** Creates a tenant. The client is its admin. */
  tenant(accountKey?: string): Promise<Client>;
  /** Creates a user with a new role in the tenant of `by`. */
  user(role: { permissions: string[]; hiddenFields?: Json; readOnlyFields?: Json }, by?: Client): Promise<Client>;
  close(): Promise<void>;
}

/** Starts a server on a new database. Each worker of a run has a cluster; a file that runs alone starts its own. */
export async function startApp(
  env: Record<string, string> = {},
  jobs: readonly Job[] = [],
  makeDatabase = cloneDatabase,
  actions: readonly Action[] = [],
): Promise<TestApp> {
  const given = process.env.ATRIUM_TEST_CLUSTER;
  const cluster: Cluster = given ? { admin: JSON.parse(given), stop: async () => {} } : await startCluster();
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const connection = await makeDatabase(cluster, name);
  const app = await createApp({
    config: testConfig(env),
    connection,
    log: pino({ level: env.LOG_LEVEL ?? 'silent' }),
    passwordCost: 4,
    jobs,
    actions,
  });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
  const inspector = new pg.Pool({ ...clientConfig({ ...cluster.admin, database: name }), max: 2 });
  inspector.on('error', () => {});
  const anonymous = new Client(url);
  const sql = async (text: string, values: unknown[] = []) => (await inspector.query(text, values)).rows;

  const login = async (email: string, password: string, accountKey = 'default'): Promise<Client> => {
    const reply = await anonymous.post('/api/identity/auth/login', { email, password, accountKey });
    if (reply.status !== 200) throw new Error(`login answered ${reply.status}: ${reply.text}`);
    return new Client(url, reply.body.token, reply.body.user.id, accountKey);
  };
  const admin = await login(adminEmail, adminPassword);

  const tenant = async (accountKey = `t-${randomBytes(5).toString('hex')}`): Promise<Client> => {
    const input = { accountKey, adminEmail, adminPassword, plan: 'standard' };
    const reply = await admin.post('/api/identity/account-provisioning/provision', input);
    if (reply.status !== 201) throw new Error(`provisioning answered ${reply.status}: ${reply.text}`);
    return login(adminEmail, adminPassword, accountKey);
  };

  const user: TestApp['user'] = async (role, by = admin) => {
    const unique = randomBytes(5).toString('hex');
    await by.create('/api/identity/roles', { name: `role-${unique}`, ...role });
    const email = `user-${unique}@example.com`;
    await by.create('/api/identity/users', { email, password: adminPassword, roles: [`role-${unique}`] });
    return login(email, adminPassword, by.accountKey);
  };

  const settled = async (): Promise<void> => {
    const [{ end }] = await sql('select pg_snapshot_xmax(pg_current_snapshot())::text as end');
    for (let past = false; !past; ) {
      [{ past }] = await sql('select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as past', [end]);
      if (!past) await sleep(20);
    }
  };

  return {
    app,
    connection,
    url,
    settled,
    admin,
    anonymous,
    sql: sql as TestApp['sql'],
    events: (recordId) =>
      sql(`select * from events where ($1::uuid is null or record_id = $1::uuid) order by xid, seq`, [
        recordId ?? null,
      ]) as Promise<StoredEvent[]>,
    login,
    tenant,
    user,
    async close() {
      await app.close();
      await inspector.end();
      await dropDatabase(cluster, name);
      await cluster.stop();
    },
  };
}

/** Starts a server at the top of a test file. It closes after the last test. */
export async function appForFile(
  env?: Record<string, string>,
  jobs?: readonly Job[],
  actions?: readonly Action[],
): Promise<TestApp> {
  const started = await startApp(env, jobs, undefined, actions);
  after(() => started.close());
  return started;
}
