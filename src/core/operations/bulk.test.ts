import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoWrites, nobody, refused, types } from '#test/expect.ts';
import { appForFile, type Client, type Json, type Reply } from '#test/harness.ts';

const app = await appForFile();
const { admin, events, sql, user } = app;
const contacts = '/api/sales/contacts';
const products = '/api/sales/products';

const send = (operations: unknown, atomic?: boolean, path = contacts, by: Client = admin): Promise<Reply> =>
  by.post(`${path}/bulk`, { operations, ...(atomic !== undefined && { atomic }) });

const statuses = (reply: Reply): number[] => reply.body.results.map(({ status }: Json) => status);

describe('a bulk request', () => {
  it('creates, updates, upserts and deletes, and returns the results in order', async () => {
    const a = await admin.create(contacts, { firstName: 'A', email: 'a@bulk.example', phone: '+1 202 555 0100' });
    const b = await admin.create(contacts, { firstName: 'B', email: 'b@bulk.example' });
    const reply = await send([
      { op: 'create', record: { firstName: 'C' } },
      { op: 'update', _id: a._id.toUpperCase(), record: { firstName: 'A2' } },
      { op: 'upsert', by: 'email', record: { email: 'B@bulk.example', firstName: 'B2' } },
      { op: 'upsert', by: 'email', record: { email: 'new@bulk.example', firstName: 'D' } },
      { op: 'upsert', _id: a._id, record: { lastName: 'Last' } },
      { op: 'update', by: 'email', record: { email: 'new@bulk.example', lastName: 'E' } },
      { op: 'delete', _id: b._id },
      { op: 'delete', by: 'email', record: { email: 'new@bulk.example' } },
    ]);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(Object.keys(reply.body), ['results']);
    assert.deepEqual(statuses(reply), [201, 200, 200, 201, 200, 200, 204, 204]);
    const records = reply.body.results.map(({ record }: Json) => record);
    assert.deepEqual(
      records.map((record: Json) => record && [record.name, record.version]),
      [['C', 1], ['A2', 2], ['B2', 2], ['D', 1], ['A2 Last', 3], ['D E', 2], undefined, undefined],
    );
    assert.equal(records[1].phone, '+1 202 555 0100');
    assert.deepEqual((await admin.get(`${contacts}/${a._id}`)).body, records[4]);
    assert.deepEqual(types(await events(a._id)), ['contact.created', 'contact.updated', 'contact.updated']);
    assert.deepEqual(types(await events(b._id)), ['contact.created', 'contact.updated', 'contact.deleted']);
    assert.deepEqual(types(await events(records[3]._id)), ['contact.created', 'contact.updated', 'contact.deleted']);
    assert.deepEqual((await events(records[0]._id))[0]?.record, records[0]);
  });

  it('that is atomic writes nothing when one operation fails, and names that operation', async () => {
    const record = await admin.create(contacts, { firstName: 'A' });
    const failures: [unknown, number, string, string[]][] = [
      [{ op: 'create', record: { email: 'x' } }, 422, 'validation_failed', ['operations[2].record.email']],
      [
        { op: 'create', record: { firstName: 'A', accountId: nobody } },
        422,
        'validation_failed',
        ['operations[2].record.accountId'],
      ],
      [{ op: 'update', _id: nobody, record: {} }, 404, 'not_found', []],
      [{ op: 'delete', _id: 'no-id' }, 404, 'not_found', []],
      [{ op: 'update', by: 'email', record: { email: 'nobody@bulk.example' } }, 404, 'not_found', []],
    ];
    for (const [failing, status, code, fields] of failures) {
      await assertNoWrites(app, ['sales_contacts'], async () => {
        const reply = await send([
          { op: 'create', record: { firstName: 'B' } },
          { op: 'update', _id: record._id, record: { firstName: 'C' } },
          failing,
          { op: 'delete', _id: record._id },
        ]);
        refused(reply, status, code, ...fields);
        assert.match(reply.body.error.message, /Operation 2/);
        assert.equal(reply.body.results.length, 4);
        assert.equal(reply.body.results[2].status, status);
        assert.equal(reply.body.results[2].error.code, code);
        for (const n of [0, 1, 3]) assert.ok(reply.body.results[n].error && !reply.body.results[n].record);
      });
    }
    assert.deepEqual((await admin.get(`${contacts}/${record._id}`)).body, record);
  });

  it('that is atomic, has an Idempotency-Key and fails writes nothing, not even the key', async () => {
    const bad = [{ email: 'x' }, { firstName: 'A', accountId: nobody }];
    for (const [n, record] of bad.entries()) {
      await assertNoWrites(app, ['sales_contacts', 'idempotency_keys'], async () => {
        const operations = [
          { op: 'create', record: { firstName: 'B' } },
          { op: 'create', record },
        ];
        const reply = await admin.post(`${contacts}/bulk`, { operations }, { 'idempotency-key': `failing-${n}` });
        refused(reply, 422, 'validation_failed');
      });
    }
  });

  it('that is not atomic runs each operation independently', async () => {
    const record = await admin.create(products, { name: 'A', sku: 'BULK-1' });
    const reply = await send(
      [
        { op: 'create', record: { name: 'B', sku: 'BULK-2' } },
        { op: 'create', record: { name: 'C', price: 'much' } },
        { op: 'create', record: { name: 'D', sku: 'bulk-1' } },
        { op: 'update', _id: record._id, record: { name: 'A2' } },
        { op: 'create', record: { name: 'E', statusId: nobody } },
        { op: 'delete', _id: nobody },
        { op: 'upsert', by: 'sku', record: { name: 'F', sku: 'BULK-3' } },
      ],
      false,
      products,
    );
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(statuses(reply), [201, 422, 409, 200, 422, 404, 201]);
    const { results } = reply.body;
    const codes = results.map(({ error }: Json) => error && [error.code, error.details[0]?.field]);
    assert.deepEqual(codes[1], ['validation_failed', 'price']);
    assert.deepEqual(codes[2], ['unique_violation', 'sku']);
    assert.deepEqual(codes[4], ['validation_failed', 'statusId']);
    assert.equal(codes[5][0], 'not_found');
    const { body } = await admin.get(`${products}?sort=name`);
    assert.deepEqual(
      body.data.map(({ name }: Json) => name),
      ['A2', 'B', 'F'],
    );
    for (const n of [0, 6]) assert.deepEqual(types(await events(results[n].record._id)), ['product.created']);
    assert.deepEqual(types(await events(record._id)), ['product.created', 'product.updated']);
  });

  it('accepts from one to a thousand operations', async () => {
    const operations = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ op: 'create', record: { name: `I${n}` } }));
    const industries = '/api/sales/industries';
    await assertNoWrites(app, ['sales_industries'], async () => {
      for (const wrong of [[], operations(1001), {}, 'create', undefined]) {
        refused(await send(wrong, undefined, industries), 422, 'validation_failed', 'operations');
      }
    });
    const before = (await events()).length;
    const reply = await send(operations(1000), undefined, industries);
    assert.deepEqual([reply.status, reply.body.results.length], [200, 1000]);
    assert.deepEqual(
      reply.body.results.map(({ record }: Json) => record.name),
      Array.from({ length: 1000 }, (_, n) => `I${n}`),
    );
    assert.equal((await admin.get(`${industries}?limit=1`)).body.meta.total, 1000);
    assert.equal((await events()).length - before, 1000);
  });

  it('is refused completely when it is malformed, and the error names the wrong part', async () => {
    const cases: [Json, string][] = [
      [{ operations: [{ op: 'merge', record: {} }] }, 'operations[0].op'],
      [{ operations: [{ op: 'create', record: {} }, { record: {} }] }, 'operations[1].op'],
      [{ operations: [{ op: 'create' }] }, 'operations[0].record'],
      [{ operations: [{ op: 'create', record: [] }] }, 'operations[0].record'],
      [{ operations: [{ op: 'create', _id: nobody, record: {} }] }, 'operations[0]._id'],
      [{ operations: [{ op: 'update', record: {} }] }, 'operations[0]._id'],
      [{ operations: [{ op: 'update', _id: 5, record: {} }] }, 'operations[0]._id'],
      [{ operations: [{ op: 'upsert', by: 1, record: {} }] }, 'operations[0].by'],
      [{ operations: [{ op: 'create', record: {}, extra: 1 }] }, 'operations[0].extra'],
      [{ operations: ['create'] }, 'operations[0]'],
      [{ operations: [{ op: 'create', record: {} }], atomic: 'yes' }, 'atomic'],
      [{ operations: [{ op: 'create', record: {} }], more: 1 }, 'more'],
    ];
    await assertNoWrites(app, ['sales_contacts'], async () => {
      for (const [body, field] of cases) {
        refused(await admin.post(`${contacts}/bulk`, body), 422, 'validation_failed', field);
      }
    });
  });
});

