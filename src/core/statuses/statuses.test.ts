import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { invalid, refused } from '#test/expect.ts';
import { appForFile, Client, type Json } from '#test/harness.ts';
import { secondNode } from '#test/security-tools.ts';

const app = await appForFile();
const { admin, events, tenant, user } = app;
const quotes = '/api/sales/quotes';
const quoteStatuses = '/api/sales/quoteStatuses';
const leads = '/api/sales/leads';
const leadStatuses = '/api/sales/leadStatuses';

const rowsOf = async (path: string, by = admin): Promise<Json[]> =>
  (await by.get(`${path}?sort=position&limit=100`)).body.data;
const defaultsOf = async (path: string, by = admin): Promise<string[]> =>
  (await rowsOf(path, by)).filter(({ isDefault }) => isDefault).map(({ key }) => key);
const products = '/api/sales/products';
const ids: Record<string, string> = {};
const productIds: Record<string, string> = {};

before(async () => {
  for (const { key, _id } of await rowsOf(quoteStatuses)) ids[key] = _id;
  for (const { key, _id } of await rowsOf('/api/sales/productStatuses')) productIds[key] = _id;
});

const statusOf = ({ status, statusId }: Json, among = ids) => [
  status,
  Object.keys(among).find((key) => among[key] === statusId) ?? statusId,
];
const productStatusOf = (product: Json) => statusOf(product, productIds);

