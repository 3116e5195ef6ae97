import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { after, describe, it } from 'node:test';
import pino from 'pino';
import { newId } from '#lib/ids.ts';
import { createApp } from '../src/app.ts';
import { adminEmail, type Cluster, cloneDatabase, dropDatabase, startCluster, testConfig } from './cluster.ts';
import { nobody, refused } from './expect.ts';
import { appForFile, Client, type Json, type Reply } from './harness.ts';
import { sendFile } from './import-files.ts';
import { Mailbox } from './mailbox.ts';
import {
  acceptPath,
  changePath,
  contactsPath,
  forgotPath,
  invitationsPath,
  loginPath,
  logoutPath,
  newAddress,
  newPassword,
  password,
  person,
  provisionPath,
  registerPath,
  resetPath,
  rolesPath,
  sessionsPath,
  usersPath,
  verifyPath,
  wrongPassword,
} from './security-tools.ts';

/**
 * Rules for every route and for the log. The rest of the checklist: security-sessions (tokens, sessions,
 * cookies), security-guessing (locks, limits, enumeration), security-passwords (passwords, resets, verification) and
 * security-privileges (invitations, roles, mass assignment). isolation.test.ts checks that no tenant reaches the records of
 * another by any operation of any model; src/core/access/access.test.ts checks what each scope allows.
 */

const app = await appForFile(new Mailbox().env);
const { admin, anonymous, sql } = app;
const powerless = await person(app);
const other = await app.tenant();
const { body: document } = await anonymous.get('/openapi.json');

interface Operation {
  readonly name: string;
  readonly method: string;
  /** The template in the document, with names in braces. */
  readonly path: string;
  readonly open: boolean;
}

const operations: readonly Operation[] = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
  ['get', 'post', 'put', 'patch', 'delete']
    .filter((method) => item[method])
    .map((method) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      open: item[method].security?.length === 0,
    })),
);

/** The path with a value for every parameter. */
const filled = (path: string, id = nobody): string =>
  path.replaceAll(/\{(\w+)\}/g, (_all, name) => (/id$/i.test(name) ? id : 'x'));

/** Bodies of operations that validate their input before they look up the record. */
const bodies: Readonly<Record<string, Json>> = {
  'POST /api/marketing/social-publishing/{id}/reject': { reason: 'Too loud' },
  'POST /api/marketing/social-inbox/{id}/reply': { text: 'Thanks' },
  'POST /api/marketing/sms-inbox/{id}/reply': { text: 'Thanks' },
  'POST /api/identity/users/{id}/transfer': { toUserId: nobody },
  'POST /api/integrations/webhooks/{id}/recover': { since: new Date().toISOString() },
  'PATCH /api/communications/email-scheduling/{id}': { sendAt: new Date(Date.now() + 3_600_000).toISOString() },
  'POST /api/communications/conversations/{id}/assign': { userId: null },
  'POST /api/communications/conversations/{id}/merge': { intoId: nobody },
  'POST /api/communications/conversations/{id}/move': { to: 'archive' },
  'POST /api/communications/conversations/{id}/presence': { state: 'viewing' },
  'POST /api/communications/conversations/{id}/snooze': { until: new Date(Date.now() + 3_600_000).toISOString() },
  'POST /api/forms/forms/{id}/prefill-link': { recordId: nobody },
  'POST /api/marketing/websites/{id}/rollback': { releaseId: nobody },
  'POST /api/marketing/workflows/{id}/enroll': { records: [nobody] },
  'POST /api/marketing/workflows/{id}/test': { recordId: nobody },
  'POST /api/marketing/web-pages/{id}/end-test': { winnerId: nobody },
  'POST /api/communications/email-templates/{id}/test': { to: 'ada@example.com' },
  'POST /api/communications/email-lists/{id}/subscribe': { email: 'ada@example.com' },
  'POST /api/communications/emailLists/{id}/subscribe': { email: 'ada@example.com' },
  'POST /api/communications/email-lists/{id}/unsubscribe': { email: 'ada@example.com' },
  'POST /api/communications/emailLists/{id}/unsubscribe': { email: 'ada@example.com' },
  'POST /api/communications/email-lists/{id}/import': { rows: [{ email: 'ada@example.com' }] },
  'POST /api/communications/emailLists/{id}/import': { rows: [{ email: 'ada@example.com' }] },
};

