import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nobody, refused } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { receiverForFile } from '#test/receiver.ts';
import { quick, WebhookTools } from '#test/webhook-tools.ts';
import { matchesEvent } from '../../integrations/events/event-patterns.ts';
import type { SecurityEventType } from './security-event.ts';

const app = await appForFile({ ...quick, TRUST_PROXY: 'true' });
const { anonymous, admin, sql, tenant, user } = app;
const receiver = await receiverForFile();
const tools = new WebhookTools(app, receiver);

const path = '/api/identity/security-events';

/** Tries to sign in from an IP address. */
const trySignIn = (client: Client, email: string, password: string, ip: string, requestId = 'try') =>
  anonymous.post(
    '/api/identity/auth/login',
    { email, password, accountKey: client.accountKey },
    { 'x-forwarded-for': ip, 'user-agent': 'a browser', 'x-request-id': requestId },
  );

const list = async (client: Client, query = ''): Promise<Json> => {
  const reply = await client.get(`${path}${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};

const typesOf = ({ data }: Json): string[] => data.map(({ type }: Json) => type);

/** All types. The compiler reports a type that is missing here. */
const allTypes: Record<SecurityEventType, true> = {
  'security.signedIn': true,
  'security.signInFailed': true,
  'security.locked': true,
  'security.unlocked': true,
  'security.signedOut': true,
  'security.sessionRevoked': true,
  'security.passwordChanged': true,
  'security.resetRequested': true,
  'security.passwordReset': true,
  'security.emailVerified': true,
  'security.emailChanged': true,
  'security.registered': true,
  'security.invited': true,
  'security.invitationAccepted': true,
  'security.invitationRevoked': true,
  'security.userDeactivated': true,
  'security.userActivated': true,
  'security.rolesChanged': true,
  'security.permissionsChanged': true,
  'security.keyCreated': true,
  'security.keyUsed': true,
  'security.keyDeleted': true,
  'security.identityLinked': true,
  'security.identityUnlinked': true,
  'security.accountSuspended': true,
  'security.accountReactivated': true,
};

describe('the list of security events', () => {
  it('shows what happened to accounts, newest first', async () => {
    const boss = await tenant();
    await trySignIn(boss, 'admin@example.com', 'not this one', '192.0.2.5', 'fails');
    const key = await boss.create('/api/identity/apiKeys', { name: 'A key', scopes: ['sales:read'] });
    const { data, meta } = await list(boss);
    const [made, failed] = data;
    assert.deepEqual(meta, { page: 1, limit: 20, hasMore: false, nextCursor: null });
    assert.deepEqual([made.type, made.actorId, made.userId], ['security.keyCreated', boss.userId, boss.userId]);
    assert.deepEqual(made.details, { keyId: key._id, name: 'A key', scopes: ['sales:read'], expiresAt: null });
    const { _id, timestamp, ...rest } = failed;
    assert.match(_id, /^[0-9a-f-]{36}$/);
    assert.equal(new Date(timestamp).toISOString(), timestamp);
    assert.deepEqual(rest, {
      type: 'security.signInFailed',
      userId: boss.userId,
      email: 'admin@example.com',
      ip: '192.0.2.5',
      agent: 'a browser',
      actorId: null,
      requestId: 'fails',
      details: { method: 'password' },
    });
    assert.deepEqual(typesOf({ data }).slice(2), ['security.signedIn', 'security.rolesChanged']);
  });

  it('can be filtered by type, user, email address and IP', async () => {
    const boss = await tenant();
    const other = await user({ permissions: [] }, boss);
    await trySignIn(boss, 'Nobody@example.com', 'a guess', '192.0.2.6');
    await trySignIn(boss, 'admin@example.com', 'a guess', '2001:db8::6');
    assert.deepEqual(
      typesOf(await list(boss, '?filter[type]=security.signInFailed')),
      Array(2).fill('security.signInFailed'),
    );
    const several = await list(boss, '?filter[type]=security.signInFailed,security.signedIn');
    assert.equal(several.data.length, 4);
    assert.deepEqual(typesOf(await list(boss, `?filter[userId]=${other.userId.toUpperCase()}`)), [
      'security.signedIn',
      'security.rolesChanged',
    ]);
    // An address that a stranger enters is stored only when a user has it.
    const [unknown, ...more] = (await list(boss, '?filter[ip]=192.0.2.6')).data;
    assert.deepEqual([unknown.email, unknown.userId, more], [null, null, []]);
    const failed = await list(boss, '?filter[email]=ADMIN@example.com&filter[type]=security.signInFailed');
    assert.deepEqual(typesOf(failed), ['security.signInFailed']);
    assert.equal((await list(boss, '?filter[ip]=2001:db8::6')).data.length, 1);
    assert.equal((await list(boss, '?filter[ip]=2001:db8::6&filter[type]=security.signedIn')).data.length, 0);
    assert.equal((await list(boss, `?filter[userId]=${nobody}`)).data.length, 0);
  });

  it('filters by time', async () => {
    const boss = await tenant();
    await trySignIn(boss, 'first@example.com', 'a guess', '192.0.2.21');
    const [first] = (await list(boss)).data;
    // Stored times of events have more digits than the times in the answer.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await trySignIn(boss, 'second@example.com', 'a guess', '192.0.2.22');
    const middle = new Date(Date.parse(first.timestamp) + 2).toISOString();
    const ips = ({ data }: Json) => data.map(({ ip }: Json) => ip);
    assert.deepEqual(ips(await list(boss, `?filter[since]=${middle}`)), ['192.0.2.22']);
    assert.ok(!ips(await list(boss, `?filter[until]=${middle}`)).includes('192.0.2.22'));
    assert.equal(ips(await list(boss, `?filter[until]=${middle}`))[0], '192.0.2.21');
    assert.deepEqual(ips(await list(boss, `?filter[since]=${middle}&filter[until]=${middle}`)), []);
  });

  it('has pages by number and by cursor', async () => {
    const boss = await tenant();
    for (let n = 0; n < 3; n += 1) await trySignIn(boss, `try${n}@example.com`, 'a guess', '192.0.2.7');
    const all = (await list(boss)).data.map(({ _id }: Json) => _id);
    assert.equal(all.length, 5);
    const paged: string[] = [];
    for (let query = '?limit=2'; query !== ''; ) {
      const { data, meta } = await list(boss, query);
      paged.push(...data.map(({ _id }: Json) => _id));
      assert.equal(meta.hasMore, meta.nextCursor !== null);
      // New events do not shift the next pages.
      await trySignIn(boss, 'meanwhile@example.com', 'a guess', '192.0.2.8');
      query = meta.nextCursor === null ? '' : `?limit=2&cursor=${meta.nextCursor}`;
    }
    assert.deepEqual(paged, all);
    const second = await list(boss, '?limit=2&page=2&filter[ip]=192.0.2.7');
    assert.deepEqual([second.data.length, second.meta.page, second.meta.hasMore], [1, 2, false]);
  });

  it('needs identity:admin, and shows only the caller’s tenant', async () => {
    const boss = await tenant();
    const reader = await user({ permissions: ['*:read', '*:write'] }, boss);
    refused(await reader.get(path), 403, 'forbidden', 'identity:admin');
    refused(await anonymous.get(path), 401, 'unauthenticated');
    const stranger = await tenant();
    const seen = (await list(stranger, '?limit=200')).data.map(({ userId }: Json) => userId);
    assert.ok(seen.length > 0 && seen.every((userId: string) => userId === stranger.userId));
  });

  it('refuses unknown and invalid parameters', async () => {
    const wrong: [string, string][] = [
      ['filter[userId]=me', 'filter[userId]'],
      ['filter[name]=x', 'filter[name]'],
      ['filter[since]=yesterday', 'filter[since]'],
      ['filter[until]=2026-13-01T00:00:00Z', 'filter[until]'],
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['page=0', 'page'],
      ['cursor=nonsense', 'cursor'],
      ['cursor=MQ&page=2', 'cursor'],
      ['sort=type', 'sort'],
    ];
    for (const [query, field] of wrong) refused(await admin.get(`${path}?${query}`), 400, 'bad_request', field);
  });
});

describe('security events', () => {
  it('reach only webhooks that name them', async () => {
    const boss = await tenant();
    const [all, ending, named, typed] = [
      await tools.register(['*'], {}, boss),
      await tools.register(['*.signInFailed', '*.*'], {}, boss),
      await tools.register(['security.*'], {}, boss),
      await tools.register(['security.signedIn'], {}, boss),
    ];
    await trySignIn(boss, 'admin@example.com', 'not this one', '192.0.2.9');
    await trySignIn(boss, 'admin@example.com', 'correct horse battery', '192.0.2.9');
    const contact = await boss.create('/api/sales/contacts', { firstName: 'Ada' });
    // Concurrent deliveries arrive in any order.
    const both = (await receiver.received(named.path, 2)).sort((one, next) =>
      one.body.type < next.body.type ? -1 : 1,
    );
    const [failed, signedIn] = both;
    assert.deepEqual([failed?.body.type, signedIn?.body.type], ['security.signInFailed', 'security.signedIn']);
    assert.equal(failed?.body.data.record.ip, '192.0.2.9');
    assert.equal((await receiver.received(typed.path))[0]?.body.type, 'security.signedIn');
    for (const webhook of [all, ending]) {
      // Events of the other webhooks' creation arrive before it.
      await until('the contact to arrive', () =>
        receiver.at(webhook.path).some(({ body }) => body.data.record._id === contact._id),
      );
      const types = receiver.at(webhook.path).map(({ body }) => body.type);
      assert.ok(types.includes('contact.created'));
      assert.deepEqual(
        types.filter((type) => type.startsWith('security.')),
        [],
      );
    }
    assert.equal(receiver.at(typed.path).length, 1);
  });

  it('are matched only by patterns that begin with security, unlike records of a model of that name', () => {
    const table: [string, string, boolean][] = [
      ['*', 'security.signedIn', false],
      ['*.*', 'security.signedIn', false],
      ['*.signedIn', 'security.signedIn', false],
      ['security.*', 'security.signedIn', true],
      ['security.sign*', 'security.signedIn', true],
      ['security.signedIn', 'security.signedIn', true],
      ['security.signedOut', 'security.signedIn', false],
      ['*', 'security.created', true],
      ['*.deleted', 'security.deleted', true],
      ['*', 'securityNote.signedIn', true],
    ];
    for (const [pattern, type, expected] of table)
      assert.equal(matchesEvent(pattern, type), expected, `${pattern} ${type}`);
  });

  it('are all in the catalogue of event types', async () => {
    const { data } = (await admin.get('/api/integrations/event-types?filter[type]=security.*')).body;
    assert.deepEqual(typesOf({ data }).sort(), Object.keys(allTypes).sort());
    const written = await sql(`select distinct type from events where model = 'identity.security'`);
    assert.ok(written.length > 3 && written.every(({ type }) => type in allTypes));
  });

  it('are neither in the change feed nor in the trash', async () => {
    const boss = await tenant();
    await trySignIn(boss, 'admin@example.com', 'not this one', '192.0.2.10');
    await boss.create('/api/sales/contacts', { firstName: 'Ada' });
    await app.settled();
    for (const query of ['', '&filter[type]=security.signInFailed']) {
      const reply = await boss.get(`/api/data/changes?limit=200${query}`);
      assert.equal(reply.status, 200, reply.text);
      assert.doesNotMatch(reply.text, /security\./);
    }
    assert.match((await boss.get('/api/data/changes?limit=200')).text, /contact\.created/);
    assert.doesNotMatch((await boss.get('/api/data/trash')).text, /security/);
  });

  it('cannot be imitated by a custom model of that name', async () => {
    const reply = await (await tenant()).post('/api/data/models', {
      moduleKey: 'identity',
      slug: 'security',
      label: 'Security',
      fields: [{ key: 'name', type: 'text' }],
    });
    refused(reply, 409, 'unique_violation', 'slug');
  });
});
