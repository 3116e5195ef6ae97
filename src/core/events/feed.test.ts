import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EventReader } from '#test/event-source.ts';
import { refused } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';

const { admin, tenant, user, sql, app, settled, login } = await appForFile();
const contacts = '/api/sales/contacts';
const changes = '/api/data/changes';

/** Reads all pages of the feed after a cursor. */
async function read(client: Client, since = 'beginning', query = ''): Promise<{ data: Json[]; next: string }> {
  await settled();
  const data: Json[] = [];
  let next = since;
  for (;;) {
    const reply = await client.get(`${changes}?since=${next}${query}`);
    assert.equal(reply.status, 200, reply.text);
    data.push(...reply.body.data);
    next = reply.body.meta.nextCursor;
    if (!reply.body.meta.hasMore) return { data, next };
  }
}

describe('the change feed', () => {
  it('lists every change in order, and continues after a cursor', async () => {
    const client = await tenant();
    const { next } = await read(client);
    const record = await client.create(contacts, { firstName: 'Ada', email: 'ada@example.com' });
    const updated = (await client.patch(`${contacts}/${record._id}`, { firstName: 'Grace' })).body;
    await client.delete(`${contacts}/${record._id}`);
    const page = await read(client, next);
    assert.deepEqual(
      page.data.map(({ type, action, recordId, version, actorId }) => [type, action, recordId, version, actorId]),
      [
        ['contact.created', 'created', record._id, 1, client.userId],
        ['contact.updated', 'updated', record._id, 2, client.userId],
        ['contact.deleted', 'deleted', record._id, 2, client.userId],
      ],
    );
    assert.deepEqual(
      page.data.map((change) => change.record),
      [record, updated, { _id: record._id }],
    );
    assert.deepEqual(
      page.data.map((change) => change.changedFields),
      [null, ['firstName', 'name'], null],
    );
    assert.deepEqual((await read(client, page.next)).data, []);
    assert.deepEqual((await read(client, page.data[0].cursor)).data, page.data.slice(1));
  });

  it('has pages that neither skip nor repeat a change', async () => {
    const client = await tenant();
    const { next } = await read(client);
    const created = await Promise.all(
      Array.from({ length: 25 }, (_, n) => client.create(contacts, { firstName: `${n}` })),
    );
    const { data } = await read(client, next, '&limit=4');
    assert.deepEqual(data.map(({ recordId }) => recordId).sort(), created.map(({ _id }) => _id).sort());
  });

  it('is filtered by model and by type', async () => {
    const client = await tenant();
    const { next } = await read(client);
    await client.create('/api/sales/accounts', { name: 'Acme' });
    const contact = await client.create(contacts, { firstName: 'Ada' });
    await client.delete(`${contacts}/${contact._id}`);
    const types = async (query: string) => (await read(client, next, query)).data.map(({ type }) => type);
    assert.deepEqual(await types('&filter[modelKey]=contact'), ['contact.created', 'contact.deleted']);
    assert.deepEqual(await types('&filter[modelKey]=sales.accounts,contacts&limit=1'), [
      'account.created',
      'contact.created',
      'contact.deleted',
    ]);
    assert.deepEqual(await types('&filter[type]=contact.deleted'), ['contact.deleted']);
    refused(await client.get(`${changes}?filter[modelKey]=nothing`), 400, 'bad_request', 'filter[modelKey]');
    refused(await client.get(`${changes}?since=nonsense`), 400, 'bad_request', 'since');
    refused(await client.get(`${changes}?limit=1001`), 400, 'bad_request', 'limit');
    refused(await client.get(`${changes}?filter[nope]=1`), 400, 'bad_request');
  });

  it('shows only records that the caller may read, without hidden fields', async () => {
    const reader = await user({ permissions: ['sales:read:own'], hiddenFields: { 'sales.contacts': ['email'] } });
    const start = (await read(reader)).next;
    await admin.create('/api/marketing/segments', { name: 'Not for sales' });
    await admin.create(contacts, { firstName: 'Hers', email: 'a@example.com' });
    const own = await admin.create(contacts, { firstName: 'Own', email: 'b@example.com', ownerId: reader.userId });
    const { data } = await read(reader, start);
    assert.deepEqual(
      data.map(({ recordId }) => recordId),
      [own._id],
    );
    assert.equal(data[0].record.email, undefined);
    assert.equal(data[0].record.firstName, 'Own');
  });

  it('shows nothing of another tenant, even with its cursor', async () => {
    const [one, other] = [await tenant(), await tenant()];
    const { next } = await read(one);
    const theirs = await read(other);
    await other.create(contacts, { firstName: 'Theirs' });
    assert.deepEqual((await read(one, next)).data, []);
    assert.deepEqual((await read(one, theirs.next)).data, []);
  });

  it('does not skip a transaction that commits late', async () => {
    const client = await tenant();
    const { next } = await read(client);
    const [{ id }] = await sql('select id from tenants where account_key = $1', [client.accountKey]);
    const late = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const open = app.services.db.transaction(id, async (tx) => {
      await tx.query(
        `insert into events (tenant_id, id, type, model, record) values ($1, gen_random_uuid(), 'model.updated', 'data.models', '{}')`,
        [id],
      );
      begun.resolve();
      await late.promise;
    });
    await begun.promise;
    await using live = await EventReader.open(client, `?since=${next}`);
    await client.create(contacts, { firstName: 'Early' });
    assert.deepEqual((await client.get(`${changes}?since=${next}`)).body.data, []);
    late.resolve();
    await open;
    const { data } = await read(client, next);
    assert.deepEqual(
      data.map(({ type }) => type),
      ['model.updated', 'contact.created'],
    );
    assert.deepEqual(
      (await live.received(2)).map(({ event }) => event),
      ['model.updated', 'contact.created'],
    );
  });
});