describe('the status of a record', () => {
  it('is the default of its list when nothing is given', async () => {
    assert.deepEqual(statusOf(await admin.create(quotes, {})), ['draft', 'draft']);
    const contact = await admin.create('/api/sales/contacts', { lastName: 'A' });
    const { name } = (await admin.get(`/api/sales/contactStatuses/${contact.statusId}`)).body;
    assert.deepEqual([contact.status, name], ['prospect', 'Prospect']);
  });

  // The status of a product may change in every direction, that of a sent quote may not.
  it('has a text and a reference, and whichever is written sets the other', async () => {
    const { available, discontinued, outOfStock } = productIds;
    const product = await admin.create(products, { name: 'A', status: 'available' });
    assert.deepEqual(productStatusOf(product), ['available', 'available']);
    const other = await admin.create(products, { name: 'B', statusId: discontinued });
    assert.deepEqual(productStatusOf(other), ['discontinued', 'discontinued']);
    const path = `${products}/${product._id}`;
    const patched = async (changes: Json) => productStatusOf((await admin.patch(path, changes)).body);
    assert.deepEqual(await patched({ statusId: outOfStock }), ['outOfStock', 'outOfStock']);
    assert.deepEqual(await patched({ status: 'draft' }), ['draft', 'draft']);
    assert.deepEqual(await patched({ status: null }), [null, null]);
    assert.deepEqual(await patched({ statusId: available }), ['available', 'available']);
    assert.deepEqual(await patched({ statusId: null }), [null, null]);
    const [last] = (await events(product._id)).slice(-2);
    assert.deepEqual(productStatusOf(last?.record as Json), ['available', 'available']);
  });

  it('may be any text, and refers to no status then', async () => {
    const quote = await admin.create(quotes, { status: 'with the lawyers' });
    assert.deepEqual(statusOf(quote), ['with the lawyers', null]);
    const path = `${quotes}/${quote._id}`;
    await admin.patch(path, { statusId: ids.sent });
    assert.deepEqual(statusOf((await admin.patch(path, { status: 'Sent' })).body), ['Sent', null]);
  });

  it('is refused when text and reference contradict each other', async () => {
    invalid(await admin.post(quotes, { status: 'draft', statusId: ids.sent }), { status: 'contradiction' });
    const quote = await admin.create(quotes, {});
    const path = `${quotes}/${quote._id}`;
    invalid(await admin.patch(path, { status: 'accepted', statusId: ids.sent }), { status: 'contradiction' });
    const both = (await admin.patch(path, { status: 'sent', statusId: ids.sent })).body;
    assert.deepEqual(statusOf(both), ['sent', 'sent']);
    invalid(await admin.patch(path, { statusId: admin.userId }), { statusId: 'reference_not_found' });
  });

  it('follows the one of the two that a whole record changes when it is sent back', async () => {
    const product = await admin.create(products, { name: 'A' });
    const path = `${products}/${product._id}`;
    const available = (await admin.put(path, { ...product, status: 'available' })).body;
    assert.deepEqual(productStatusOf(available), ['available', 'available']);
    const changed = await admin.patch(path, { ...available, statusId: productIds.discontinued });
    assert.deepEqual(productStatusOf(changed.body), ['discontinued', 'discontinued']);
    const same = (await admin.put(path, changed.body)).body;
    assert.equal(same.version, changed.body.version);
    assert.deepEqual(productStatusOf((await admin.put(path, { name: 'New' })).body), ['draft', 'draft']);
  });

  it('is set by bulk requests, imports and forms alike', async () => {
    const operations = [
      { op: 'create', record: {} },
      { op: 'create', record: { status: 'sent' } },
      { op: 'create', record: { statusId: ids.expired } },
      { op: 'create', record: { status: 'odd' } },
      { op: 'create', record: { status: 'sent', statusId: ids.draft } },
    ];
    for (const more of [{}, { import: true }]) {
      const { body } = await admin.post(`${quotes}/bulk`, { operations, atomic: false, ...more });
      const [refusedOne] = body.results.splice(-1);
      assert.deepEqual(
        body.results.map(({ record }: Json) => statusOf(record)),
        [
          ['draft', 'draft'],
          ['sent', 'sent'],
          ['expired', 'expired'],
          ['odd', null],
        ],
      );
      assert.deepEqual([refusedOne.status, refusedOne.error.details[0].field], [422, 'status']);
    }
    const form = await admin.create('/api/forms/forms', {
      name: 'Contact',
      modelKey: 'leads',
      fields: ['lastName'],
      status: 'published',
      submitAction: 'createRecord',
    });
    const reply = await app.anonymous.post(`/api/forms/forms/${form._id}/submit`, { data: { lastName: 'Visitor' } });
    assert.ok(reply.status < 300, reply.text);
    const [lead] = (await admin.get(`${leads}?filter[lastName]=Visitor`)).body.data;
    const [first] = await rowsOf(leadStatuses);
    assert.deepEqual([lead.status, lead.statusId], ['new', first?._id]);
  });

  it('follows the records of a status that gets another name', async () => {
    const status = await admin.create(leadStatuses, { name: 'Zu prüfen – später' });
    assert.deepEqual([status.key, status.category, status.isClosed], ['zuPruefenSpaeter', 'open', false]);
    const lead = await admin.create(leads, { lastName: 'A', status: status.key });
    assert.equal(lead.statusId, status._id);
    await admin.patch(`${leadStatuses}/${status._id}`, { name: 'Later' });
    const { included } = (await admin.get(`${leads}?filter[_id]=${lead._id}&include=statusId`)).body;
    assert.equal(included[status._id].name, 'Later');
    invalid(await admin.patch(`${leadStatuses}/${status._id}`, { key: 'later' }), { key: 'read_only' });
    const copied = (await admin.put(`${leadStatuses}/${status._id}`, { name: 'Later on' })).body;
    assert.deepEqual([copied.key, copied.category], ['zuPruefenSpaeter', 'open']);
  });

  it('cannot be changed through one field by somebody for whom the other is read-only', async () => {
    const seller = await user({ permissions: ['sales:*'], readOnlyFields: { 'sales.quotes': ['status'] } });
    const quote = await admin.create(quotes, {});
    invalid(await seller.patch(`${quotes}/${quote._id}`, { statusId: ids.sent }), { statusId: 'read_only' });
    const whole = (await admin.get(`${quotes}/${quote._id}`)).body;
    assert.equal((await seller.patch(`${quotes}/${quote._id}`, { ...whole, name: 'B' })).status, 200);
  });

  it('is of the lists of the own tenant, and known on every node at once', async () => {
    const other = await tenant();
    const foreign = await other.create(quoteStatuses, { name: 'Foreign' });
    assert.deepEqual(statusOf(await admin.create(quotes, { status: 'foreign' })), ['foreign', null]);
    invalid(await admin.post(quotes, { statusId: foreign._id }), { statusId: 'reference_not_found' });
    const node = await secondNode(app, {}, 4);
    const there = new Client(node.anonymous.url, admin.token, admin.userId);
    await there.create(quotes, {});
    const fresh = await admin.create(quoteStatuses, { name: 'Fresh' });
    assert.equal((await admin.create(quotes, { status: 'fresh' })).statusId, fresh._id);
    const deadline = Date.now() + 5000;
    let seen: Json = {};
    while (seen.statusId !== fresh._id && Date.now() < deadline) seen = await there.create(quotes, { status: 'fresh' });
    assert.equal(seen.statusId, fresh._id);
  });
});

