import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Atrium, AtriumError, isVersionConflict } from '../../packages/sdk/src/index.ts';
import { adminEmail, adminPassword } from '../cluster.ts';
import { appForFile } from '../harness.ts';
import { apiKeyOf, names } from './tools.ts';

const app = await appForFile();
const admin = await app.tenant();
const client = new Atrium({ url: `${app.url}/`, apiKey: await apiKeyOf(admin) });
const { contacts } = client.sales;

const failure = async (call: Promise<unknown>): Promise<AtriumError> => {
  const error = await call.then(
    () => assert.fail('the call did not fail'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AtriumError, String(error));
  return error;
};

describe('a record', () => {
  it('is created, read, updated, replaced, deleted and restored, with its events', async () => {
    const made = await contacts.create({ firstName: 'Ada', lastName: 'Lovelace', tags: ['vip'], score: 12.5 });
    assert.deepEqual([made.name, made.version, made.score], ['Ada Lovelace', 1, 12.5]);
    assert.deepEqual(await contacts.get(made._id), made);
    assert.deepEqual(await contacts.get(made._id, { fields: ['name'] }), { _id: made._id, name: 'Ada Lovelace' });
    const updated = await contacts.update(made._id, { title: 'Countess' });
    assert.deepEqual([updated.title, updated.version], ['Countess', 2]);
    const replaced = await contacts.replace(made._id, { lastName: 'King' });
    assert.deepEqual([replaced.title, replaced.firstName, replaced.tags], [null, null, null]);
    const asOf = new Date(updated.updatedAt);
    assert.equal((await contacts.get(made._id, {}, { asOf })).title, 'Countess');
    await contacts.delete(made._id);
    assert.equal((await failure(contacts.get(made._id))).code, 'not_found');
    assert.equal((await contacts.restore(made._id)).lastName, 'King');
    const types = (await app.events(made._id)).map(({ type }) => type.split('.')[1]);
    assert.deepEqual(types, ['created', 'updated', 'updated', 'deleted', 'restored']);
  });

  it('is not written by a dry run', async () => {
    const before = await contacts.count();
    const would = await contacts.create({ lastName: 'Nobody' }, { dryRun: true });
    assert.equal(would.lastName, 'Nobody');
    const { _id } = await contacts.create({ lastName: 'Kept' });
    await contacts.delete(_id, { dryRun: true });
    assert.equal(await contacts.count(), before + 1);
  });

  it('is not overwritten in another version; modify begins again', async () => {
    const { _id } = await contacts.create({ lastName: 'Race', score: 0 });
    await contacts.update(_id, { title: 'First' }, { ifVersion: 1 });
    const error = await failure(contacts.update(_id, { title: 'Second' }, { ifVersion: 1 }));
    assert.deepEqual([error.status, error.code, isVersionConflict(error)], [412, 'version_mismatch', true]);
    const increment = () => contacts.modify(_id, ({ score }) => ({ score: Number(score) + 1 }));
    await Promise.all([increment(), increment(), increment()]);
    assert.equal((await contacts.get(_id)).score, 3);
    assert.equal((await contacts.modify(_id, () => undefined)).version, 5);
  });

  it('that is wrong is refused by its fields', async () => {
    const error = await failure(contacts.create({ lastName: 'X', emial: 'x', score: 'many' }));
    assert.deepEqual([error.status, error.code], [422, 'validation_failed']);
    assert.deepEqual(error.details.map(({ field }) => field).sort(), ['emial', 'score']);
    assert.match(error.message, /emial/);
    assert.match(error.requestId ?? '', /^[\w-]{10,}$/);
  });
});

describe('a list', () => {
  it('filters, sorts, selects, includes, counts and pages', async () => {
    const account = await client.sales.accounts.create({ name: 'Engines, Ltd' });
    for (const [n, lastName] of ['Babbage', 'Boole', 'Byron', 'Bell, Jr'].entries())
      await contacts.create({ lastName, score: n, accountId: account._id, department: 'list' });
    const mine = { department: 'list' };
    const page = await contacts.list({
      filter: { ...mine, score: { gte: 1, lt: 3 }, 'accountId.name': { startsWith: 'engines' } },
      sort: '-score',
      fields: ['lastName'],
      include: ['accountId'],
      limit: 1,
      count: 'exact',
    });
    assert.deepEqual(names(page.data as never), ['Byron']);
    assert.deepEqual([page.meta.total, page.meta.hasMore], [2, true]);
    const next = await contacts.list({ filter: mine, sort: ['score', 'lastName'], limit: 3 });
    const rest = await contacts.list({
      filter: mine,
      sort: ['score', 'lastName'],
      limit: 3,
      cursor: next.meta.nextCursor ?? '',
    });
    assert.deepEqual(names([...next.data, ...rest.data]), ['Babbage', 'Boole', 'Byron', 'Bell, Jr']);
    const found = async (filter: object) =>
      names((await contacts.list({ filter: { ...mine, ...filter }, sort: 'score' })).data);
    assert.deepEqual(await found({ or: [{ score: 0 }, { lastName: { endsWith: 'jr' } }] }), ['Babbage', 'Bell, Jr']);
    assert.deepEqual(await found({ lastName: { in: ['Boole', 'Byron'] } }), ['Boole', 'Byron']);
    assert.deepEqual(await found({ lastName: { in: ['Bell, Jr', 'Byron'] } }), ['Byron', 'Bell, Jr']);
    assert.deepEqual(await found({ not: { score: { between: [0, 1] } }, title: null }), ['Byron', 'Bell, Jr']);
    assert.deepEqual(await found({ createdAt: { gt: new Date(0) }, score: { null: false, lte: 0 } }), ['Babbage']);
    assert.deepEqual(names((await contacts.list({ q: 'bool', filter: mine })).data), ['Boole']);
    assert.equal(page.included?.[account._id]?.name, 'Engines, Ltd');
  });

  it('takes a filter that is longer than an address', async () => {
    const { _id } = await contacts.create({ lastName: 'Long' });
    const ids = Array.from({ length: 150 }, () => crypto.randomUUID());
    const page = await contacts.list({ filter: { _id: { in: [...ids, _id] }, title: null } });
    assert.deepEqual(names(page.data), ['Long']);
    assert.deepEqual(names((await contacts.search({ filter: { _id, title: null }, sort: 'lastName' })).data), ['Long']);
  });

  it('of all records has each once, while records are added', async () => {
    const other = new Atrium({ url: app.url, token: (await app.tenant()).token });
    const operations = Array.from({ length: 450 }, (_, n) => ({
      op: 'create' as const,
      record: { lastName: `N${n}` },
    }));
    await other.sales.contacts.bulk(operations);
    const seen: unknown[] = [];
    for await (const { lastName } of other.sales.contacts.all({ sort: 'createdAt', fields: ['lastName'] })) {
      seen.push(lastName);
      if (seen.length === 100) await other.sales.contacts.create({ lastName: 'Added' });
    }
    assert.equal(new Set(seen).size, 451);
    assert.equal(seen.length, 451);
  });

  it('of an unknown field is refused by its name', async () => {
    const error = await failure(contacts.list({ filter: { shoeSize: 42 } }));
    assert.deepEqual([error.status, error.details[0]?.field], [400, 'filter[shoeSize]']);
  });
});

describe('an aggregate, a bulk request and a custom model', () => {
  it('groups and sums', async () => {
    for (const value of [10, 20.5]) await client.sales.opportunities.create({ name: 'Deal', value, stage: 'sdk' });
    const { data } = await client.sales.opportunities.aggregate({
      groupBy: 'stage',
      sum: 'value',
      avg: ['value'],
      count: true,
      filter: { stage: 'sdk' },
    });
    assert.deepEqual(data, [{ stage: 'sdk', count: 2, sum: { value: 30.5 }, avg: { value: 15.25 } }]);
  });

  it('writes all or nothing, or reports each', async () => {
    const email = 'bulk@example.com';
    const { results } = await contacts.bulk([
      { op: 'upsert', by: 'email', record: { email, lastName: 'Bulk' } },
      { op: 'upsert', by: 'email', record: { email, title: 'Twice' } },
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      [201, 200],
    );
    const mixed = [
      { op: 'create' as const, record: { lastName: 'Good' } },
      { op: 'create' as const, record: { nope: 1 } },
    ];
    await failure(contacts.bulk(mixed));
    assert.equal(await contacts.count({ filter: { lastName: 'Good' } }), 0);
    const each = await contacts.bulk(mixed, { atomic: false });
    assert.deepEqual(
      each.results.map(({ status }) => status),
      [201, 422],
    );
  });

  it('works by the name of a model', async () => {
    await client.action('POST', '/api/data/models', {
      moduleKey: 'support',
      slug: 'incidents',
      fields: [{ key: 'title', type: 'text', required: true }],
    });
    const incidents = client.model('support.incidents');
    assert.equal((await incidents.create({ title: 'Printer on fire' })).title, 'Printer on fire');
    assert.throws(() => client.model('incidents'), /module\.slug/);
  });
});

describe('signing in', () => {
  it('with a password gives a token, which the client uses', async () => {
    const signing = new Atrium({ url: app.url, accountKey: 'default' });
    assert.equal((await failure(signing.sales.contacts.list())).status, 401);
    const { token, user } = await signing.login({ email: adminEmail, password: adminPassword });
    assert.equal(user.email, adminEmail);
    assert.equal((await signing.sales.contacts.list()).meta.page, 1);
    assert.equal((await new Atrium({ url: app.url, token }).sales.contacts.list()).meta.page, 1);
    const wrong = signing.login({ email: adminEmail, password: adminPassword, accountKey: 'no-such-account' });
    assert.equal((await failure(wrong)).code, 'unauthenticated');
  });

  it('with a key is limited to its scopes', async () => {
    const reader = new Atrium({ url: app.url, apiKey: await apiKeyOf(admin, ['sales:read']) });
    assert.ok((await reader.sales.contacts.list()).data);
    const error = await failure(reader.sales.contacts.create({ lastName: 'No' }));
    assert.deepEqual([error.status, error.code], [403, 'forbidden']);
  });

  it('refuses an address without http, and two credentials', () => {
    assert.throws(() => new Atrium({ url: 'crm.example.com' }), /http:\/\/ or https:\/\//);
    assert.throws(() => new Atrium({ url: app.url, apiKey: 'a', token: 'b' }), /not both/);
  });
});

describe('files and actions', () => {
  it('are uploaded and downloaded', async () => {
    const text = 'The analytical engine weaves algebraic patterns.';
    const stored = await client.upload(new File([text], 'engine.txt'));
    assert.deepEqual([stored.name, stored.size], ['engine.txt', text.length]);
    assert.equal(await (await client.data.storedFiles.download(stored._id)).text(), text);
    const { _id: contactId } = await contacts.create({ lastName: 'Filed' });
    const file = await client.sales.contactFiles.upload(new Blob([text]), { contactId }, { name: 'ü.txt' });
    assert.deepEqual([file.name, file.contactId], ['ü.txt', contactId]);
    const part = await client.download(`/api/sales/contactFiles/${file._id}/content`, {
      headers: { range: 'bytes=0-2' },
    });
    assert.deepEqual([part.status, await part.text()], [206, 'The']);
    assert.equal((await failure(client.data.storedFiles.download(crypto.randomUUID()))).status, 404);
  });

  it('are called with a query, and show status and headers', async () => {
    const lead = await client.sales.leads.create({ lastName: 'Noether', company: 'Algebra' });
    const converted = await client.action<{ contactId: string }>('POST', '/api/sales/lead-management/convert', {
      leadId: lead._id,
    });
    assert.equal((await contacts.get(converted.contactId)).lastName, 'Noether');
    const { data } = await client.action<{ data: unknown[] }>('GET', '/api/ui/search', undefined, {
      query: { q: 'noether' },
    });
    assert.ok(data.length > 0);
    const { status, headers } = await client.request('POST', '/api/sales/contacts', { lastName: 'Seen' });
    assert.equal(status, 201);
    assert.match(headers.get('location') ?? '', /^\/api\/sales\/contacts\//);
  });

  it('that take no Idempotency-Key are called without one', async () => {
    const error = await failure(
      client.action('POST', '/api/ai/text-completion/complete', {
        model: 'gpt-5',
        messages: [{ role: 'user', content: 'Hi' }],
      }),
    );
    assert.equal(error.code, 'ai_not_configured', error.message);
  });
});
