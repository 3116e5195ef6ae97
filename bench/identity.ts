import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { createPasswords } from '#lib/passwords.ts';
import { compare, load, type Target } from './load.ts';
import { median, type Report } from './report.ts';
import { adminPassword, type Stage } from './stage.ts';

const tenants = 10_000;
const usersEach = 10;

/** Measures the cost of signing in and of authentication, and whether it grows with the number of tenants and users. */
export async function identity(stage: Stage, report: Report, rounds: number, seconds: number): Promise<void> {
  await authentication(stage, report, rounds);
  await amongManyUsers(stage, report, seconds);
}

async function authentication(stage: Stage, report: Report, rounds: number): Promise<void> {
  const nodes: ChildProcess[] = [];
  const start = (open: 'yes' | 'no'): Promise<string> => {
    const child = fork(path.join(import.meta.dirname, 'node.ts'), {
      execArgv: stage.nodeArguments,
      env: { ...stage.nodeEnvironment, BENCH_OPEN: open, BENCH_TENANT: stage.tenantId, BENCH_USER: stage.userId },
    });
    nodes.push(child);
    return new Promise((resolve) => child.once('message', (message) => resolve((message as { url: string }).url)));
  };
  try {
    const headers = { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' };
    const created = await fetch(`${stage.url}/api/sales/opportunities`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name: 'A machine' }),
    });
    const { _id } = (await created.json()) as { _id: string };
    const next: Target['next'] = () => ({ method: 'GET', path: `/api/sales/opportunities/${_id}`, headers });
    const { ours, theirs } = await compare(
      { name: 'get', url: await start('no'), next },
      { name: 'get without authentication', url: await start('yes'), next },
      // Many short rounds, because the difference is smaller than the variation of the machine from minute to minute.
      rounds * 5,
      1,
    );
    const ratio = ours.perSecond / theirs.perSecond;
    report(
      'get, against the same without authentication',
      `${ratio.toFixed(2)} (${ours.perSecond.toFixed(0)}/s; ${theirs.perSecond.toFixed(0)}/s)`,
      '≥ 0.95',
      ratio >= 0.95,
    );
  } finally {
    for (const node of nodes) node.kill();
  }
}

async function login(stage: Stage): Promise<number> {
  const startedAt = performance.now();
  const reply = await fetch(`${stage.url}/api/identity/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.com', password: adminPassword }),
  });
  if (reply.status !== 200) throw new Error(await reply.text());
  await reply.arrayBuffer();
  return performance.now() - startedAt;
}

async function amongManyUsers(stage: Stage, report: Report, seconds: number): Promise<void> {
  const headers = { authorization: `Bearer ${stage.token}` };
  const list: Target = {
    name: 'list',
    url: stage.url,
    next: () => ({ method: 'GET', path: '/api/sales/contacts?limit=20', headers }),
  };
  const measure = async () => {
    const times: number[] = [];
    for (let n = 0; n < 15; n += 1) times.push(await login(stage));
    await load(list, 1);
    return { login: median(times), list: await load(list, seconds) };
  };
  const alone = await measure();
  console.log(`adding ${tenants.toLocaleString('en')} tenants with ${usersEach} users each`);
  const password = await createPasswords(4).hash('nobody signs in with this');
  await stage.sql(
    `with made as (
      insert into tenants (account_key) select 'crowd-' || n from generate_series(1, $1::int) n returning id
    ), roles as (
      insert into identity_roles (tenant_id, id, name, permissions)
      select made.id, gen_random_uuid(), r.name, '{*}' from made, unnest(array['admin', 'manager', 'member', 'viewer']) r(name)
    )
    insert into identity_users (tenant_id, id, email, password, roles, active, email_verified)
    select made.id, gen_random_uuid(), 'user-' || n || '@example.com', $3::text, '{member}', true, true
    from made, generate_series(1, $2::int) n`,
    [tenants, usersEach, password],
  );
  await stage.sql('analyze tenants, identity_roles, identity_users');
  const among = await measure();
  const slower = among.login / alone.login;
  report(
    'login among 100,000 users in 10,000 tenants, against an empty system',
    `${slower.toFixed(2)} (${among.login.toFixed(0)} ms; ${alone.login.toFixed(0)} ms)`,
    '≤ 1.20',
    slower <= 1.2,
  );
  const fewer = alone.list.perSecond / among.list.perSecond;
  report(
    'list among 10,000 tenants, against an empty system',
    `${fewer.toFixed(2)} (${among.list.perSecond.toFixed(0)}/s; ${alone.list.perSecond.toFixed(0)}/s)`,
    '≤ 1.20',
    fewer <= 1.2,
  );
}
