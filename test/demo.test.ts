import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { before as beforeAll, describe, it } from 'node:test';
import { type Loaded, loadDemo } from '../scripts/demo/load.ts';
import { adminPassword } from './cluster.ts';
import { eventually } from './eventually.ts';
import { appForFile, type Json, type StoredEvent, startApp } from './harness.ts';
import { long } from './long.ts';
import { assertStops, childEnvironment, Home } from './process.ts';
import { programFile } from './programs.ts';

const { app, admin, anonymous, sql, events } = await appForFile();
const today = new Date('2026-03-02T10:00:00Z');

const totalOf = async (list: string): Promise<number> => (await admin.get(`${list}&limit=1`)).body.meta.total;

describe('the demo company', () => {
  let loaded: Loaded;
  let before: StoredEvent[];
  /** All records that the load made. */
  let made: StoredEvent[];
  let written: StoredEvent[];
  /** The last state of each record, with the totals that its lines gave it. */
  let states: Map<string, Json>;
  const records = (model: string): Json[] =>
    written.filter((event) => event.model === model).map(({ record_id }) => states.get(record_id ?? ''));
  /** The later ones of contacts that are listed as duplicates. */
  const enteredTwice = new Set<string>();
  const byId = (model: string): Map<string, Json> => new Map(records(model).map((record) => [record._id, record]));

  beforeAll(async () => {
    const earlier = new Set((await events()).map((event) => event.id));
    loaded = await loadDemo(app.services, { today });
    const all = (await events()).filter(
      // A custom field is no record; its event shows the model.
      ({ model }) => model !== 'identity.security' && model !== 'data.models',
    );
    before = all.filter((event) => earlier.has(event.id));
    // A job publishes the website after the load, with its own events.
    const loading = all.find(({ record }) => record?.key === 'demo.company');
    // The rules of the demo company are changes of models, not records.
    const ofLoad = all.filter(
      (event) => event.model !== 'data.models' && !earlier.has(event.id) && event.xid === loading?.xid,
    );
    made = ofLoad.filter(({ type }) => type.endsWith('.created'));
    // Actions of the product make further records, such as invoices, at the real time of the load.
    written = made.filter(({ record }) => record.createdAt <= today.toISOString());
    states = new Map(ofLoad.map(({ record_id, record }) => [record_id ?? '', record]));
    const { data } = (await admin.get('/api/data/duplicates?model=sales.contacts')).body;
    for (const { ids } of data) for (const id of ids.slice(1)) enteredTwice.add(id);
  });

  it('has a website whose pages can be visited', async () => {
    const [website] = (await admin.get('/api/marketing/websites')).body.data;
    await eventually(async () => {
      const home = await anonymous.get(`/sites/default/${website.slug}/`);
      assert.equal(home.status, 200, home.text.slice(0, 500));
      assert.match(home.text, /Good coffee, looked after/);
    });
    for (const path of ['machines', 'service', 'contact', 'tasting'])
      assert.equal((await anonymous.get(`/sites/default/${website.slug}/${path}`)).status, 200, path);
    assert.equal((await anonymous.get(`/sites/default/${website.slug}/blog/how-to-descale`)).status, 404);
  });

  it('has formulas and rollups with values', async () => {
    const { data } = (await admin.get('/api/sales/accounts?filter[wonTotal][gt]=0&sort=-wonTotal')).body;
    assert.ok(data.length > 3);
    assert.ok(data.every(({ tier, lastWonOn }: Json) => tier !== null && lastWonOn !== null));
    const won = (await admin.get('/api/sales/opportunities?filter[stage]=won&filter[commission][gt]=0')).body.data;
    assert.ok(won.length > 0);
  });

  it('has a record in every model that people can write', () => {
    // New tenants already have statuses, and the demo creates no API keys and calls no language model.
    const left = ['identity.apiKeys', 'ai.aiConversations'];
    const withRecords = new Set([...before, ...made].map(({ model }) => model));
    const empty = app.registry.models.filter(
      ({ name, readOnly }) => !readOnly && records(name).length === 0 && !withRecords.has(name) && !left.includes(name),
    );
    assert.deepEqual(
      empty.map((model) => model.name),
      [],
    );
  });

  it('has several hundred records, each created once by the admin', async () => {
    assert.equal(loaded.loaded, true);
    const counted = [...loaded.counts.values()].reduce((sum, count) => sum + count, 0);
    assert.ok(counted > 600, `${counted} records`);
    assert.equal(written.length, counted);
    assert.equal(new Set(written.map((event) => event.record_id)).size, counted);
    for (const { type, actor_id, model, record } of written) {
      assert.match(type, /\.created$/);
      // Records that only the platform writes, such as published posts, and past activities, whose invitations must not be sent, have no actor.
      const byPlatform = app.registry.named(model)?.readOnly || (model === 'sales.activities' && actor_id === null);
      assert.equal(actor_id, byPlatform ? null : admin.userId);
      assert.equal(record.version, 1);
    }
    for (const { name, table } of app.registry.models) {
      const ids = records(name).map((record) => record._id);
      const [row] = await sql(`select count(*)::int as stored from ${table} where id = any($1)`, [ids]);
      assert.equal(row.stored, ids.length, name);
    }
  });

  it('is as large as a small company', async () => {
    const atLeast: Record<string, number> = {
      'sales/accounts': 40,
      'sales/contacts': 120,
      'sales/leads': 40,
      'sales/opportunities': 60,
      'ui/supportTickets': 20,
      'identity/users': 10,
    };
    for (const [model, min] of Object.entries(atLeast)) {
      const total = await totalOf(`/api/${model}?count=exact`);
      assert.ok(total >= min, `${total} of ${model}`);
    }
    const stages = await admin.get('/api/sales/opportunities/aggregate?groupBy=stage&sum=value');
    assert.deepEqual(
      new Set(stages.body.data.map((group: Json) => group.stage)),
      new Set(['prospecting', 'qualification', 'needsAnalysis', 'proposal', 'negotiation', 'won', 'lost']),
    );
  });

  it('uses only choice values that the registry suggests', () => {
    for (const model of app.registry.models) {
      for (const { key, type, options } of model.fields.values()) {
        if (type.name !== 'choice' || !options) continue;
        const suggested = new Set(options.map((option) => option.value));
        for (const record of records(model.name)) {
          const value = record[key];
          assert.ok(value === null || suggested.has(value), `${model.name}.${key} is ${value}`);
        }
      }
    }
  });

  it('gives every person a different name and an address in a reserved domain', () => {
    // A converted lead is excluded: it is the same person as its contact. So are contacts that were entered twice.
    const leads = records('sales.leads').filter(({ status }) => status !== 'converted');
    const contacts = records('sales.contacts').filter(({ _id }) => !enteredTwice.has(_id));
    const people = [...contacts, ...leads, ...records('identity.users')];
    assert.equal(new Set(people.map(({ email }) => email)).size, people.length);
    assert.equal(new Set(people.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).size, people.length);
    // The server itself serves the contents of files.
    const text = JSON.stringify(written.map(({ record }) => record)).replaceAll(app.services.publicUrl(), '');
    const hosts = text.matchAll(/(?:\w@|https?:\/\/)([\w-]+(?:\.[\w-]+)*)/g);
    for (const [address, host] of hosts) assert.match(host ?? '', /\.example$/i, address);
  });

  it('has contacts and an account that were entered twice, to be merged', async () => {
    assert.ok(enteredTwice.size >= 3);
    assert.equal((await admin.get('/api/data/duplicates?model=sales.accounts')).body.data.length, 1);
  });

  it('has deals whose contacts, quotes, orders and totals are consistent', () => {
    const contacts = byId('sales.contacts');
    const opportunities = byId('sales.opportunities');
    const linesOf = (model: string, field: string, id: string) => records(model).filter((line) => line[field] === id);
    const netOf = (lines: Json[]) => Math.round(lines.reduce((total, line) => total + line.net * 100, 0)) / 100;
    for (const opportunity of opportunities.values()) {
      assert.notEqual(opportunity.accountId, null);
      assert.equal(contacts.get(opportunity.contactId).accountId, opportunity.accountId);
      assert.equal(netOf(linesOf('sales.opportunityProducts', 'opportunityId', opportunity._id)), opportunity.value);
      assert.equal(['won', 'lost'].includes(opportunity.stage), opportunity.closeDate < '2026-03-02');
    }
    for (const [model, lines, field] of [
      ['sales.quotes', 'sales.quoteProducts', 'quoteId'],
      ['sales.orders', 'sales.orderProducts', 'orderId'],
    ] as const) {
      assert.ok(records(model).length > 10);
      for (const document of records(model)) {
        assert.equal(opportunities.get(document.opportunityId).accountId, document.accountId);
        assert.equal(contacts.get(document.contactId).accountId, document.accountId);
        assert.equal(netOf(linesOf(lines, field, document._id)), document.subtotal, document.number);
        assert.equal(Math.round((document.subtotal - document.discount + document.tax) * 100) / 100, document.total);
      }
    }
    for (const order of records('sales.orders')) assert.equal(opportunities.get(order.opportunityId).stage, 'won');
  });

  it('has tickets, escalations and renewals of its own customers', () => {
    const accounts = byId('sales.accounts');
    const tickets = byId('ui.supportTickets');
    for (const ticket of tickets.values()) assert.equal(accounts.get(ticket.accountId).status, 'customer');
    for (const renewal of records('customerSuccess.renewals')) assert.ok(accounts.has(renewal.accountId));
    for (const escalation of records('customerSuccess.escalations')) {
      assert.equal(tickets.get(escalation.supportTicketId).accountId, escalation.accountId);
    }
    for (const view of records('ui.recordRecentViews')) assert.ok(accounts.has(view.recordId));
  });

  it('has a deal of every salesperson in every stage, and converted leads', () => {
    const stagesOf = Map.groupBy(records('sales.opportunities'), ({ ownerId }) => ownerId);
    assert.ok(stagesOf.size > 2);
    for (const deals of stagesOf.values()) assert.equal(new Set(deals.map(({ stage }) => stage)).size, 7);
    const contacts = byId('sales.contacts');
    const opportunities = byId('sales.opportunities');
    const converted = records('sales.leads').filter(({ status }) => status === 'converted');
    assert.ok(converted.length >= 5);
    for (const lead of converted) {
      const contact = contacts.get(lead.convertedContactId);
      assert.deepEqual([lead.email, lead.convertedAccountId], [contact.email, contact.accountId]);
      assert.ok(lead.createdAt < lead.convertedAt);
      assert.equal(opportunities.get(lead.convertedOpportunityId).contactId, contact._id);
    }
  });

  it('has tickets that are requested by customers and answered by staff', () => {
    for (const ticket of records('ui.supportTickets')) {
      assert.equal(ticket.requesterId, null);
      assert.equal(ticket.requesterEmail, byId('sales.contacts').get(ticket.contactId).email);
      if (ticket.firstRespondedAt) assert.ok(ticket.firstRespondedAt > ticket.createdAt, ticket.ticketNumber);
    }
  });

  it('goes back eighteen months, and no record is older than those it refers to', () => {
    const createdAt = new Map(written.map(({ record }) => [record._id, record.createdAt]));
    const months = new Set([...createdAt.values()].map((moment: string) => moment.slice(0, 7)));
    assert.ok(months.size >= 15, [...months].sort().join(' '));
    for (const { model, record } of written) {
      assert.ok(record.createdAt <= today.toISOString() && record.createdAt >= '2024-09-01', record.createdAt);
      for (const [key, value] of Object.entries(record)) {
        const parent = key === '_id' || key.startsWith('converted') ? undefined : createdAt.get(value);
        if (parent) assert.ok(record.createdAt > parent || record.createdAt === today.toISOString(), `${model}.${key}`);
      }
    }
    for (const { occurred_at } of written) assert.ok(occurred_at.getTime() > today.getTime());
  });

  it('has templates that render with their sample data, and nothing is missing', async () => {
    assert.equal(records('communications.emailTemplates').length, 8);
    for (const { _id, name } of records('communications.emailTemplates')) {
      const { status, body, text } = await admin.post(`/api/communications/email-templates/${_id}/preview`, {});
      assert.equal(status, 200, text);
      assert.deepEqual(body.missing, [], name);
    }
  });

  it('has no password, no active webhook, no active mail server and no mail to send', async () => {
    for (const { _id, roles } of records('identity.users')) {
      assert.deepEqual((await admin.get(`/api/identity/users/${_id}`)).body.password, { set: false });
      assert.ok(!roles.includes('admin'));
    }
    for (const webhook of records('integrations.webhooks')) assert.equal(webhook.active, false);
    for (const transport of records('communications.emailTransports')) assert.equal(transport.active, false);
    for (const mail of records('communications.emails')) assert.ok(!['scheduled', 'queued'].includes(mail.status));
  });

  it('has no social account that can be used, and no post that waits for its time', async () => {
    assert.ok(records('marketing.socialConnections').length >= 3);
    for (const { status } of records('marketing.socialConnections')) assert.equal(status, 'needsReauthorization');
    const waiting = ['scheduled', 'publishing', 'paused'];
    for (const { status } of records('marketing.socialPosts')) assert.ok(!waiting.includes(status), status);
    for (const table of ['social_outbox', 'social_accounts']) assert.deepEqual(await sql(`select 1 from ${table}`), []);
  });

  it('has results of social posts that agree with the posts', async () => {
    const reply = await admin.get('/api/marketing/social-analytics?from=2025-12-20&to=2026-03-02');
    assert.equal(reply.status, 200, reply.text);
    const { totals } = reply.body;
    const posts = records('marketing.socialPosts').filter(({ status }) => status === 'published');
    assert.equal(totals.publishedCount, posts.length);
    for (const key of ['impressionCount', 'likeCount', 'clickCount'])
      assert.equal(
        totals[key],
        posts.reduce((sum, post) => sum + post[key], 0),
        key,
      );
    assert.ok(totals.followerChange > 0);
  });

  it('has visits of the website whose days add up to the totals of its pages and of the website', async () => {
    const [website] = records('marketing.websites');
    const pages = records('marketing.webPages');
    const sums = async (where: string, id: string) => {
      const [row] = await sql(
        `select coalesce(sum(views), 0)::int as "viewCount", coalesce(sum(visitors), 0)::int as "visitorCount",
           coalesce(sum(conversions), 0)::int as "conversionCount" from site_visits where ${where} = $1`,
        [id],
      );
      return row;
    };
    const counters = ({ viewCount, visitorCount, conversionCount }: Json) => ({
      viewCount: viewCount ?? 0,
      visitorCount: visitorCount ?? 0,
      conversionCount: conversionCount ?? 0,
    });
    assert.ok(website?.viewCount > 10_000);
    assert.deepEqual(await sums('website_id', website?._id), counters(website ?? {}));
    for (const page of pages) assert.deepEqual(await sums('page_id', page._id), counters(page));
    const [waiting] = await sql('select count(*)::int as n from site_visits where views > counted_views');
    assert.equal(waiting.n, 0);
  });

  it('is not loaded a second time', async () => {
    const count = (await events()).length;
    const again = await loadDemo(app.services, { today });
    assert.equal(again.loaded, false);
    assert.equal(again.counts.size, 0);
    assert.equal((await events()).length, count);
    assert.equal(await totalOf('/api/sales/accounts?count=exact'), records('sales.accounts').length);
  });
});