describe('an upsert', () => {
  it('needs a field to find the record by, and a value of that field', async () => {
    const one = async (operation: Json) => (await send([operation], false)).body.results[0];
    for (const by of ['nothing', 'tags', '']) {
      assert.equal((await one({ op: 'upsert', by, record: { firstName: 'A' } })).status, 422, by);
    }
    for (const record of [{}, { email: null }, { email: 'x' }, { email: 1 }]) {
      const result = await one({ op: 'upsert', by: 'email', record });
      assert.deepEqual([result.status, result.error.details[0].field], [422, 'email']);
    }
    assert.equal((await one({ op: 'upsert', _id: nobody, record: { firstName: 'A' } })).status, 404);
  });

  it('by a value that several records have is a conflict', async () => {
    for (const firstName of ['A', 'B']) await admin.create(contacts, { firstName, email: 'same@bulk.example' });
    const reply = await send([{ op: 'upsert', by: 'email', record: { email: 'same@bulk.example', firstName: 'C' } }]);
    refused(reply, 409, 'conflict');
  });

  it('by a unique text finds its record in upper or lower case', async () => {
    const record = await admin.create(products, { name: 'A', sku: 'CASE-1' });
    const reply = await send([{ op: 'upsert', by: 'sku', record: { name: 'B', sku: 'case-1' } }], true, products);
    assert.deepEqual(statuses(reply), [200], reply.text);
    assert.equal(reply.body.results[0].record._id, record._id);
  });

  it('of one value, sent twenty times at once, creates one record', async () => {
    const email = 'once@bulk.example';
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => send([{ op: 'upsert', by: 'email', record: { email, title: `T${n}` } }])),
    );
    assert.deepEqual(replies.flatMap(statuses).sort(), [...Array(19).fill(200), 201]);
    const { data } = (await admin.get(`${contacts}?filter[email]=${email}`)).body;
    assert.equal(data.length, 1);
    assert.equal(data[0].version, 20);
    const kinds = types(await events(data[0]._id));
    assert.deepEqual(kinds.sort(), ['contact.created', ...Array(19).fill('contact.updated')]);
  });
});

