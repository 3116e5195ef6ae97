import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { createVault } from '#lib/vault.ts';

export const adminPassword = 'a password for the bench';
const root = path.join(import.meta.dirname, '..');

/** The arguments of `npm start`. */
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
const startArguments = scripts.start.split(' ').slice(1);

/** A real server process on its own data folder, and a process with the bare handler. */
export interface Stage {
  readonly url: string;
  readonly bareUrl: string;
  readonly token: string;
  readonly userId: string;
  readonly tenantId: string;
  readonly pid: number;
  /** Arguments of `npm start` for another node on the same database. */
  readonly nodeArguments: string[];
  readonly nodeEnvironment: Readonly<Record<string, string | undefined>>;
  readonly firstStartMs: number;
  readonly secondStartMs: number;
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly ms: number;
}

function startServer(dataDir: string, environment: Readonly<Record<string, string>>): Promise<Running> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, startArguments, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'warn',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      FILE_MAX_SIZE: '2GB',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const url = /^ready on (\S+)$/m.exec(output)?.[1];
      if (url) resolve({ child, url, ms: performance.now() - startedAt });
    });
    child.once('exit', (code) => reject(new Error(`the server exited with ${code}`)));
  });
}

const stopServer = ({ child }: Running): Promise<void> =>
  new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });

export async function startStage(environment: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'atrium-bench-'));
  const first = await startServer(dataDir, environment);
  await stopServer(first);
  const server = await startServer(dataDir, environment);
  const secret = (name: string) => readFileSync(path.join(dataDir, 'secrets', name), 'utf8').trim();
  const database = { host: path.join(dataDir, 'run'), port: 5432, database: 'atrium' };
  const owner = new pg.Client({ ...database, user: 'atrium', password: secret('database-password') });
  await owner.connect();
  const reply = await fetch(`${server.url}/api/identity/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.com', password: adminPassword }),
  });
  const { token, user } = (await reply.json()) as { token: string; user: { id: string } };
  const appPassword = createVault(Buffer.from(secret('encryption-key'), 'base64')).derive('database role');
  const connection = { ...database, user: 'atrium_app', password: appPassword };
  const bare = fork(path.join(import.meta.dirname, 'bare.ts'), {
    env: {
      ...process.env,
      BENCH_CONNECTION: JSON.stringify({ ...connection, options: '-c jit=off -c timezone=UTC' }),
      BENCH_TENANT: '1',
      BENCH_USER: user.id,
    },
  });
  const bareUrl = await new Promise<string>((resolve) =>
    bare.once('message', (message) => resolve((message as { url: string }).url)),
  );
  return {
    url: server.url,
    bareUrl,
    token,
    userId: user.id,
    tenantId: '1',
    pid: server.child.pid ?? 0,
    nodeArguments: startArguments.slice(0, -1),
    nodeEnvironment: { ...process.env, DATA_DIR: dataDir, BENCH_CONNECTION: JSON.stringify(connection) },
    firstStartMs: first.ms,
    secondStartMs: server.ms,
    sql: async (text, values = []) => (await owner.query(text, values)).rows,
    async close() {
      bare.kill();
      await owner.end();
      await stopServer(server);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Realistic opportunities: all stages, some without a value, and repeated amounts. */
const opportunities = `insert into sales_opportunities (tenant_id, id, name, value, stage, close_date, owner_id, created_at, updated_at)
  select t::bigint, gen_random_uuid(), 'Opportunity ' || n, case when n % 10 > 0 then (n::bigint * 7919) % 100000 end,
    (array['prospecting','qualification','needsAnalysis','proposal','negotiation','won','lost'])[1 + n % 7],
    date '2026-01-01' + n % 365, null, now() - n * interval '1 minute', now()
  from unnest($1::bigint[]) t, generate_series(1, $2::int) n`;

/** Above this number of rows, creating the indexes after the rows is faster. */
const manyRows = 1_000_000;
const tenantsAtOnce = 50;

export async function fill(stage: Stage, tenants: readonly string[], rowsEach: number): Promise<void> {
  const indexes =
    tenants.length * rowsEach < manyRows
      ? []
      : await stage.sql(
          `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
           where indrelid = 'sales_opportunities'::regclass and not indisprimary`,
        );
  for (const { name } of indexes) await stage.sql(`drop index ${name}`);
  for (let n = 0; n < tenants.length; n += tenantsAtOnce)
    await stage.sql(opportunities, [tenants.slice(n, n + tenantsAtOnce), rowsEach]);
  if (indexes.length > 0) await stage.sql(`set maintenance_work_mem = '1GB'`);
  for (const { definition } of indexes) await stage.sql(String(definition));
  await stage.sql('vacuum analyze sales_opportunities');
}

export const residentMegabytes = (pid: number): number => {
  const pages = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(pages) / 1024;
};