describe('a list of statuses', () => {
  const path = '/api/sales/productStatuses';

  it('has exactly one default: setting it on one clears it on the other, with an event', async () => {
    const [first] = await rowsOf(path);
    const status = await admin.create(path, { name: 'Announced', isDefault: true });
    assert.deepEqual(await defaultsOf(path), ['announced']);
    assert.equal((await admin.create('/api/sales/products', { name: 'P' })).status, 'announced');
    const changes = (await events(first?._id)).map(({ type, record }) => [type, record?.isDefault]);
    assert.deepEqual(changes.at(-1), ['productStatus.updated', false]);
    await admin.patch(`${path}/${first?._id}`, { isDefault: true });
    assert.deepEqual(await defaultsOf(path), ['draft']);
    assert.equal((await admin.get(`${path}/${status._id}`)).body.isDefault, false);
  });

  it('refuses to lose its default', async () => {
    const [first] = await rowsOf(path);
    assert.equal(first?.key, 'draft');
    invalid(await admin.patch(`${path}/${first?._id}`, { isDefault: false }), { isDefault: 'default_required' });
    invalid(await admin.put(`${path}/${first?._id}`, { name: 'X', isDefault: false }), {
      isDefault: 'default_required',
    });
    assert.equal((await admin.put(`${path}/${first?._id}`, { name: 'Draft 1' })).body.isDefault, true);
    refused(await admin.delete(`${path}/${first?._id}`), 409, 'still_referenced');
    const unused = (await rowsOf('/api/sales/orderStatuses')).find(({ isDefault }) => isDefault);
    refused(await admin.delete(`/api/sales/orderStatuses/${unused?._id}`), 409, 'conflict');
    assert.deepEqual(await defaultsOf(path), ['draft']);
  });

  it('keeps a status that records use, and names what to do', async () => {
    const status = await admin.create(path, { name: 'In use' });
    const product = await admin.create(products, { name: 'A', statusId: status._id });
    const reply = await admin.delete(`${path}/${status._id}`);
    refused(reply, 409, 'still_referenced');
    assert.match(reply.body.error.message, /statusId of 1 product; merge it .* POST \/api\/data\/statuses\/merge/);
    refused(await admin.delete(`${path}/${status._id}?async=true`), 409, 'still_referenced');
    await admin.delete(`${products}/${product._id}`);
    assert.equal((await admin.delete(`${path}/${status._id}`)).status, 204);
    const restored = await admin.post(`${products}/${product._id}/restore`, {});
    assert.deepEqual([restored.status, restored.body.status, restored.body.statusId], [200, 'inUse', null]);
  });

  it('has one default also when several are made the default at the same time on two nodes', async () => {
    const node = await secondNode(app, {}, 4);
    const there = new Client(node.anonymous.url, admin.token, admin.userId);
    const all = await rowsOf(path);
    await Promise.all([
      ...all.map(({ _id }, n) => (n % 2 ? admin : there).patch(`${path}/${_id}`, { isDefault: true })),
      ...Array.from({ length: 6 }, (_, n) => (n % 2 ? admin : there).post(path, { name: `New ${n}`, isDefault: true })),
    ]);
    assert.equal((await defaultsOf(path)).length, 1);
  });

  it('has keys that are unique, made from the name when they are not given', async () => {
    const names = ['In Vorbereitung', 'In Vorbereitung', '???', 'ALL CAPS 2'];
    const made: string[] = [];
    for (const name of names) made.push((await admin.create(path, { name })).key);
    assert.deepEqual(made, ['inVorbereitung', 'inVorbereitung2', 'status', 'allCaps2']);
    refused(await admin.post(path, { name: 'Other', key: 'Draft' }), 409, 'unique_violation', 'key');
    assert.equal((await admin.create(path, { name: 'Empty key', key: '' })).key, 'emptyKey');
  });

  it('has categories, which decide whether a status is closed', async () => {
    const won = await admin.create(path, { name: 'Sold', category: 'won' });
    assert.deepEqual([won.category, won.isClosed], ['won', true]);
    const closed = await admin.create(path, { name: 'Gone', isClosed: true });
    assert.deepEqual([closed.category, closed.isClosed], ['closed', true]);
    const reopened = (await admin.patch(`${path}/${closed._id}`, { isClosed: false })).body;
    assert.deepEqual([reopened.category, reopened.isClosed], ['open', false]);
    invalid(await admin.post(path, { name: 'X', category: 'lost', isClosed: true, color: 1 }), {
      color: 'invalid_type',
    });
    invalid(await admin.post(path, { name: 'X', category: 'open', isClosed: true }), { isClosed: 'contradiction' });
    invalid(await admin.post(path, { name: 'X', category: 'shiny' }), { category: 'not_an_option' });
    const orders = (await rowsOf('/api/sales/orderStatuses')).map(({ key, category }) => `${key} ${category}`);
    assert.ok(orders.includes('delivered fulfilled') && orders.includes('cancelled cancelled'), String(orders));
    invalid(await admin.post('/api/sales/orderStatuses', { name: 'X', category: 'won' }), {
      category: 'not_an_option',
    });
  });

  it('has at most 100 statuses', async () => {
    const count = (await rowsOf(path)).length;
    const operations = Array.from({ length: 101 - count }, (_, n) => ({ op: 'create', record: { name: `More ${n}` } }));
    const { body } = await admin.post(`${path}/bulk`, { operations, atomic: false });
    assert.deepEqual(
      body.results.map(({ status }: Json) => status).filter((status: number) => status !== 201),
      [409],
    );
  });
});

