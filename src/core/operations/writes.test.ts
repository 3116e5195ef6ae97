import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoWrites, invalid, nobody, refused, types } from '#test/expect.ts';
import { appForFile, type Json, type Reply } from '#test/harness.ts';

const app = await appForFile();
const { admin, events, sql, tenant, user } = app;
const contacts = '/api/sales/contacts';
const opportunities = '/api/sales/opportunities';
const accounts = '/api/sales/accounts';
const screens = '/api/ui/screens';

describe('PUT', () => {
  it('replaces the record: omitted fields get their default or null', async () => {
    const before = await admin.create(opportunities, { name: 'A', value: 5, stage: 'won', tags: ['x'] });
    const reply = await admin.put(`${opportunities}/${before._id}`, { name: 'B' });
    assert.equal(reply.status, 200);
    const { updatedAt, stageChangedAt, ...rest } = reply.body;
    const { updatedAt: createdAt, stageChangedAt: wonAt, ...was } = before;
    const { statusId } = await admin.create(opportunities, { name: 'C', stage: 'prospecting' });
    const ofStage = { stage: 'prospecting', statusId, probability: 10, forecastCategory: 'pipeline' };
    const empty = { value: null, expectedValue: null, closeDate: null, closedAt: null, tags: null };
    assert.deepEqual(rest, { ...was, ...ofStage, ...empty, name: 'B', version: 2 });
    assert.ok(updatedAt >= createdAt);
    assert.ok(stageChangedAt > wonAt);
    const [, event, ...more] = await events(before._id);
    assert.equal(more.length, 0);
    assert.equal(event?.type, 'opportunity.updated');
    assert.deepEqual(event?.record, reply.body);
    assert.deepEqual(event?.previous, before);
  });

  it('needs the required fields', async () => {
    const record = await admin.create(opportunities, { name: 'A', value: 5 });
    await assertNoWrites(app, [], async () => {
      invalid(await admin.put(`${opportunities}/${record._id}`, { value: 6 }), { name: 'required' });
    });
    assert.deepEqual((await admin.get(`${opportunities}/${record._id}`)).body, record);
  });

  it('accepts a record as it was read, including read-only fields and secrets', async () => {
    const account = await admin.create(accounts, { name: 'Acme', annualRevenue: 1.5, tags: ['a', 'b'] });
    const deal = await admin.create(opportunities, { name: 'D', accountId: account._id, value: 10, probability: 25 });
    assert.equal(deal.expectedValue, 2.5);
    const colleague = await admin.create('/api/identity/users', {
      email: 'whole@example.com',
      password: 'a password of some length',
      firstName: 'W',
    });
    for (const [path, record] of [
      [accounts, account],
      [opportunities, deal],
      ['/api/identity/users', colleague],
    ] as const) {
      const read = (await admin.get(`${path}/${record._id}`)).body;
      const reply = await admin.put(`${path}/${record._id}`, read);
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(reply.body, record);
    }
    await app.login('whole@example.com', 'a password of some length');
  });

  it('merges on webhooks, screens, userScreens, workspaces, dashboards and settings', async () => {
    const screen = await admin.create(screens, { name: 'S' });
    const cases: [string, Record<string, unknown>, Record<string, unknown>][] = [
      ['integrations/webhooks', { url: 'https://example.com/a', events: ['contact.created'] }, { active: false }],
      ['ui/screens', { name: 'Contacts', modelKey: 'contacts', columns: ['name'] }, { layout: 'kanban' }],
      ['ui/userScreens', { screenId: screen._id, position: 3 }, { visible: false }],
      ['ui/workspaces', { name: 'W', description: 'stays' }, { screenIds: [screen._id] }],
      ['ui/dashboards', { name: 'D', tags: ['stays'] }, { widgets: [{ type: 'kpi', metric: 'x' }] }],
      ['ui/settings', { key: 'k', value: { stays: true } }, { label: 'L' }],
    ];
    for (const [path, first, then] of cases) {
      const record = await admin.create(`/api/${path}`, first);
      const reply = await admin.put(`/api/${path}/${record._id}`, then);
      assert.equal(reply.status, 200, reply.text);
      for (const [key, value] of Object.entries({ ...first, ...then })) assert.deepEqual(reply.body[key], value, path);
      assert.equal((await events(record._id)).at(-1)?.type.endsWith('.updated'), true);
    }
  });
});