describe('permissions in a bulk request', () => {
  it('are those of single writes: foreign records are not writable and hidden fields unknown', async () => {
    const own = await user({
      permissions: ['sales:read', 'sales:write:own'],
      hiddenFields: { 'sales.contacts': ['phone'] },
    });
    const foreign = await admin.create(contacts, { firstName: 'F', phone: '+1 202 555 0100' });
    const reply = await send(
      [
        { op: 'create', record: { firstName: 'Mine' } },
        { op: 'create', record: { firstName: 'Theirs', ownerId: admin.userId } },
        { op: 'update', _id: foreign._id, record: { firstName: 'X' } },
        { op: 'delete', _id: foreign._id },
        { op: 'create', record: { phone: '+1 202 555 0101' } },
        { op: 'upsert', by: 'phone', record: { phone: '+1 202 555 0100' } },
      ],
      false,
      contacts,
      own,
    );
    assert.deepEqual(statuses(reply), [201, 403, 403, 403, 422, 422]);
    assert.ok(!('phone' in reply.body.results[0].record));
    assert.deepEqual(types(await events(foreign._id)), ['contact.created']);
    const viewer = await user({ permissions: ['sales:read'] });
    refused(await send([{ op: 'create', record: {} }], false, contacts, viewer), 403, 'forbidden', 'sales:write');
  });

  it('change at once when a bulk request changes a role', async () => {
    const reader = await user({ permissions: ['sales:read'] });
    const [role] = (await admin.get('/api/identity/roles?sort=-createdAt&limit=1')).body.data;
    await send(
      [{ op: 'update', by: 'name', record: { name: role.name, permissions: [] } }],
      true,
      '/api/identity/roles',
    );
    refused(await reader.get(contacts), 403, 'forbidden', 'sales:read');
  });
});

describe('the events of a record', () => {
  it('are in the order of its versions, even when a long bulk request begins first and writes the record second', async () => {
    const record = await admin.create(contacts, { firstName: 'A' });
    const many = Array.from({ length: 999 }, () => ({ op: 'create', record: { firstName: 'Filler' } }));
    const bulk = send([...many, { op: 'update', _id: record._id, record: { lastName: 'Second' } }]);
    const writing = `select 1 from pg_stat_activity where datname = current_database() and backend_xid is not null`;
    while ((await sql(writing)).length === 0);
    await admin.patch(`${contacts}/${record._id}`, { lastName: 'First' });
    assert.equal((await bulk).status, 200);
    const versions = (await events(record._id)).map((event) => [event.record.version, event.record.lastName]);
    assert.deepEqual(versions, [
      [1, null],
      [2, 'First'],
      [3, 'Second'],
    ]);
  });
});

describe('a bulk operation with by', () => {
  it('is refused for a field that does not exist or cannot be filtered, and the error names by', async () => {
    for (const by of ['nope', 'tags', '__proto__']) {
      const step = { op: 'upsert', by, record: { firstName: 'A', tags: ['x'] } };
      const atomic = await send([{ op: 'create', record: { firstName: 'A' } }, step]);
      const [detail, ...more] = refused(atomic, 422, 'validation_failed');
      assert.deepEqual([detail?.field, detail?.code, more.length], ['operations[1].by', 'unknown_field', 0]);
      const { error } = (await send([step], false)).body.results[0];
      assert.deepEqual([error.details[0].field, error.details[0].code], ['by', 'unknown_field']);
    }
  });
});