describe('the registry', () => {
  it('shows the statuses of the tenant as the options of the text, with their categories', async () => {
    const client = await tenant();
    await client.create(leadStatuses, { name: 'Recycled', category: 'closed', color: '#123456', isDefault: true });
    const fieldsOf = async (by: Client): Promise<Json[]> => (await by.get('/api/data/models/sales/leads')).body.fields;
    const field = (await fieldsOf(client)).find(({ key }) => key === 'status');
    assert.deepEqual(field?.options.at(-1), {
      value: 'recycled',
      label: 'Recycled',
      color: '#123456',
      category: 'closed',
    });
    assert.deepEqual([field?.default, field?.behaviour], ['recycled', { kind: 'status', part: 'key' }]);
    assert.equal((await fieldsOf(admin)).find(({ key }) => key === 'status')?.default, 'new');
    const { data } = (await client.get('/api/data/models?filter[slug]=opportunities')).body;
    const stage = data[0].fields.find(({ key }: Json) => key === 'stage');
    assert.deepEqual([stage.options.length, stage.options[5].category, stage.options[5].lists.length], [7, 'won', 1]);
  });
});

describe('merging statuses', () => {
  const merge = (input: Json, by = admin) => by.post('/api/data/statuses/merge', input);
  const model = 'sales.contactStatuses';
  const path = '/api/sales/contactStatuses';
  const contacts = '/api/sales/contacts';

  const done = async (jobId: string): Promise<string> => {
    for (;;) {
      const { state } = (await admin.get(`/api/data/jobs/${jobId}`)).body;
      if (['completed', 'failed', 'cancelled'].includes(state)) return state;
      await sleep(50);
    }
  };

  it('moves all records to the winner, with an event each, and deletes the others', async () => {
    const winner = await admin.create(path, { name: 'Kept' });
    const losers = [
      await admin.create(path, { name: 'Old', isDefault: true }),
      await admin.create(path, { name: 'Older' }),
    ];
    const loserIds = losers.map(({ _id }) => _id);
    const operations = Array.from({ length: 500 }, (_, n) => ({
      op: 'create',
      record: { lastName: `M${n}`, status: losers[n % 2]?.key },
    }));
    for (let n = 0; n < 3; n += 1) {
      const { status, text } = await admin.post(`${contacts}/bulk`, { operations });
      assert.equal(status, 200, text);
    }
    const other = await admin.create(contacts, { lastName: 'Other', status: 'active' });
    const reply = await merge({ model, winnerId: winner._id, loserIds });
    assert.equal(reply.status, 202, reply.text);
    assert.equal(await done(reply.body.jobId), 'completed');
    const { body } = await admin.get(
      `${contacts}?filter[status]=kept&filter[statusId]=${winner._id}&count=exact&limit=1`,
    );
    assert.equal(body.meta.total, 1500);
    const [moved] = body.data;
    assert.equal(moved.version, 2);
    const [, event] = await events(moved._id);
    assert.deepEqual([event?.type, event?.record?.status, event?.actor_id], ['contact.updated', 'kept', admin.userId]);
    for (const id of loserIds) refused(await admin.get(`${path}/${id}`), 404, 'not_found');
    assert.deepEqual(await defaultsOf(path), ['kept']);
    assert.equal((await admin.get(`${contacts}/${other._id}`)).body.version, 1);
  });

  it('is refused for statuses of different categories, lists or tenants, and without the permission', async () => {
    const [first, second] = await rowsOf(path);
    const customer = (await rowsOf(path)).find(({ key }) => key === 'customer');
    const input = { model, winnerId: first?._id, loserIds: [second?._id] };
    invalid(await merge({ ...input, loserIds: [customer?._id] }), { loserIds: 'not_an_option' });
    invalid(await merge({ ...input, loserIds: [first?._id] }), { loserIds: 'not_an_option' });
    invalid(await merge({ ...input, model: 'sales.contacts' }), { model: 'not_an_option' });
    invalid(await merge(input, await tenant()), { winnerId: 'reference_not_found' });
    refused(await merge(input, await user({ permissions: ['sales:write:own'] })), 403, 'forbidden');
    const pipeline = await admin.create('/api/sales/pipelines', { name: 'P' });
    const stage = await admin.create('/api/sales/opportunityStatuses', { name: 'Own', pipelineId: pipeline._id });
    const [open] = await rowsOf('/api/sales/opportunityStatuses');
    invalid(await merge({ model: 'sales.opportunityStatuses', winnerId: open?._id, loserIds: [stage._id] }), {
      loserIds: 'not_an_option',
    });
  });
});