describe('PATCH', () => {
  it('sets given fields, clears null fields and keeps the rest', async () => {
    const before = await admin.create(contacts, {
      firstName: 'A',
      lastName: 'B',
      phone: '+1 202 555 0100',
      tags: ['x'],
    });
    const reply = await admin.patch(`${contacts}/${before._id}`, { lastName: 'C', phone: null });
    assert.equal(reply.status, 200);
    const { updatedAt, ...rest } = reply.body;
    const { updatedAt: _updatedAt, ...was } = before;
    assert.deepEqual(rest, { ...was, lastName: 'C', name: 'A C', phone: null, version: 2 });
    const event = (await events(before._id)).at(-1);
    assert.equal(event?.type, 'contact.updated');
    assert.deepEqual([event?.previous, event?.record], [before, reply.body]);
    assert.deepEqual((await admin.get(`${contacts}/${before._id}`)).body, reply.body);
  });

  it('cannot clear a required field', async () => {
    const record = await admin.create(accounts, { name: 'A' });
    for (const name of [null, '', '  ']) {
      invalid(await admin.patch(`${accounts}/${record._id}`, { name }), { name: 'required' });
    }
    assert.equal((await events(record._id)).length, 1);
  });

  it('of a record that does not exist is 404', async () => {
    for (const id of [nobody, 'not-an-id']) {
      refused(await admin.patch(`${contacts}/${id}`, { firstName: 'X' }), 404, 'not_found');
      refused(await admin.put(`${contacts}/${id}`, { firstName: 'X' }), 404, 'not_found');
    }
  });
});

describe('a read-only field', () => {
  it('is refused with another value, and the error names it', async () => {
    const record = await admin.create(contacts, { firstName: 'A' });
    const wrong = {
      _id: nobody,
      createdAt: '2020-01-01T00:00:00.000Z',
      updatedAt: '2020-01-01T00:00:00.000Z',
      createdBy: nobody,
      updatedBy: null,
      version: 7,
      name: 'Somebody Else',
    };
    await assertNoWrites(app, ['sales_contacts'], async () => {
      for (const [key, value] of Object.entries(wrong)) {
        invalid(await admin.patch(`${contacts}/${record._id}`, { [key]: value }), { [key]: 'read_only' });
        invalid(await admin.put(`${contacts}/${record._id}`, { lastName: 'B', [key]: value }), { [key]: 'read_only' });
        invalid(await admin.post(contacts, { lastName: 'B', [key]: value }), { [key]: 'read_only' });
      }
    });
  });
});

const named = { firstName: 'A' };