describe('the live feed', () => {
  it('sends changes as they happen, and continues after Last-Event-ID', async () => {
    const client = await tenant();
    await using reader = await EventReader.open(client, '?filter[modelKey]=contact');
    const first = await client.create(contacts, { firstName: 'Ada' });
    await client.create('/api/sales/accounts', { name: 'Acme' });
    const second = await client.create(contacts, { firstName: 'Grace' });
    const received = await reader.received(2);
    assert.deepEqual(
      received.map(({ event, data }) => [event, data.record]),
      [
        ['contact.created', first],
        ['contact.created', second],
      ],
    );
    await using again = await EventReader.open(client, '', { 'last-event-id': received[0]?.id ?? '' });
    const rest = await again.received(2);
    assert.deepEqual(
      rest.map(({ event }) => event),
      ['account.created', 'contact.created'],
    );
  });

  it('refuses invalid parameters before the stream begins', async () => {
    const headers = { accept: 'text/event-stream' };
    refused(await admin.get(`${changes}?since=nonsense`, headers), 400, 'bad_request', 'since');
    refused(await admin.get(changes, { ...headers, 'last-event-id': '###' }), 400, 'bad_request', 'since');
    refused(await admin.get(`${changes}?limit=5`, headers), 400, 'bad_request', 'limit');
  });

  it('ends when its user is deactivated', async () => {
    const leaver = await user({ permissions: ['sales:*'] });
    await using reader = await EventReader.open(leaver);
    await admin.delete(`/api/identity/users/${leaver.userId}`);
    await admin.create(contacts, { firstName: 'After' });
    await until('the stream ends', () => reader.ended);
    assert.deepEqual(
      reader.events.filter(({ data }) => data.record.firstName === 'After'),
      [],
    );
  });
});

