import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import pino from 'pino';
import type { Caller } from '#core/access/caller.ts';
import { type Context, inTransaction } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { clientConfig } from '#db/connection.ts';
import { adminPassword, testConfig } from '#test/cluster.ts';
import { appForFile, Client } from '#test/harness.ts';
import { listStatement } from '#test/list-statements.ts';
import { createApp } from '../../app.ts';
import { operations } from './index.ts';
import { invoke } from './operation.ts';

const started = await appForFile();
const { admin, app, connection, sql, user } = started;

const node = await createApp({ config: testConfig(), connection, log: pino({ level: 'silent' }), passwordCost: 4 });
await node.server.listen({ host: '127.0.0.1', port: 0 });
after(() => node.close());
const nodeUrl = `http://127.0.0.1:${(node.server.server.address() as AddressInfo).port}`;
/** The same caller on the second node. */
const onSecond = ({ token, userId }: Client): Client => new Client(nodeUrl, token, userId);

const deals = '/api/sales/opportunities';
/** The total of a full page, because other pages determine their total without a count. */
const totalOf = async (client: Client, query: string, list = deals): Promise<number> => {
  const { status, body, text } = await client.get(`${list}?limit=1&${query}`);
  assert.equal(status, 200, text);
  assert.equal(body.meta.totalExact, true);
  return body.meta.total;
};

/** A repeatable source of random numbers. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A transaction that writes a deal with its event, as an operation does, and stays open. */
async function openTransaction(stage: string): Promise<{ end(how: 'commit' | 'rollback'): Promise<void> }> {
  const client = new pg.Client(clientConfig(connection));
  await client.connect();
  await client.query(`begin; set local app.tenant = '1'`);
  const id = randomUUID();
  await client.query(`insert into sales_opportunities (tenant_id, id, name, stage) values (1, $1, 'Slow', $2)`, [
    id,
    stage,
  ]);
  await client.query(
    `insert into events (tenant_id, xid, id, type, model, record_id, record)
     values (1, (select event_place(n.epoch) from tenants n where n.id = 1), gen_random_uuid(), 'opportunity.created', 'sales.opportunities', $1, '{}')`,
    [id],
  );
  return {
    async end(how) {
      await client.query(how);
      await client.end();
    },
  };
}