/** For each field type: a field of that type, and values that it must refuse without coercion. */
const wrongValues: Record<string, [path: string, base: Json, field: string, values: unknown[]]> = {
  text: [contacts, { lastName: 'B' }, 'firstName', [1, true, {}, ['a'], 'a'.repeat(101), 'a\u0000b', '\ud800']],
  longText: [contacts, named, 'description', [1, false, {}, [], 'a'.repeat(100_001)]],
  email: [contacts, named, 'email', [1, 'nobody', 'a@', '@b.c', 'a b@c.d', 'a@b..c', 'A <a@b.c>', '']],
  phone: [contacts, named, 'phone', [12025550100, 'call me', '12', '+']],
  url: [contacts, named, 'website', [1, 'example.com', 'javascript:alert(1)', 'ftp://example.com', 'https://', '//x']],
  number: [contacts, named, 'score', ['12', '', true, [1], {}, 1e20, -1e20, 1e300]],
  integer: [accounts, { name: 'A' }, 'employees', ['12', 1.5, true, [], -1, 9007199254740992]],
  boolean: [contacts, named, 'emailOptIn', ['true', 'false', 0, 1, '', []]],
  date: [contacts, named, 'birthday', [0, '2026-02-30', '2026-1-1', '01.02.2026', '2026-01-01T00:00:00Z', 'today', '']],
  datetime: [
    contacts,
    named,
    'lastActivityAt',
    [0, 1767225600000, '2026-01-01', '2026-01-01T00:00:00', '2026-02-30T00:00:00Z', '2026-01-01T25:00:00Z', 'now'],
  ],
  choice: [contacts, named, 'status', [1, true, [], {}, '', 'a'.repeat(101)]],
  reference: [contacts, named, 'accountId', [1, 'not-an-id', '', {}, [nobody]]],
  // Not active, because the platform notes when it evaluates an active one.
  references: [
    '/api/marketing/segments',
    { name: 'S', active: false },
    'contactIds',
    [nobody, [1], ['x'], {}, [nobody, nobody]],
  ],
  list: [contacts, named, 'tags', ['a', 'a,b', [1], [null], [['a']], [''], {}]],
  json: [screens, { name: 'S' }, 'defaultFilter', ['{}', 1, [], true]],
  secret: ['/api/ui/settings', { key: 'wrong' }, 'secretValue', [1, '', {}, ['a'], { set: true }]],
};

describe('a value of the wrong type', () => {
  for (const [type, [path, base, field, values]] of Object.entries(wrongValues)) {
    it(`is refused and not coerced: ${type}`, async () => {
      const record = await admin.create(path, { ...base });
      await assertNoWrites(app, [], async () => {
        for (const value of values) {
          const body = { ...base, [field]: value };
          const created = await admin.post(path, { ...body, ...(base.key && { key: 'other' }) });
          for (const reply of [created, await admin.patch(`${path}/${record._id}`, body)]) {
            const details = refused(reply, 422, 'validation_failed', field);
            assert.equal(details.length, 1, reply.text);
          }
        }
      });
      assert.deepEqual((await admin.get(`${path}/${record._id}`)).body, record);
    });
  }

  it('is reported together with every other problem of the record', async () => {
    const body = {
      nonsense: 1,
      version: 4,
      email: 'x',
      score: '1',
      birthday: '2026-13-01',
      accountId: 'x',
      status: '',
    };
    await assertNoWrites(app, ['sales_contacts'], async () =>
      invalid(await admin.post(contacts, body), {
        nonsense: 'unknown_field',
        version: 'read_only',
        email: 'invalid_format',
        score: 'invalid_type',
        birthday: 'invalid_format',
        accountId: 'invalid_format',
        status: 'required',
      }),
    );
    invalid(await admin.post(accounts, { employees: 'many' }), { name: 'required', employees: 'invalid_type' });
  });

  it('is refused for a body that is not an object', async () => {
    for (const body of ['[]', '"text"', '1', 'null'])
      refused(await admin.post(contacts, body), 422, 'validation_failed');
    refused(await admin.post(contacts, '{"firstName":'), 400, 'bad_request');
  });
});

