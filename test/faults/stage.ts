import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import { clientConfig } from '#db/connection.ts';
import { adminPassword, type Cluster, cloneDatabase, dropDatabase, startCluster } from '../cluster.ts';
import { Client, type Json } from '../harness.ts';
import { type Environment, Home, type ServerProcess, until } from '../process.ts';
import type { Sink } from './sink.ts';

export const contacts = '/api/sales/contacts';
export const webhooks = '/api/integrations/webhooks';

/** The time that a node may take to write the result of an attempt after its deadline. */
export const leaseMarginMs = 10_000;

const packageJson = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'));
export const settings = {
  JWT_SECRET: 'a secret for tests that is long enough',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  WEBHOOK_ALLOW_PRIVATE: 'true',
  // The same memory limits as `npm start`.
  NODE_OPTIONS: (packageJson.scripts.start.match(/--max-\S+/g) ?? []).join(' '),
};

const sharedCluster = (): Promise<Cluster> => {
  const given = process.env.ATRIUM_TEST_CLUSTER;
  return given ? Promise.resolve({ admin: JSON.parse(given), stop: async () => {} }) : startCluster();
};

/** A database and any number of server processes on it. */
export class Stage {
  readonly #cluster: Cluster;
  readonly #database: string;
  readonly #home = new Home();
  readonly #inspector: pg.Pool;
  #token: { token: string; userId: string } | undefined;

  private constructor(cluster: Cluster, database: string) {
    this.#cluster = cluster;
    this.#database = database;
    this.#inspector = new pg.Pool({ ...clientConfig({ ...cluster.admin, database }), max: 2 });
    this.#inspector.on('error', () => {});
  }

  /**
   * Starts a stage at the top of a test file. `ownCluster` starts a PostgreSQL that no other file uses, for faults that
   * affect the whole cluster. It restarts by itself when it is stopped.
   */
  static async forFile({ ownCluster = false } = {}): Promise<Stage> {
    const cluster = ownCluster ? await startCluster() : await sharedCluster();
    const database = `faults_${process.pid}_${randomBytes(4).toString('hex')}`;
    await cloneDatabase(cluster, database);
    const stage = new Stage(cluster, database);
    after(() => stage.#close());
    return stage;
  }

  launch(env: Environment = {}): ServerProcess {
    const { user, password = '', host = '', port } = this.#cluster.admin;
    const DATABASE_URL = `postgres://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${this.#database}`;
    return this.#home.launch({ ...settings, DATABASE_URL, ...env });
  }

  start(env?: Environment): Promise<ServerProcess> {
    return this.launch(env).ready();
  }

  /** The admin of the default tenant, with one session for all servers. */
  async admin(server: ServerProcess): Promise<Client> {
    if (!this.#token) {
      const { token = '', userId } = await server.signIn(adminPassword);
      this.#token = { token, userId };
    }
    return new Client(server.url, this.#token.token, this.#token.userId);
  }

  /** Runs a statement that bypasses row security. */
  async sql<Row = Json>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#inspector.query(text, values)).rows as Row[];
  }

  /** A separate connection, for a transaction that stays open. */
  async connect(): Promise<pg.Client> {
    const {
      application_name: _,
      options: __,
      ...config
    } = clientConfig({ ...this.#cluster.admin, database: this.#database });
    const client = new pg.Client(config);
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  async tenantId(): Promise<string> {
    const [row] = await this.sql<{ id: string }>(`select id from tenants where account_key = 'default'`);
    return row?.id ?? '';
  }

  async #close(): Promise<void> {
    await this.#home[Symbol.asyncDispose]();
    await this.#inspector.end();
    await dropDatabase(this.#cluster, this.#database);
    await this.#cluster.stop();
  }
}

/** Registers a webhook for created contacts, and its secret with the receiver. */
export async function register(client: Client, sink: Sink, path: string, url = sink.url(path)): Promise<Json> {
  const webhook = await client.create(webhooks, { url, events: ['contact.created'] });
  sink.trust(webhook.secret);
  return webhook;
}

/** Creates contacts in bulk requests, and returns their ids. */
export async function createMany(client: Client, count: number, record: Json = {}, atOnce = 100): Promise<string[]> {
  const created: string[] = [];
  while (created.length < count) {
    const operations = Array.from({ length: Math.min(atOnce, count - created.length) }, (_, n) => ({
      op: 'create',
      record: { lastName: `Contact ${created.length + n}`, ...record },
    }));
    const reply = await client.post(`${contacts}/bulk`, { operations });
    assert.equal(reply.status, 200, reply.text.slice(0, 1000));
    created.push(...reply.body.results.map((result: Json) => result.record._id));
  }
  return created;
}

/** The number of deliveries in the log by status. */
export async function states(stage: Stage): Promise<Record<string, number>> {
  const rows = await stage.sql<{ status: string; count: number }>(
    'select status, count(*)::int from webhook_delivery_log group by status',
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** Waits until the log has `count` delivered deliveries, and none with another status. */
export const allDelivered = (stage: Stage, count: number, deadlineMs = 60_000): Promise<unknown> =>
  until(
    `${count} deliveries to be delivered`,
    async () => {
      const { delivered = 0, ...others } = await states(stage);
      return delivered >= count && Object.keys(others).length === 0;
    },
    deadlineMs,
  ).catch(async (error: Error) => {
    throw new Error(`${error.message}; the log has ${JSON.stringify(await states(stage))}`);
  });

/** Asserts that each contact has one event, each event one delivery to each webhook, and that there are no others. */
export async function assertOneToOne(stage: Stage): Promise<void> {
  const events = await stage.sql(`
    select coalesce(c.id, e.record_id) as id, coalesce(e.events, 0) as events, c.id is null as gone
    from sales_contacts c full join (
      select record_id, count(*)::int as events from events where model = 'sales.contacts' group by record_id
    ) e on e.record_id = c.id
    where c.id is null or e.events is distinct from 1 limit 10`);
  assert.deepEqual(events, [], 'a contact without its one event, or an event without its contact');
  const deliveries = await stage.sql(`
    select coalesce(e.id, d.event_id) as event, coalesce(d.deliveries, 0) as deliveries, e.id is null as gone
    from (
      select e.id, w.webhook_id from events e join webhook_endpoints w on w.tenant_id = e.tenant_id
        and (e.xid, e.seq) > (select i.xid, i.seq from events i where i.record_id = w.webhook_id and i.type = 'webhook.created')
      where e.type = 'contact.created'
    ) e full join (
      select event_id, webhook_id, count(*)::int as deliveries from webhook_delivery_log group by event_id, webhook_id
    ) d on d.event_id = e.id and d.webhook_id = e.webhook_id
    where e.id is null or d.deliveries is distinct from 1 limit 10`);
  assert.deepEqual(deliveries, [], 'an event without its one delivery, or a delivery without its event');
}

/** Watches the resident memory of a process in megabytes; always 0 without /proc. */
export class MemoryWatch implements Disposable {
  readonly before: number;
  maxMb: number;
  readonly #timer: NodeJS.Timeout;

  constructor({ pid }: ServerProcess) {
    this.before = residentMb(pid);
    this.maxMb = this.before;
    this.#timer = setInterval(() => {
      this.maxMb = Math.max(this.maxMb, residentMb(pid));
    }, 20);
  }

  get grownMb(): number {
    return this.maxMb - this.before;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

function residentMb(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    // The file is missing without /proc, or when the process has ended.
    return 0;
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