describe('a second demo company', long, () => {
  it('has the same data, uses existing lists, and is loaded completely or not at all', async () => {
    const other = await startApp();
    try {
      const [status] = (await other.admin.get('/api/sales/accountStatuses?filter[name]=Prospect')).body.data;
      const product = await other.admin.create('/api/sales/products', { name: 'In the way', sku: 'KES-DUO' });
      const earlier = (await other.events()).length;
      await assert.rejects(loadDemo(other.app.services, { today }), /sales\.products: .*sku/);
      const interrupt = new AbortController();
      const records = (count: number) => count === 50 && interrupt.abort(new Error('interrupted'));
      const progress = { chapter: () => {}, records, done: () => {} };
      const options = { today, progress, signal: interrupt.signal };
      await assert.rejects(loadDemo(other.app.services, options), /^Error: interrupted$/);
      assert.equal((await other.events()).length, earlier);

      await other.admin.delete(`/api/sales/products/${product._id}`);
      assert.equal((await loadDemo(other.app.services, { today })).loaded, true);
      const names = await other.admin.get('/api/sales/accountStatuses?sort=name&fields=name');
      assert.equal(names.body.data.filter((entry: Json) => /^prospect$/i.test(entry.name)).length, 1);
      assert.ok((await other.admin.get(`/api/sales/accounts?filter[statusId]=${status._id}`)).body.meta.total > 0);

      const list = '/api/sales/opportunities?sort=name,value&limit=200&fields=name,value,stage,closeDate,probability';
      const plain = (reply: { body: Json }) => reply.body.data.map(({ _id, ...fields }: Json) => fields);
      assert.deepEqual(plain(await other.admin.get(list)), plain(await admin.get(list)));
    } finally {
      await other.close();
    }
  });
});