describe('a reference', () => {
  it('to a record that does not exist, or to one of another tenant, writes nothing', async () => {
    const other = await tenant();
    const foreign = await other.create(accounts, { name: 'Theirs' });
    const record = await admin.create(contacts, { firstName: 'A' });
    await assertNoWrites(app, ['sales_contacts'], async () => {
      for (const accountId of [nobody, foreign._id, record._id]) {
        invalid(await admin.post(contacts, { firstName: 'B', accountId }), { accountId: 'reference_not_found' });
        invalid(await admin.patch(`${contacts}/${record._id}`, { accountId }), { accountId: 'reference_not_found' });
        invalid(await admin.put(`${contacts}/${record._id}`, { firstName: 'A', accountId }), {
          accountId: 'reference_not_found',
        });
      }
      invalid(await admin.post(contacts, { firstName: 'B', ownerId: other.userId }), {
        ownerId: 'reference_not_found',
      });
    });
    assert.deepEqual((await admin.get(`${contacts}/${record._id}`)).body, record);
  });

  it('in a list of references must exist too, keeps its order and may occur only once', async () => {
    const foreign = await (await tenant()).create(contacts, { firstName: 'Theirs' });
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((firstName) => admin.create(contacts, { firstName })));
    const segments = '/api/marketing/segments';
    const order = [c._id, a._id.toUpperCase(), b._id];
    const segment = await admin.create(segments, { name: 'S', contactIds: order });
    assert.deepEqual(segment.contactIds, [c._id, a._id, b._id]);
    await assertNoWrites(app, ['marketing_segments'], async () => {
      const bad = { name: 'S', contactIds: [a._id, foreign._id], excludedContactIds: [nobody] };
      const problems = { contactIds: 'reference_not_found', excludedContactIds: 'reference_not_found' };
      invalid(await admin.post(segments, bad), problems);
      invalid(await admin.patch(`${segments}/${segment._id}`, bad), problems);
      const twice = { name: 'S', contactIds: [a._id, b._id, a._id] };
      invalid(await admin.post(segments, twice), { contactIds: 'invalid_format' });
    });
    const cleared = await admin.patch(`${segments}/${segment._id}`, { contactIds: [] });
    assert.deepEqual(cleared.body.contactIds, []);
    assert.deepEqual((await events(segment._id)).at(-1)?.record.contactIds, []);
  });
});

describe('a number', () => {
  const digits = '12345678901234567890.12';
  const assertValue = (reply: Reply, value: string) => {
    assert.ok(reply.status < 300, reply.text);
    assert.ok(reply.text.includes(`"value":${value},`), reply.text);
  };

  it('keeps every digit, from the request to the answer, the list, the event and the filter', async () => {
    const created = await admin.post(opportunities, `{"name":"Exact","value":${digits}}`);
    assertValue(created, digits);
    const path = `${opportunities}/${created.body._id}`;
    assertValue(await admin.get(path), digits);
    assertValue(await admin.get(`${opportunities}?filter[value]=${digits}`), digits);
    assertValue(await admin.patch(path, '{"value":0.10000000000000000001}'), '0.10000000000000000001');
    assertValue(await admin.put(path, '{"name":"Exact","value":-99999999999999999.999}'), '-99999999999999999.999');
    const rows = await sql('select record::text as text from events where record_id = $1 order by seq', [
      created.body._id,
    ]);
    const values = rows.map(({ text }) => /"value":([^,]+)/.exec(text)?.[1]);
    assert.deepEqual(values, [digits, '0.10000000000000000001', '-99999999999999999.999']);
  });

  it('keeps every digit when the record is sent back as it was read', async () => {
    const body = `{"name":"Exact","value":${digits},"probability":50}`;
    const created = await admin.post(opportunities, body);
    assert.ok(created.text.includes('"expectedValue":6172839450617283945.06,'), created.text);
    assertValue(await admin.put(`${opportunities}/${created.body._id}`, created.text), digits);
  });

  it('keeps every digit for a caller from whom another field is hidden', async () => {
    const partial = await user({ permissions: ['sales:*'], hiddenFields: { 'sales.opportunities': ['nextStep'] } });
    const created = await partial.post(opportunities, `{"name":"Exact","value":${digits}}`);
    assertValue(created, digits);
    assertValue(await partial.patch(`${opportunities}/${created.body._id}`, { name: 'Still' }), digits);
    const bulk = `{"operations":[{"op":"create","record":{"name":"Exact","value":${digits}}}]}`;
    assertValue(await partial.post(`${opportunities}/bulk`, bulk), digits);
  });

  it('keeps every digit when it is written with an exponent', async () => {
    assertValue(
      await admin.post(opportunities, '{"name":"Exact","value":1.2345678901234567891e3}'),
      '1234.5678901234567891',
    );
  });

  it('that is too large is refused', async () => {
    await assertNoWrites(app, ['sales_opportunities'], async () => {
      for (const huge of ['1e20', '-1e400', '123456789012345678901', `1${'0'.repeat(300)}`, `0.${'1'.repeat(100)}`]) {
        invalid(await admin.post(opportunities, `{"name":"Huge","value":${huge}}`), { value: 'out_of_range' });
      }
    });
  });
});