describe('the total of a list', () => {
  it('is what counting gives, on every node, whatever is written and whenever it commits', async () => {
    const random = randomFrom(Number(process.env.SEED ?? 20_261_118));
    const account = await admin.create('/api/sales/accounts', { name: 'Acme' });
    const ids: string[] = [];
    const slow: Awaited<ReturnType<typeof openTransaction>>[] = [];
    const callers = [admin, onSecond(admin)];
    const create = async (by: Client) => {
      const record = { name: 'Deal', stage: random(2) ? 'won' : 'lost', accountId: random(2) ? account._id : null };
      ids.push((await by.create(deals, record))._id);
    };
    const steps: ((by: Client) => Promise<unknown>)[] = [
      create,
      create,
      (by) => by.patch(`${deals}/${ids[random(ids.length)]}`, { stage: random(2) ? 'won' : 'lost' }),
      (by) => by.delete(`${deals}/${ids.splice(random(ids.length), 1)[0]}`),
      (by) => by.patch(`/api/sales/accounts/${account._id}`, { name: random(2) ? 'Acme' : 'Other' }),
      // Events of other models do not change the count.
      (by) => by.create('/api/sales/contacts', { lastName: 'Other' }),
      async () => slow.push(await openTransaction(random(2) ? 'won' : 'lost')),
      async () => slow.splice(random(slow.length), 1)[0]?.end(random(3) ? 'commit' : 'rollback'),
      async () => {},
    ];
    for (let n = 0; n < 8; n += 1) await create(admin);
    const where = {
      'filter[stage]=won': `stage = 'won'`,
      'filter[stage]=won&sort=-value&count=exact': `stage = 'won'`,
      'filter[accountId.name]=Acme': `account_id in (select id from sales_accounts where name = 'Acme')`,
      '': 'true',
    };
    for (let step = 0; step < 60; step += 1) {
      const by = callers[random(2)] as Client;
      await steps[random(steps.length)]?.(by);
      for (const [query, condition] of Object.entries(where)) {
        const [{ n }] = await sql(
          `select count(*)::int as n from sales_opportunities where tenant_id = 1 and ${condition}`,
        );
        for (const caller of callers) assert.equal(await totalOf(caller, query), n, `step ${step}, ${query}`);
      }
    }
    for (const transaction of slow) await transaction.end('rollback');
  });

  it('is not counted again while nothing of its models was written', async () => {
    for (let n = 0; n < 3; n += 1) await admin.create('/api/sales/campaigns', { name: `Campaign ${n}` });
    const list = '/api/sales/campaigns';
    assert.equal(await totalOf(admin, '', list), 3);
    // Deleting a row without an event reveals whether the rows were counted.
    await sql(`delete from sales_campaigns where name = 'Campaign 0'`);
    await admin.create('/api/sales/contacts', { lastName: 'Other' });
    assert.equal(await totalOf(admin, '', list), 3);
    assert.equal(await totalOf(admin, 'sort=name', list), 3);
    const other = await user({ permissions: ['*'] });
    assert.equal(await totalOf(other, '', list), 3);
    await admin.create(list, { name: 'Campaign 3' });
    assert.equal(await totalOf(admin, '', list), 3);
    assert.equal(await totalOf(admin, 'filter[name][startsWith]=Campaign', list), 3);
  });

  it('follows the teams of a caller with the reach of a team', async () => {
    const [ann, bob] = [
      await user({ permissions: ['sales:read:team'] }),
      await user({ permissions: ['sales:read:own'] }),
    ];
    for (const owner of [ann, ann, bob, bob])
      await admin.create('/api/sales/leads', { lastName: 'L', ownerId: owner.userId });
    assert.equal(await totalOf(ann, '', '/api/sales/leads'), 2);
    const team = await admin.create('/api/identity/teams', { name: 'Team' });
    const members = [];
    for (const { userId } of [ann, bob])
      members.push(await admin.create('/api/identity/teamUsers', { teamId: team._id, userId }));
    assert.equal(await totalOf(ann, '', '/api/sales/leads'), 4);
    await admin.delete(`/api/identity/teamUsers/${members[1]._id}`);
    assert.equal(await totalOf(ann, '', '/api/sales/leads'), 2);
  });

  it('is counted each time when it depends on a field that is written without an event', async () => {
    const query = 'filter[lastLoginAt][null]=true';
    const users = '/api/identity/users';
    for (let n = 0; n < 3; n += 1)
      await admin.create(users, { email: `new-${n}@example.com`, password: adminPassword, roles: ['admin'] });
    assert.equal(await totalOf(admin, query, users), 3);
    await sql(`update identity_users set last_login_at = now() where email = 'new-0@example.com'`);
    assert.equal(await totalOf(admin, query, users), 2);
  });

  it('includes in a transaction what the transaction has written, and only there', async () => {
    const caller = await app.services.directory.actor('1', admin.userId);
    const registry = await app.services.directory.registry('1');
    const model = registry.find('sales', 'industries') as Model;
    const context: Context = { services: app.services, caller: caller as Caller, registry, requestId: 'test' };
    const total = async (within: Context) => {
      const { body } = await invoke(within, operations.list, model, { query: () => ({ limit: 1 }), source: 'limit=1' });
      return JSON.parse(body).meta.total;
    };
    for (let n = 0; n < 2; n += 1) await admin.create(model.path, { name: `Industry ${n}` });
    assert.equal(await total(context), 2);
    const rollback = new Error('rolled back');
    await assert.rejects(
      inTransaction(context, async (within) => {
        await invoke(within, operations.create, model, { record: { name: 'Industry 2' } });
        assert.equal(await total(within), 3);
        throw rollback;
      }),
      rollback,
    );
    assert.equal(await total(context), 2);
  });

  it('is checked with the index of the events', async () => {
    await totalOf(admin, 'filter[stage]=won');
    const [text, values] = await listStatement(started, () => admin.get(`${deals}?limit=1&filter[stage]=won`));
    const rows = await app.services.db.transaction('1', (tx) =>
      tx.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values),
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.ok(
      values.some((value) => /^\d+$/.test(String(value)) && Number(value) > 1),
      'a count is remembered',
    );
    assert.doesNotMatch(plan, /Seq Scan on events/);
    // Partitions of months before the count are not searched.
    assert.ok(
      (plan.match(/on events_\d{4}_\d\d e_?\d* *$/gm) ?? []).length <= 6 || /Subplans Removed/.test(plan),
      plan,
    );
  });
});

describe('a write without an event', () => {
  it('changes only fields that are declared so', () => {
    const sources = path.join(import.meta.dirname, '../../../src');
    const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.test)\.ts$/.test(file),
    );
    const models = new Map(app.registry.models.map((model) => [model.table, model]));
    const undeclared: string[] = [];
    for (const file of files) {
      const text = readFileSync(path.join(sources, file), 'utf8');
      for (const [, verb = '', table = '', rest = ''] of text.matchAll(
        /\b(update|insert into|delete from)\s+([a-z0-9_]+)\b([\s\S]{0,400})/g,
      )) {
        const model = models.get(table);
        if (!model) continue;
        const set = /^\s+(?:as\s+)?[a-z]*\s*set\s([\s\S]*)/.exec(rest)?.[1] ?? '';
        const columns = model.stored.filter(({ column }) =>
          new RegExp(`(?:^|[\\s,])${column}\\s*=`).test(set.split(/\bwhere\b/)[0] ?? ''),
        );
        const calls = /^\$\{set[A-Z]/.test(set);
        const declared = model.stored.filter((field) => field.declared.eventless);
        const isDeclared =
          verb === 'update' &&
          (calls ? declared.length > 0 : columns.length > 0 && columns.every((field) => declared.includes(field)));
        if (!isDeclared) undeclared.push(`${file}: ${verb} ${table}`);
      }
    }
    assert.deepEqual(undeclared, []);
  });
});