describe('npm run demo', long, () => {
  const script = programFile('demo');
  const run = (home: Home, ...flags: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      const env = { ...childEnvironment, DATA_DIR: home.dataDir };
      execFile(process.execPath, [script, ...flags], { env }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
      });
    });

  it('creates a database only with --new, and has a --help', async () => {
    await using home = new Home();
    const refused = await run(home);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^There is no database in .*DATA_DIR.*npm run demo -- --new\n$/);
    assert.ok(refused.stderr.includes(home.dataDir));
    assert.equal(existsSync(path.join(home.dataDir, 'secrets')), false);
    assert.match((await run(home, '--help')).stdout, /--new/);
    assert.match((await run(home, '--nwe')).stderr, /--nwe/);
    const created = await run(home, '--new');
    assert.deepEqual([created.code, created.stderr], [0, '']);
    assert.match(created.stdout, /first start: sign in as admin@example\.com/);
    assert.match(created.stdout, /The demo company .* in the tenant default: \d+ records/);
    assert.match(created.stdout, /npm start, sign in as admin@example\.com at http:\/\/127\.0\.0\.1:\d+\/app\/\n$/);
    assert.deepEqual(home.processes(), []);
  });

  it('loads while a server runs, and changes nothing the second time', async () => {
    await using home = await Home.prepared();
    const server = await home.start();
    const first = await run(home);
    assert.deepEqual([first.code, first.stderr], [0, '']);
    const lines = first.stdout.trimEnd().split('\n');
    assert.equal(lines.shift(), `loading into ${home.dataDir}`);
    const summary = lines.pop() ?? '';
    assert.match(
      summary,
      /^The demo company .* in the tenant default: \d+ records \(.*\bsales \d+.*admin@example\.com/,
    );
    // The server has chosen a free port, which differs from the configuration of the script.
    assert.ok(summary.endsWith(`To look at it: sign in as admin@example.com at ${server.url}/app/`), summary);
    assert.ok(lines.length > 3);
    for (const line of lines) assert.match(line, /^[\w ]+: \d+ records so far$/);
    const client = await server.signIn(adminPassword);
    assert.equal((await client.get('/api/sales/accounts?limit=1')).body.meta.total, 41);
    await assertStops(home, server);

    const second = await run(home);
    assert.deepEqual([second.code, second.stderr], [0, '']);
    assert.match(
      second.stdout,
      /^loading into .*\nThe demo company .* is already in the tenant default; nothing was changed\. To look at it: npm start, sign in as .* at .*\/app\/\n$/,
    );
    assert.deepEqual(home.processes(), []);
  });
});