describe('a secret', () => {
  const settings = '/api/ui/settings';
  const plain = 'sk-very-secret-indeed';

  it('is never returned, and is stored encrypted', async () => {
    const created = await admin.post(settings, { key: 'ai.key', secretValue: plain });
    assert.deepEqual(created.body.secretValue, { set: true });
    const path = `${settings}/${created.body._id}`;
    const replies = [
      created,
      await admin.get(path),
      await admin.get(settings),
      await admin.patch(path, { label: 'L' }),
    ];
    for (const reply of replies) assert.ok(reply.status < 300 && !reply.text.includes(plain), reply.text);
    const [row] = await sql('select secret_value from ui_settings where id = $1', [created.body._id]);
    assert.ok(!row.secret_value.includes(plain));
    assert.equal(app.app.services.vault.decrypt(row.secret_value), plain);
    const [logged] = await sql('select string_agg(e::text, chr(10)) as text from events e where record_id = $1', [
      created.body._id,
    ]);
    assert.ok(logged.text.includes('set') && !logged.text.includes(plain) && !logged.text.includes(row.secret_value));
    const again = await admin.create(settings, { key: 'ai.key2', secretValue: plain });
    const [other] = await sql('select secret_value from ui_settings where id = $1', [again._id]);
    assert.notEqual(other.secret_value, row.secret_value);
  });

  it('stays when it is left out or sent back as read, and is deleted with null', async () => {
    const { _id } = await admin.create(settings, { key: 'stays', secretValue: plain });
    const stored = async () => (await sql('select secret_value from ui_settings where id = $1', [_id]))[0].secret_value;
    const before = await stored();
    await admin.put(`${settings}/${_id}`, { key: 'stays', secretValue: { set: true } });
    await admin.patch(`${settings}/${_id}`, { label: 'L' });
    assert.equal(await stored(), before);
    invalid(await admin.patch(`${settings}/${_id}`, { secretValue: { set: false } }), { secretValue: 'invalid_type' });
    const cleared = await admin.patch(`${settings}/${_id}`, { secretValue: null });
    assert.deepEqual(cleared.body.secretValue, { set: false });
    assert.equal(await stored(), null);
  });

  it('cannot be filtered, sorted or searched by', async () => {
    for (const query of [`filter[secretValue]=${plain}`, 'sort=secretValue', 'filter[secretValue][null]=false']) {
      refused(await admin.get(`${settings}?${query}`), 400, 'bad_request');
    }
    assert.equal((await admin.get(`${settings}?q=${plain}`)).body.data.length, 0);
  });

  it('that is a password is hashed with bcrypt', async () => {
    const password = 'a password to be hashed';
    const created = await admin.post('/api/identity/users', { email: 'hashed@example.com', password });
    assert.deepEqual(created.body.password, { set: true });
    const [row] = await sql('select password from identity_users where id = $1', [created.body._id]);
    assert.match(row.password, /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/);
    const stored = JSON.stringify(await events(created.body._id));
    assert.ok(!stored.includes(password) && !stored.includes(row.password) && !created.text.includes(row.password));
    const path = `/api/identity/users/${created.body._id}`;
    for (const wrong of ['short', 'ä'.repeat(40)]) {
      refused(await admin.patch(path, { password: wrong }), 422, 'validation_failed', 'password');
    }
  });
});