const call = (by: Client, { name, method, path }: Operation, id?: string): Promise<Reply> =>
  by.request(method, filled(path, id), method === 'GET' || method === 'DELETE' ? undefined : (bodies[name] ?? {}));

/** Actions whose input names a model. They need the permission for that model, so they validate their input first. */
const modelInputs: readonly { readonly name: string; readonly query?: string; readonly body?: Json }[] = [
  { name: 'GET /api/data/duplicates', query: 'model=sales.contacts' },
  { name: 'GET /api/data/timeline', query: `model=sales.contacts&id=${nobody}` },
  { name: 'POST /api/data/duplicates/dismiss', body: { model: 'sales.contacts', ids: [nobody, newId()] } },
  { name: 'POST /api/data/merge', body: { model: 'sales.contacts', winnerId: nobody, loserIds: [newId()] } },
  { name: 'POST /api/data/merge/undo', body: { mergeId: nobody } },
  {
    name: 'POST /api/data/statuses/merge',
    body: { model: 'sales.leadStatuses', winnerId: nobody, loserIds: [newId()] },
  },
  { name: 'POST /api/data/exports', body: { model: 'sales.contacts', format: 'csv' } },
  { name: 'POST /api/data/imports', body: { model: 'sales.contacts', storedFileId: nobody } },
  { name: 'POST /api/data/imports/preview', body: { model: 'sales.contacts', storedFileId: nobody } },
];