describe('the answer to a bulk request', () => {
  const operations = (id: string) => [
    { op: 'create', record: { firstName: 'New', lastName: 'One' } },
    { op: 'update', _id: id, record: { lastName: 'Changed' } },
    { op: 'delete', _id: '00000000-0000-7000-8000-000000000000' },
    { op: 'delete', _id: id },
  ];

  it('contains only id, status and version with return=minimal', async () => {
    const { _id } = await admin.create(contacts, { firstName: 'Old' });
    const body = { operations: operations(_id), atomic: false };
    const { body: answer } = await admin.post(`${contacts}/bulk?return=minimal`, body);
    const [created, changed, missing, deleted] = answer.results;
    assert.deepEqual(created, { status: 201, _id: created._id, version: 1 });
    assert.deepEqual(changed, { status: 200, _id, version: 2 });
    assert.deepEqual([missing.status, missing.error.code], [404, 'not_found']);
    assert.deepEqual(deleted, { status: 204, _id });
    assert.equal((await admin.get(`${contacts}/${created._id}`)).body.name, 'New One');
    assert.deepEqual(types(await events(_id)), ['contact.created', 'contact.updated', 'contact.deleted']);
  });

  it('contains the id and the fields named in fields=, with every digit', async () => {
    const record = { name: 'Large', value: 1, stage: 'new' };
    const text = JSON.stringify({ operations: [{ op: 'create', record }] }).replace(
      '"value":1',
      '"value":12345678901234567.89',
    );
    const reply = await admin.post('/api/sales/opportunities/bulk?fields=value,stage', text);
    assert.match(reply.text, /"value":12345678901234567\.89[,}]/);
    assert.deepEqual(Object.keys(reply.body.results[0].record).toSorted(), ['_id', 'stage', 'value']);
  });

  it('is an error for unknown parameters, and nothing is written', async () => {
    const body = { operations: [{ op: 'create', record: { firstName: 'Never' } }] };
    const before = await admin.get(`${contacts}?filter[firstName]=Never`);
    for (const [query, field] of [
      ['return=some', 'return'],
      ['fields=nothing', 'fields'],
      ['fields=firstName&return=minimal', 'fields'],
      ['limit=5', 'limit'],
    ] as const) {
      refused(await admin.post(`${contacts}/bulk?${query}`, body), 400, 'bad_request', field);
    }
    assert.equal((await admin.get(`${contacts}?filter[firstName]=Never`)).body.meta.total, before.body.meta.total);
  });

  it('never contains hidden fields', async () => {
    const narrow = await user({
      permissions: ['sales:write', 'sales:read'],
      hiddenFields: { 'sales.contacts': ['phone'] },
    });
    const body = { operations: [{ op: 'create', record: { firstName: 'Shy' } }] };
    refused(await narrow.post(`${contacts}/bulk?fields=phone`, body), 400, 'bad_request', 'fields');
    const reply = await narrow.post(`${contacts}/bulk?fields=firstName`, body);
    assert.deepEqual(Object.keys(reply.body.results[0].record), ['_id', 'firstName']);
  });

  it('is an error before anything is committed if it would exceed 8 MB; return=minimal avoids that', async () => {
    const description = 'x'.repeat(90_000);
    const created = [];
    for (let n = 0; n < 100; n += 10) {
      const part = Array.from({ length: 10 }, () => ({ op: 'create', record: { firstName: 'Large', description } }));
      created.push(...(await admin.post(`${contacts}/bulk?return=minimal`, { operations: part })).body.results);
    }
    const updates = created.map(({ _id }: Json) => ({ op: 'update', _id, record: { lastName: 'Renamed' } }));
    for (const atomic of [true, false]) {
      const reply = await admin.post(`${contacts}/bulk`, { operations: updates, atomic });
      refused(reply, 400, 'bad_request', 'return');
      assert.match(reply.body.error.message, /nothing was written; use return=minimal/);
    }
    assert.equal((await admin.get(`${contacts}?filter[lastName]=Renamed`)).body.meta.total, 0);
    const [{ n }] = await sql(
      `select count(*)::int as n from events where type = 'contact.updated' and record->>'firstName' = 'Large'`,
    );
    assert.equal(n, 0);
    const named = await admin.post(`${contacts}/bulk?fields=lastName`, { operations: updates });
    assert.deepEqual(new Set(named.body.results.map(({ record }: Json) => record.lastName)), new Set(['Renamed']));
    const again = updates.map((update) => ({ ...update, record: { lastName: 'Again' } }));
    const minimal = await admin.post(`${contacts}/bulk?return=minimal`, { operations: again });
    assert.deepEqual(new Set(minimal.body.results.map(({ version }: Json) => version)), new Set([3]));
  });
});