describe('a version', () => {
  it('increases with each update, comes with user and time, and is the ETag', async () => {
    const writer = await user({ permissions: ['sales:*'] });
    const created = await admin.post(contacts, { firstName: 'A' });
    const path = `${contacts}/${created.body._id}`;
    const patched = await writer.patch(path, { firstName: 'B' });
    const put = await admin.put(path, { firstName: 'C' });
    const read = await admin.get(path);
    assert.deepEqual(
      [created, patched, put, read].map((reply) => [reply.body.version, reply.headers.get('etag')]),
      [
        [1, '"1"'],
        [2, '"2"'],
        [3, '"3"'],
        [3, '"3"'],
      ],
    );
    assert.deepEqual([patched.body.createdBy, patched.body.updatedBy], [admin.userId, writer.userId]);
    assert.equal(put.body.updatedBy, admin.userId);
    assert.equal(patched.body.createdAt, created.body.createdAt);
    assert.ok(created.body.updatedAt <= patched.body.updatedAt && patched.body.updatedAt <= put.body.updatedAt);
    const actors = (await events(created.body._id)).map((event) => event.actor_id);
    assert.deepEqual(actors, [admin.userId, writer.userId, admin.userId]);
  });

  it('that differs from If-Match prevents the write', async () => {
    const record = await admin.create(contacts, { firstName: 'A' });
    const path = `${contacts}/${record._id}`;
    await assertNoWrites(app, ['sales_contacts'], async () => {
      for (const tag of ['"2"', '"0"', '"x"', '2', '"1', '1x', '"2", "3"']) {
        const headers = { 'if-match': tag };
        refused(await admin.put(path, { firstName: 'B' }, headers), 412, 'version_mismatch');
        refused(await admin.patch(path, { firstName: 'B' }, headers), 412, 'version_mismatch');
        refused(await admin.delete(path, headers), 412, 'version_mismatch');
      }
    });
    assert.equal((await admin.patch(path, { firstName: 'B' }, { 'if-match': '"1"' })).status, 200);
    assert.equal((await admin.patch(path, { firstName: 'C' }, { 'if-match': '"1", "2"' })).status, 200);
    assert.equal((await admin.put(path, { firstName: 'D' }, { 'if-match': '*' })).status, 200);
    assert.equal((await admin.patch(path, { firstName: 'E' }, { 'if-match': '4' })).status, 200);
    assert.equal((await admin.delete(path, { 'if-match': '4, 5' })).status, 204);
    assert.deepEqual(types(await events(record._id)).slice(-1), ['contact.deleted']);
  });

  it('that matches If-None-Match is not sent again', async () => {
    const record = await admin.create(contacts, { firstName: 'A' });
    const path = `${contacts}/${record._id}`;
    const same = await admin.get(path, { 'if-none-match': '"1"' });
    assert.deepEqual([same.status, same.text, same.headers.get('etag')], [304, '', '"1"']);
    assert.equal((await admin.get(path, { 'if-none-match': '1' })).status, 304);
    assert.equal((await admin.get(path, { 'if-none-match': '"2"' })).status, 200);
  });

  it('is correct, with one event each, after twenty concurrent updates', async () => {
    const record = await admin.create(contacts, { firstName: 'A' });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => admin.patch(`${contacts}/${record._id}`, { title: `T${n}` })),
    );
    assert.deepEqual(
      replies.map((reply) => reply.body.version).sort((a, b) => a - b),
      Array.from({ length: 20 }, (_, n) => n + 2),
    );
    const [created, ...updates] = (await events(record._id)).sort((a, b) => a.record.version - b.record.version);
    assert.equal(updates.length, 20);
    const answers = new Map(replies.map((reply) => [reply.body.version, reply.body]));
    updates.reduce((before, event) => {
      assert.equal(event.type, 'contact.updated');
      assert.deepEqual(event.previous, before.record);
      assert.equal(event.record.version, before.record.version + 1);
      assert.deepEqual(event.record, answers.get(event.record.version));
      return event;
    }, created as Json);
  });

  it('has the same order in the events, even with concurrent writes', async () => {
    const record = await admin.create(contacts, { firstName: 'A' });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => admin.patch(`${contacts}/${record._id}`, { title: `T${n}` })),
    );
    const versions = (await events(record._id)).map((event) => event.record.version);
    assert.deepEqual(
      versions,
      Array.from({ length: 21 }, (_, n) => n + 1),
    );
  });
});