describe('many live feeds of one account', () => {
  const stream = { accept: 'text/event-stream' };

  /** Counts the statements that read events during `run`. */
  async function countReads(run: () => Promise<unknown>): Promise<number> {
    const { db } = app.services;
    const query = db.query;
    let reads = 0;
    db.query = function counted<Row>(text: string, values?: readonly unknown[]) {
      if (text.includes('from events e')) reads += 1;
      return query.call(this, text, values) as Promise<Row[]>;
    };
    try {
      await run();
    } finally {
      db.query = query;
    }
    return reads;
  }

  it('share their reads: 50 streams need few statements for a write, and each receives it', async () => {
    const client = await tenant();
    await client.create('/api/identity/roles', { name: 'reader', permissions: ['sales:read'] });
    const users = [];
    for (let n = 0; n < 5; n += 1) {
      const email = `reader-${n}@example.com`;
      const password = 'a long enough password 1';
      await client.create('/api/identity/users', { email, password, roles: ['reader'] });
      users.push(await login(email, password, client.accountKey));
    }
    await using streams = new AsyncDisposableStack();
    const readers: EventReader[] = [];
    for (const one of users) {
      for (let n = 0; n < 10; n += 1) readers.push(streams.use(await EventReader.open(one)));
    }
    refused(await (users[0] as Client).get(changes, stream), 429, 'rate_limited');
    assert.match((await (users[0] as Client).get(changes, stream)).body.error.message, /10 streams .* one user/);
    const other = await client.get(changes, stream);
    refused(other, 429, 'rate_limited');
    assert.match(other.body.error.message, /50 streams .* one account/);
    const created: string[] = [];
    const reads = await countReads(async () => {
      for (let n = 0; n < 3; n += 1) {
        created.push((await client.create(contacts, { firstName: `Shared ${n}` }))._id);
        await Promise.all(readers.map((reader) => reader.received(n + 1)));
      }
    });
    for (const { events } of readers) {
      assert.deepEqual(
        events.map(({ data }) => data.recordId),
        created,
      );
    }
    // There are three writes. Without sharing, each stream would read at least three times: 150 statements.
    assert.ok(reads < 50, `${reads} statements`);
    // The limit is per account, so another account can open a stream.
    await using _ = await EventReader.open(await tenant());
  });

  it('send each caller only what that caller may read', async () => {
    const client = await tenant();
    const createUser = (role: Json) => user(role, client);
    const full = await createUser({ permissions: ['sales:read'] });
    const narrow = await createUser({ permissions: ['sales:read'], hiddenFields: { 'sales.contacts': ['email'] } });
    const [one, two] = [
      await createUser({ permissions: ['sales:read:own'] }),
      await createUser({ permissions: ['sales:read:own'] }),
    ];
    await using streams = new AsyncDisposableStack();
    const open = async (by: Client, query = '') => streams.use(await EventReader.open(by, query));
    const readers = {
      full: await open(full),
      narrow: await open(narrow),
      one: await open(one),
      two: await open(two),
      accounts: await open(full, '?filter[modelKey]=account'),
    };
    for (const owner of [one, two]) {
      await client.create(contacts, { firstName: 'Owned', email: 'a@example.com', ownerId: owner.userId });
    }
    await client.create('/api/marketing/segments', { name: 'Not for sales' });
    const last = await client.create('/api/sales/accounts', { name: 'Last', ownerId: one.userId });
    const lastOfTwo = await client.create('/api/sales/accounts', { name: 'Last', ownerId: two.userId });
    for (const [name, reader] of Object.entries(readers)) {
      const end = name === 'one' ? last : lastOfTwo;
      await until(
        `the last change for ${name}`,
        () => reader.events.some(({ data }) => data.recordId === end._id),
        20_000,
      );
    }
    const seen = ({ events }: EventReader) =>
      events.map(({ event, data }) => [event, data.record.ownerId, data.record.email]);
    const both = (email: string | undefined) => [
      ['contact.created', one.userId, email],
      ['contact.created', two.userId, email],
    ];
    const ends = [
      ['account.created', one.userId, undefined],
      ['account.created', two.userId, undefined],
    ];
    const withoutEmail = (rows: unknown[][]) => rows.map(([event, owner, email]) => [event, owner, email ?? undefined]);
    assert.deepEqual(withoutEmail(seen(readers.full)), [...both('a@example.com'), ...ends]);
    assert.deepEqual(withoutEmail(seen(readers.narrow)), [...both(undefined), ...ends]);
    assert.ok(readers.narrow.events.every(({ data }) => !('email' in data.record) || data.slug === 'accounts'));
    assert.deepEqual(withoutEmail(seen(readers.one)), [both('a@example.com')[0], ends[0]]);
    assert.deepEqual(withoutEmail(seen(readers.two)), [both('a@example.com')[1], ends[1]]);
    assert.deepEqual(withoutEmail(seen(readers.accounts)), ends);
  });

  it('send changes of records with an audience to those who belong to it', async () => {
    const client = await tenant();
    const [team, role] = ['Pilots', 'Crew'];
    const people = await Promise.all([1, 2, 3].map(() => user({ permissions: ['ui:read', 'ui:write'] }, client)));
    const [anna, ben, cleo] = people as [Client, Client, Client];
    const { _id: teamId } = await client.create('/api/identity/teams', { name: team });
    await client.create('/api/identity/teamUsers', { teamId, userId: ben.userId });
    await client.create('/api/identity/roles', { name: role, permissions: [] });
    await using streams = new AsyncDisposableStack();
    const open = async (by: Client) => streams.use(await EventReader.open(by, '?filter[modelKey]=dashboard'));
    const readers = [await open(anna), await open(ben), await open(cleo), await open(client)] as const;
    const path = '/api/ui/dashboards';
    const hers = await anna.create(path, { name: 'Hers', visibility: 'private' });
    await anna.patch(`${path}/${hers._id}`, { description: 'for my eyes' });
    await anna.delete(`${path}/${hers._id}`);
    await client.create(path, { name: 'Team’s', visibility: 'team', teamId });
    await client.create(path, { name: 'Of a role', roleNames: [role] });
    const last = await client.create(path, { name: 'Everybody’s' });
    for (const { events } of readers)
      await until('the last change', () => events.some(({ data }) => data.recordId === last._id), 20_000);
    // The default dashboards of an account may be created after the streams were opened.
    const byPeople = (reader: EventReader) => reader.events.filter(({ data }) => data.actorId !== null);
    const seen = readers.map((reader) =>
      byPeople(reader).map(({ event, data }) => `${event} ${data.record.name ?? ''}`),
    );
    const ofAnna = ['dashboard.created Hers', 'dashboard.updated Hers', 'dashboard.deleted '];
    const [ofTeam, ofRole, ofAll] = ['Team’s', 'Of a role', 'Everybody’s'].map((name) => `dashboard.created ${name}`);
    assert.deepEqual(seen, [[...ofAnna, ofAll], [ofTeam, ofAll], [ofAll], [...ofAnna, ofTeam, ofRole, ofAll]]);
    assert.deepEqual(
      (await read(cleo, 'beginning', '&filter[modelKey]=dashboard')).data
        .filter(({ actorId }) => actorId !== null)
        .map(({ recordId }) => recordId),
      [last._id],
    );
  });

  it('tell those who lose a record with an audience that it was withdrawn, and nothing of the change', async () => {
    const client = await tenant();
    const [anna, ben] = [await user({ permissions: ['ui:read'] }, client), await user({ permissions: [] }, client)];
    const { name: role } = await client.create('/api/identity/roles', { name: 'Crew', permissions: ['ui:read'] });
    await client.patch(`/api/identity/users/${ben.userId}`, { roles: [role] });
    const path = '/api/ui/screens';
    const screen = await client.create(path, { name: 'Tides', modelKey: 'sales.contacts' });
    const { next } = await read(client);
    await client.patch(`${path}/${screen._id}`, { roleNames: [role] });
    await client.patch(`${path}/${screen._id}`, { description: 'for the crew' });
    const seen = async (by: Client) =>
      (await read(by, next, '&filter[modelKey]=screen')).data.map(({ type, action, record, actor, changedFields }) => ({
        type,
        action,
        record: Object.keys(record).length === 1 ? record : record.name,
        actor: actor?._id,
        changedFields,
      }));
    const updated = { type: 'screen.updated', action: 'updated', record: 'Tides', actor: client.userId };
    assert.deepEqual(await seen(ben), [
      { ...updated, changedFields: ['roleNames'] },
      { ...updated, changedFields: ['description'] },
    ]);
    assert.deepEqual(await seen(anna), [
      {
        type: 'screen.withdrawn',
        action: 'withdrawn',
        record: { _id: screen._id },
        actor: undefined,
        changedFields: null,
      },
    ]);
  });
});