/** Runs for every operation, six at a time, and returns all problems. */
async function problemsOf(which: readonly Operation[], run: (operation: Operation) => Promise<string | undefined>) {
  const wrong: string[] = [];
  const waiting = which.values();
  const worker = async () => {
    for (const operation of waiting) {
      const problem = await run(operation);
      if (problem !== undefined) wrong.push(`${operation.name}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return wrong.sort();
}

const summaryOf = ({ status, text }: Reply): string => `${status} ${text.slice(0, 120)}`;

describe('every route', () => {
  /** All routes that need no session. */
  const openToAll = [
    'GET /health',
    'GET /openapi.json',
    'GET /api/identity/auth/options',
    'GET /api/identity/auth/{provider}',
    'GET /api/communications/mailbox-connection/callback',
    'GET /api/marketing/social-connection/callback',
    'GET /api/identity/auth/{provider}/callback',
    'POST /api/identity/auth/{provider}/callback',
    `POST ${acceptPath}`,
    `POST ${forgotPath}`,
    `POST ${loginPath}`,
    `POST ${registerPath}`,
    'POST /api/identity/auth/resend-verification',
    `POST ${resetPath}`,
    `POST ${verifyPath}`,
    // The signature of the provider is checked instead.
    'POST /api/communications/email-events/{provider}/{accountKey}',
    // The signature of the SMS provider is checked instead.
    'POST /api/marketing/sms-status/{accountKey}',
    'POST /api/marketing/sms-replies/{accountKey}',
    // The address contains a secret.
    'POST /api/marketing/workflow-hooks/{workflowId}/{token}',
    // Published forms are for people without an account.
    'POST /api/forms/forms/{id}/submit',
    // These routes tell where to get a key, before the caller has one.
    'GET /.well-known/oauth-protected-resource',
    'GET /.well-known/oauth-protected-resource/api/ai/mcp',
    'GET /',
    'GET /version',
    // METRICS_TOKEN is needed instead.
    'GET /metrics',
  ];
  /** Routes that concern only the caller, or show only what the caller may see. */
  const openToUsers = [
    'GET /api/identity/company',
    `GET ${sessionsPath}`,
    `DELETE ${sessionsPath}/{id}`,
    `POST ${logoutPath}`,
    `POST ${changePath}`,
    'GET /api/identity/me',
    'PATCH /api/identity/me',
    'GET /api/identity/identities',
    'DELETE /api/identity/identities/{id}',
    'GET /api/data/models',
    'GET /api/data/models/{moduleKey}/{slug}',
    'GET /api/data/changes',
    'GET /api/data/trash',
    'GET /api/ui/search',
    'GET /api/ui/tasks',
    'GET /api/data/models/{moduleKey}/{slug}/rules',
    'GET /api/data/models/{moduleKey}/{slug}/rules/{id}',
    // An import of another user is 404.
    'POST /api/data/imports/{id}/cancel',
    'POST /api/data/imports/{id}/pause',
    'POST /api/data/imports/{id}/resume',
    'POST /api/data/imports/{id}/undo',
    'GET /api/data/imports/{id}/rejected',
    // Those who were asked decide, whatever else they may do.
    'POST /api/marketing/workflow-enrollments/{id}/approve',
    'POST /api/marketing/workflow-enrollments/{id}/reject',
    ...modelInputs.map(({ name }) => name),
  ];
  const closed = operations.filter(({ open }) => !open);

  it('is in the OpenAPI document, and public only if it must be', () => {
    assert.ok(operations.length > 2000);
    const open = operations.filter((operation) => operation.open).map(({ name }) => name);
    const known = new Set(openToAll);
    assert.deepEqual(
      open.filter((name) => !known.has(name)),
      [],
    );
  });

  it('needs authentication', async () => {
    const wrong = await problemsOf(closed, async (operation) => {
      const reply = await call(anonymous, operation);
      return reply.status === 401 && reply.body.error.code === 'unauthenticated' ? undefined : summaryOf(reply);
    });
    assert.deepEqual(wrong, []);
  });

  it('checks permissions before anything else', async () => {
    const exempt = new Set(openToUsers);
    const before = await sql('select count(*)::int as events from events');
    const wrong = await problemsOf(
      closed.filter(({ name }) => !exempt.has(name)),
      async (operation) => {
        const reply = await call(powerless.client, operation);
        return reply.status === 403 && reply.body.error.code === 'forbidden' ? undefined : summaryOf(reply);
      },
    );
    assert.deepEqual(wrong, []);
    assert.deepEqual(await sql('select count(*)::int as events from events'), before);
  });

  it('whose input names a model needs the permission for that model', async () => {
    const answers: Record<string, string> = {};
    for (const { name, query, body } of modelInputs) {
      const [method = '', path = ''] = name.split(' ');
      const reply = await powerless.client.request(method, query ? `${path}?${query}` : path, body);
      answers[name] = `${reply.status} ${reply.body.error?.code}`;
    }
    const expected = modelInputs.map(({ name }) => [name, name.endsWith('/undo') ? '404 not_found' : '403 forbidden']);
    assert.deepEqual(answers, Object.fromEntries(expected));
  });

  it('that is open to all users shows no data to a user without permissions', async () => {
    await admin.create(contactsPath, { firstName: 'Ada' });
    for (const path of ['/api/data/changes', '/api/data/trash', '/api/ui/search?q=Ada', '/api/ui/tasks']) {
      const reply = await powerless.client.get(path);
      assert.ok(reply.status === 403 || reply.body.data.length === 0, summaryOf(reply));
    }
  });

  it('of an action is 404 for an id of another account', async () => {
    // This enqueues a job.
    await anonymous.post(forgotPath, { email: newAddress() });
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const scheduled = await admin.create('/api/communications/email-scheduling/schedule', {
      to: newAddress(),
      subject: 'S',
      text: 'T',
      sendAt: later,
    });
    const list = await admin.create('/api/communications/emailLists', { name: 'L' });
    /** A record that only the platform writes. */
    const ownRow = async (table: string, column: string, value: string): Promise<string> => {
      const [{ id }] = await app.sql(
        `insert into ${table} (tenant_id, id, ${column}) select id, gen_random_uuid(), $1 from tenants
         where account_key = 'default' returning id`,
        [value],
      );
      return id;
    };
    const [{ id: mailboxId }] = await app.sql(
      `insert into communications_mailbox_connections (tenant_id, id, provider, email, owner_id)
       select id, gen_random_uuid(), 'imap', 'me@example.com', $1::uuid from tenants where account_key = 'default' returning id`,
      [admin.userId],
    );
    const leadRule = { name: 'R', when: { status: 'new' }, require: ['email'], message: 'Enter an address.' };
    const transport = { name: 'T', url: 'smtps://u:p@mail.example.com', active: false };
    const hook = { platform: 'webhook', url: 'https://example.com/hook' };
    const { body: social } = await admin.post('/api/marketing/social-connection/connect', hook);
    const draft = { connectionId: social._id, content: 'Draft', draft: true };
    const { body: post } = await admin.post('/api/marketing/social-publishing', draft);
    const conversation = await admin.create('/api/communications/conversations', { subject: 'S', channel: 'social' });
    const workflow = await admin.create('/api/marketing/workflows', { name: 'W' });
    const enrolled = {
      workflowId: workflow._id,
      contactId: (await admin.create(contactsPath, { firstName: 'A' }))._id,
    };
    const enrollment = await admin.create('/api/marketing/workflowEnrollments', enrolled);
    const ours = {
      '/api/marketing/social-connection': social._id,
      '/api/marketing/social-publishing': post._id,
      '/api/marketing/social-inbox': conversation._id,
      '/api/marketing/sms-inbox': conversation._id,
      '/api/communications/email-scheduling': scheduled._id,
      '/api/communications/conversations': (await admin.create('/api/communications/conversations', { subject: 'C' }))
        ._id,
      '/api/communications/mailbox-connection': mailboxId,
      '/api/communications/email-templates': (
        await admin.create('/api/communications/emailTemplates', { name: 'T', subject: 'S', text: 'T' })
      )._id,
      '/api/communications/email-lists': list._id,
      '/api/communications/emailLists': list._id,
      '/api/communications/email-transports': (await admin.create('/api/communications/emailTransports', transport))
        ._id,
      '/api/sales/opportunities': (await admin.create('/api/sales/opportunities', { name: 'O' }))._id,
      '/api/sales/quotes': (await admin.create('/api/sales/quotes', { name: 'Q' }))._id,
      '/api/sales/orders': (await admin.create('/api/sales/orders', { name: 'O' }))._id,
      '/api/finance/financeInvoices': (await admin.create('/api/finance/financeInvoices', { currency: 'EUR' }))._id,
      '/api/data/models': (await admin.create('/api/data/models/sales/leads/rules', leadRule))._id,
      '/api/ui/dashboards': (await admin.create('/api/ui/dashboards', { name: 'D' }))._id,
      '/api/ui/announcements': (
        await admin.create('/api/ui/enterpriseProductAnnouncements', { title: 'A', status: 'published' })
      )._id,
      '/api/forms/forms': (await admin.create('/api/forms/forms', { name: 'F' }))._id,
      '/api/marketing/campaigns': (await admin.create('/api/marketing/campaigns', { name: 'C' }))._id,
      '/api/marketing/emailDripCampaigns': (await admin.create('/api/marketing/emailDripCampaigns', { name: 'D' }))._id,
      '/api/marketing/campaignSequences': (await admin.create('/api/marketing/campaignSequences', { name: 'S' }))._id,
      '/api/marketing/emailSequenceWorkflows': (
        await admin.create('/api/marketing/emailSequenceWorkflows', { name: 'S' })
      )._id,
      '/api/marketing/workflows': workflow._id,
      '/api/marketing/workflow-enrollments': enrollment._id,
      '/api/marketing/segments': (await admin.create('/api/marketing/segments', { name: 'S' }))._id,
      '/api/marketing/websites': (await admin.create('/api/marketing/websites', { name: 'W' }))._id,
      '/api/marketing/web-pages': (await admin.create('/api/marketing/webPages', { name: 'P' }))._id,
      '/api/identity/users': admin.userId,
      [sessionsPath]: (await admin.get(sessionsPath)).body.data[0]._id,
      [invitationsPath]: (await admin.create(invitationsPath, { email: newAddress() }))._id,
      '/api/ai/aiPendingActions': await ownRow('ai_ai_pending_actions', 'tool', 'createRecord'),
      '/api/ai/completions': await ownRow('ai_ai_completion_logs', 'status', 'succeeded'),
      '/api/identity/identities': nobody,
      '/api/data/imports': (await sendFile(admin, '/api/data/imports', 'Last name\nA\n', { model: 'contacts' })).body
        ._id,
      '/api/data/exports': (await admin.post('/api/data/exports', { model: 'contacts', format: 'csv' })).body._id,
      '/api/data/jobs': (await admin.get('/api/data/jobs')).body.data[0]._id,
      '/api/integrations/webhooks': (
        await admin.create('/api/integrations/webhooks', {
          url: 'https://example.com/hook',
          events: ['contact.*'],
        })
      )._id,
    };
    const models = new Set(app.app.registry.models.map(({ path }) => path));
    const isOfModel = (path: string) =>
      models.has(path.split('/{')[0] ?? '') &&
      /^\/\{id\}(?:\/(?:history|restore|revert|content|share))?$/.test(path.slice(path.indexOf('/{')));
    const actions = closed.filter(({ path }) => path.includes('{id}') && !isOfModel(path));
    assert.ok(actions.length >= 10, String(actions.length));
    const wrong = await problemsOf(actions, async (operation) => {
      const id = ours[operation.path.split('/{')[0] as keyof typeof ours];
      if (id === undefined) return 'no record of this kind is known to this test';
      const reply = await call(other, operation, id);
      return reply.status === 404 && reply.body.error.code === 'not_found' ? undefined : summaryOf(reply);
    });
    assert.deepEqual(wrong, []);
  });
});

describe('the log', () => {
  /** A server with log level trace, on its own database. */
  async function startVerboseNode() {
    const mailbox = new Mailbox();
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const given = process.env.ATRIUM_TEST_CLUSTER;
    const cluster: Cluster = given ? { admin: JSON.parse(given), stop: async () => {} } : await startCluster();
    const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
    const connection = await cloneDatabase(cluster, name);
    const config = testConfig({ ...mailbox.env, LOG_LEVEL: 'trace' });
    const node = await createApp({ config, connection, log: pino({ level: 'trace' }, sink), passwordCost: 4 });
    await node.server.listen({ host: '127.0.0.1', port: 0 });
    after(async () => {
      await node.close();
      await dropDatabase(cluster, name);
      await cluster.stop();
    });
    const url = `http://127.0.0.1:${(node.server.server.address() as AddressInfo).port}`;
    return { mailbox, lines, anonymous: new Client(url), url };
  }

  it('contains no password, token, key or cookie after all kinds of account requests', async () => {
    const { mailbox, lines, anonymous: stranger, url } = await startVerboseNode();
    const secrets = new Map<string, string>([
      ['the password', password],
      ['the new password', newPassword],
      ['a wrong password', wrongPassword],
    ]);
    const keep = (what: string, value: string) => {
      assert.ok(value.length >= 20, what);
      secrets.set(what, value);
      return value;
    };
    const visit = async (link: string) => void (await (await fetch(link)).text());

    const { token } = (await stranger.post(loginPath, { email: adminEmail, password })).body;
    keep('the access token', token);
    keep('the signature of the access token', token.split('.')[2]);
    const boss = new Client(url, token);
    await stranger.post(loginPath, { email: adminEmail, password: wrongPassword });
    await stranger.get(contactsPath, { cookie: `platform_access=${token}` });
    await stranger.post(contactsPath, { firstName: 'Eve' }, { cookie: `platform_access=${token}` });
    for (const made of [`ey.${randomBytes(30).toString('hex')}.x`, `ak_1_${'0'.repeat(32)}_${'k'.repeat(43)}`])
      await stranger.get(contactsPath, { authorization: `Bearer ${keep(`made-up ${made.slice(0, 2)}`, made)}` });
    await stranger.get(contactsPath, { authorization: `Basic ${keep('basic', randomBytes(30).toString('hex'))}` });

    const email = newAddress();
    await boss.create(rolesPath, { name: 'clerk', permissions: ['sales:read'] });
    await boss.create(usersPath, { email, password, roles: ['clerk'] });
    await boss.post(usersPath, { email, password: 'too short' });
    await boss.post(usersPath, `{"email":"${email}","password":"${password}",}`);
    await boss.post(usersPath, { email: 5, password: newPassword, roles: 'none' });
    const verification = await mailbox.next(email, /confirm/i);
    await visit(verification.link);
    keep('the verification token', verification.token);
    assert.equal((await stranger.post(verifyPath, { token: verification.token })).status, 200);
    await stranger.post(verifyPath, { token: verification.token });

    await stranger.post(forgotPath, { email });
    const reset = await mailbox.next(email, /choose a new password/i);
    await visit(reset.link);
    keep('the reset token', reset.token);
    await stranger.post(resetPath, { token: reset.token, password: 'too short' });
    assert.equal((await stranger.post(resetPath, { token: reset.token, password: newPassword })).status, 200);
    const signedIn = (await stranger.post(loginPath, { email, password: newPassword })).body.token;
    const user = new Client(url, keep('the token of the user', signedIn));
    await user.post(changePath, { currentPassword: wrongPassword, password });
    assert.equal((await user.post(changePath, { currentPassword: newPassword, password })).status, 200);

    const invited = newAddress('invited');
    await boss.post(invitationsPath, { email: 'no address' });
    await boss.create(invitationsPath, { email: invited, roles: ['viewer'] });
    const invitation = await mailbox.next(invited, /invited/);
    await visit(invitation.link);
    keep('the invitation', invitation.token);
    const accepted = await stranger.post(acceptPath, { token: invitation.token, password });
    keep('the token of who accepted', accepted.body.token);

    await stranger.post(registerPath, { email: newAddress(), password });
    await boss.post(provisionPath, { accountKey: 'journey', adminEmail: email, adminPassword: password });
    const [code, state] = [
      keep('a code', randomBytes(20).toString('hex')),
      keep('a state', randomBytes(20).toString('hex')),
    ];
    await stranger.get(`/api/identity/auth/google/callback?code=${code}&state=${state}`);
    await stranger.get(`/no/such/path?token=${keep('a misplaced token', randomBytes(20).toString('hex'))}`);
    await user.post(logoutPath, {});
    await user.get(sessionsPath);

    const log = lines.join('');
    assert.ok(lines.length > 20 && log.includes(loginPath), 'requests are logged at this level');
    const spellings = (value: string) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)];
    const found = [...secrets].filter(([, value]) => spellings(value).some((text) => log.includes(text)));
    assert.deepEqual(
      found.map(([what]) => what),
      [],
    );
    assert.doesNotMatch(log, /\$2[aby]\$|platform_access=|"authorization"|"cookie"/i);
  });

  it('contains no password when a sign-in has invalid input', async () => {
    const { lines, anonymous: stranger } = await startVerboseNode();
    const reply = await stranger.post(loginPath, { email: `nul\u0000@example.com`, password });
    assert.ok(reply.status < 500, reply.text);
    refused(
      await stranger.post(resetPath, { token: `zzzzzzzzzzzz.${'A'.repeat(43)}`, password }),
      422,
      'validation_failed',
    );
    assert.ok(!lines.join('').includes(password));
  });
});