describe('a unique value', () => {
  it('is refused a second time in any case, and the error names the field', async () => {
    const products = '/api/sales/products';
    const first = await admin.create(products, { name: 'P', sku: 'AB-1' });
    const second = await admin.create(products, { name: 'Q', sku: 'AB-2' });
    await assertNoWrites(app, ['sales_products'], async () => {
      refused(await admin.post(products, { name: 'R', sku: 'ab-1' }), 409, 'unique_violation', 'sku');
      refused(await admin.patch(`${products}/${second._id}`, { sku: 'Ab-1' }), 409, 'unique_violation', 'sku');
    });
    assert.equal((await admin.patch(`${products}/${first._id}`, { sku: 'ab-1' })).status, 200);
    await admin.create(products, { name: 'No sku' });
    await admin.create(products, { name: 'No sku either' });
    await (await tenant()).create(products, { name: 'P', sku: 'AB-1' });
  });

  it('can be a combination of two fields', async () => {
    const team = await admin.create('/api/identity/teams', { name: 'Unique' });
    const pair = { teamId: team._id, userId: admin.userId };
    await admin.create('/api/identity/teamUsers', pair);
    refused(await admin.post('/api/identity/teamUsers', pair), 409, 'unique_violation', 'teamId', 'userId');
  });
});

describe('a choice', () => {
  it('accepts any text of 1 to 100 characters, suggested or not', async () => {
    for (const stage of ['won', 'Our own stage', 'ü'.repeat(100), '💡'.repeat(100)]) {
      assert.equal((await admin.create(opportunities, { name: 'A', stage })).stage, stage);
    }
    for (const stage of ['', 'x'.repeat(101)]) {
      refused(await admin.post(opportunities, { name: 'A', stage }), 422, 'validation_failed', 'stage');
    }
    const { body } = await admin.get('/api/data/models/sales/opportunities');
    const field = body.fields.find(({ key }: Json) => key === 'stage');
    assert.ok(field.options.some(({ value }: Json) => value === 'won'));
  });
});

describe('a field that names a model', () => {
  it('accepts a slug, a model key or module.slug, and nothing else', async () => {
    const models: [string, Record<string, unknown>][] = [
      [screens, { name: 'S' }],
      ['/api/forms/forms', { name: 'F' }],
      ['/api/ui/recordRecentViews', { recordId: nobody }],
    ];
    for (const [path, base] of models) {
      for (const modelKey of ['contacts', 'contact', 'sales.contacts', 'salesCampaign', 'equipment']) {
        assert.equal((await admin.create(path, { ...base, modelKey })).modelKey, modelKey);
      }
      for (const modelKey of ['nothing', 'sales', 'sales.nothing', 'sales.contact', 'Contacts', 'constructor', '']) {
        refused(await admin.post(path, { ...base, modelKey }), 422, 'validation_failed', 'modelKey');
      }
    }
  });
});

describe('dryRun', () => {
  const dry = (path: string) => `${path}?dryRun=true`;

  it('answers like a create, and writes nothing', async () => {
    await assertNoWrites(app, ['sales_contacts'], async () => {
      const reply = await admin.post(dry(contacts), { firstName: 'Dry' });
      assert.equal(reply.status, 201);
      assert.deepEqual([reply.body.firstName, reply.body.version, reply.body.ownerId], ['Dry', 1, admin.userId]);
      assert.equal(reply.headers.get('etag'), '"1"');
      refused(await admin.get(`${contacts}/${reply.body._id}`), 404, 'not_found');
    });
  });

  it('answers like PUT, PATCH and DELETE, and writes nothing', async () => {
    const { _id: accountId } = await admin.create(accounts, { name: 'A', domain: 'a.example' });
    const path = `${accounts}/${accountId}`;
    await admin.create('/api/sales/accountNotes', { accountId, content: 'N' });
    // The note is the last activity of the account.
    const record = (await admin.get(path)).body;
    await assertNoWrites(app, ['sales_accounts', 'sales_account_notes'], async () => {
      const put = await admin.put(dry(path), { name: 'B' });
      assert.deepEqual([put.status, put.body.name, put.body.domain, put.body.version], [200, 'B', null, 2]);
      const patch = await admin.patch(dry(path), { name: 'C' });
      assert.deepEqual(
        [patch.status, patch.body.name, patch.body.domain, patch.body.version],
        [200, 'C', 'a.example', 2],
      );
      assert.equal((await admin.delete(dry(path))).status, 204);
    });
    assert.deepEqual((await admin.get(path)).body, record);
  });

  it('answers like a bulk request, and writes nothing', async () => {
    const record = await admin.create(contacts, { firstName: 'A' });
    const operations = [
      { op: 'create', record: { firstName: 'B' } },
      { op: 'update', _id: record._id, record: { firstName: 'C' } },
      { op: 'delete', _id: record._id },
    ];
    await assertNoWrites(app, ['sales_contacts'], async () => {
      const reply = await admin.post(dry(`${contacts}/bulk`), { operations });
      assert.deepEqual(
        reply.body.results.map(({ status }: Json) => status),
        [201, 200, 204],
      );
      assert.equal(reply.body.results[1].record.firstName, 'C');
    });
  });

  it('reports every error that the write would have', async () => {
    const viewer = await user({ permissions: ['*:read'] });
    const sku = (await admin.create('/api/sales/products', { name: 'P', sku: 'DRY-1' })).sku;
    const record = await admin.create(contacts, { firstName: 'A' });
    await assertNoWrites(app, ['sales_contacts', 'sales_products'], async () => {
      invalid(await admin.post(dry(contacts), { email: 'x' }), { email: 'invalid_format' });
      invalid(await admin.post(dry(contacts), { firstName: 'A', accountId: nobody }), {
        accountId: 'reference_not_found',
      });
      refused(await admin.post(dry('/api/sales/products'), { name: 'Q', sku }), 409, 'unique_violation', 'sku');
      refused(await viewer.post(dry(contacts), {}), 403, 'forbidden', 'sales:write');
      const stale = { 'if-match': '"9"' };
      refused(await admin.patch(dry(`${contacts}/${record._id}`), {}, stale), 412, 'version_mismatch');
      refused(await admin.delete(dry(`${contacts}/${nobody}`)), 404, 'not_found');
      refused(await admin.post(`${contacts}?dryRun=yes`, {}), 400, 'bad_request', 'dryRun');
      refused(await admin.post(`${contacts}?dryrun=true`, {}), 400, 'bad_request', 'dryrun');
    });
  });

  it('of a role or a user changes nobody’s permissions', async () => {
    const writer = await user({ permissions: ['sales:*'] });
    const [role] = (await admin.get('/api/identity/roles?sort=-createdAt&limit=1')).body.data;
    await assertNoWrites(app, [], async () => {
      assert.equal((await admin.patch(dry(`/api/identity/roles/${role._id}`), { permissions: [] })).status, 200);
      assert.equal((await admin.delete(dry(`/api/identity/users/${writer.userId}`))).status, 204);
    });
    assert.equal((await writer.get(contacts)).status, 200);
  });
});
