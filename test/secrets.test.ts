import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import pino from 'pino';
import { StartupError } from '#lib/startup-error.ts';
import { createVault } from '#lib/vault.ts';
import { type App, createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { adminEmail, adminPassword, testConfig } from './cluster.ts';
import { appForFile, Client, type Json } from './harness.ts';
import { until } from './process.ts';
import { receiverForFile, signatureOf } from './receiver.ts';
import { contacts, quick, webhooks } from './webhook-tools.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
/** The secrets that the harness uses. */
const own = { JWT_SECRET: 'a secret for tests that is long enough', ENCRYPTION_KEY: keyOf(7) };
const second = { JWT_SECRET: 'another secret, which is long enough', ENCRYPTION_KEY: keyOf(9) };
/** The settings during a rotation: `previous` is still accepted. */
const rotating = (current: typeof own, previous: typeof own) => ({
  ...current,
  JWT_SECRET_PREVIOUS: previous.JWT_SECRET,
  ENCRYPTION_KEY_PREVIOUS: previous.ENCRYPTION_KEY,
});

// The first step of a rotation is a node that also accepts the new secrets, so that it can sign deliveries until the
// end.
const old = await appForFile({ ...quick, ...rotating(own, second) });
const { connection, sql } = old;
const receiver = await receiverForFile();

interface Node {
  readonly app: App;
  readonly url: string;
  readonly lines: string[];
  as(client: Client): Client;
}

const nodes: App[] = [];
after(() => Promise.all(nodes.map((app) => app.close())));

/** Starts another node on the same database. */
async function startNode(env: Record<string, string>): Promise<Node> {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const app = await createApp({ config: testConfig({ ...quick, ...env }), connection, log, passwordCost: 4 });
  nodes.push(app);
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
  return { app, url, lines, as: ({ token, userId }) => new Client(url, token, userId) };
}

async function stopNode({ app }: { app: App }): Promise<void> {
  nodes.splice(nodes.indexOf(app), 1);
  await app.close();
}

const startupError = (env: Record<string, string>): Promise<Error> =>
  startNode(env).then(
    () => assert.fail('it started'),
    (error: Error) => error,
  );

describe('a node on a database that other nodes use', () => {
  for (const name of ['JWT_SECRET', 'ENCRYPTION_KEY'] as const) {
    it(`refuses to start with another ${name}, with a one-line error`, async () => {
      const error = await startupError({ ...own, [name]: second[name] });
      assert.ok(error instanceof StartupError);
      assert.match(error.message, new RegExp(`^${name} is not the one that this database is used with: `));
      assert.doesNotMatch(error.message, /\n/);
    });
  }

  it('starts with the same secrets, and stores none of them in the database', async () => {
    await stopNode(await startNode(own));
    const rows = JSON.stringify(await sql('select * from secret_fingerprints'));
    for (const secret of Object.values(own)) assert.ok(!rows.includes(secret));
    assert.match(rows, /JWT_SECRET.*ENCRYPTION_KEY|ENCRYPTION_KEY.*JWT_SECRET/);
  });

  it('refuses an invalid previous key', () => {
    for (const [name, message] of [
      ['JWT_SECRET_PREVIOUS', /^JWT_SECRET_PREVIOUS must be at least 32 bytes long/],
      ['ENCRYPTION_KEY_PREVIOUS', /^ENCRYPTION_KEY_PREVIOUS must be 32 bytes in base64/],
    ] as const)
      assert.throws(() => readConfig({ ...own, [name]: 'short' }), { name: 'Error', message });
  });
});

describe('rotating both secrets', () => {
  let key: Json;
  let hook: Json;
  let setting: Json;
  let gadget: Json;
  let rotated: Json;

  /** Every encrypted value of all tables. */
  const sealed = async (): Promise<string[]> => {
    const rows = await sql(`
      select key as value from identity_api_keys union all select secret from integrations_webhooks
      union all select secret_value from ui_settings union all select previous_secret from webhook_endpoints
      union all select body from idempotency_keys where sealed union all select verifier from oauth_states
      union all select sealed from mail_outbox
      union all select value from custom_records, jsonb_each_text(custom) where value like 'v_%.%.%.%'`);
    return rows.map(({ value }) => value).filter((value) => value !== null);
  };

  const hookHeaders = { 'idempotency-key': 'rotate once' };
  const rotateSecret = (client: Client) => client.post(`${webhooks}/${hook._id}/rotate-secret`, {}, hookHeaders);

  it('starts with encrypted values of every kind', async () => {
    const { admin } = old;
    hook = await admin.create(webhooks, { url: receiver.url('/signed'), events: ['contact.created'] });
    rotated = (await rotateSecret(admin)).body;
    key = await admin.create('/api/identity/api-keys', { name: 'rotation', scopes: ['*:read'] });
    setting = await admin.create('/api/ui/settings', { key: 'ai.openai', secretValue: 'sk-1234' });
    await admin.create('/api/data/models', { moduleKey: 'sales', slug: 'gadgets', label: 'Gadget' });
    await admin.create('/api/data/models/sales/gadgets/fields', { key: 'pin', type: 'secret', label: 'Pin' });
    gadget = await admin.create('/api/sales/gadgets', { pin: '4711' });
    // A deleted field can be restored, so its values are encrypted again as well.
    await admin.create('/api/data/models/sales/gadgets/fields', { key: 'puk', type: 'secret' });
    await admin.create('/api/sales/gadgets', { puk: '0815' });
    assert.equal((await admin.delete('/api/data/models/sales/gadgets/fields/puk')).status, 204);
    // Start a sign-in, and queue a mail that is not sent yet.
    const { vault } = old.app.services;
    await sql(
      `insert into oauth_states (tenant_id, hash, provider, browser, nonce, verifier) values (1, 'x', 'google', 'x', 'x', $1)`,
      [await vault.encrypt('verifier')],
    );
    await sql(
      `insert into mail_outbox (tenant_id, email_id, envelope, sealed, next_at)
       values (1, gen_random_uuid(), '{}', $1, now() + interval '1 day')`,
      [await vault.encrypt('mail')],
    );
    assert.ok((await sealed()).length >= 9);
    assert.ok((await sealed()).every((value) => value.startsWith(vault.prefix)));
  });

  let node: Node;

  it('is done by starting nodes with the new and the previous secrets, while the old node keeps working', async () => {
    const versions = await sql(`select version, updated_at from ui_settings where id = $1`, [setting._id]);
    // The old node might claim the job first, which would delay it.
    await old.app.services.jobs.stop();
    node = await startNode(rotating(second, own));
    const admin = node.as(old.admin);
    assert.equal((await admin.get('/api/identity/me')).status, 200, 'a token signed with the old secret is valid');
    assert.equal(
      (await new Client(node.url, key.key).get(contacts)).status,
      200,
      'an API key encrypted with the old key is valid',
    );
    const again = await rotateSecret(admin);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.body.secret, rotated.secret);
    assert.equal((await old.admin.get(contacts)).status, 200);
    const { prefix } = createVault(Buffer.from(second.ENCRYPTION_KEY, 'base64'));
    await until('everything to be encrypted again', async () =>
      (await sealed()).every((value) => value.startsWith(prefix)),
    );
    await until('the log says so', () =>
      node.lines.some((line) => /ENCRYPTION_KEY_PREVIOUS may be removed/.test(line)),
    );
    assert.ok(node.lines.some((line) => /JWT_SECRET_PREVIOUS may be removed after /.test(line)));
    assert.deepEqual(await sql(`select version, updated_at from ui_settings where id = $1`, [setting._id]), versions);
    for (const { _id } of [setting, gadget, key])
      assert.deepEqual(
        (await old.events(_id)).map(({ type }) => type.split('.')[1]),
        ['created'],
      );
  });

  it('is not reverted by a node that restarts with the old secrets as current', async () => {
    const late = await startNode(rotating(own, second));
    const { prefix } = createVault(Buffer.from(second.ENCRYPTION_KEY, 'base64'));
    assert.equal(late.app.services.vault.prefix, prefix);
    await stopNode(late);
    assert.match((await startupError(own)).message, /^JWT_SECRET is not the one/);
  });

  it('ends with nodes that have only the new secrets', async () => {
    await stopNode(node);
    const newNode = await startNode(second);
    assert.equal((await newNode.as(old.admin).get('/api/identity/me')).status, 401, 'old tokens are refused');
    assert.equal((await new Client(newNode.url, key.key).get(contacts)).status, 200);
    const reply = await new Client(newNode.url).post('/api/identity/auth/login', {
      email: adminEmail,
      password: adminPassword,
    });
    const admin = new Client(newNode.url, reply.body.token);
    const [{ secret }] = await sql('select secret from integrations_webhooks where id = $1', [hook._id]);
    assert.equal(newNode.app.services.vault.decrypt(secret), rotated.secret);
    const [{ pin }] = await sql(`select value as pin from custom_records, jsonb_each_text(custom) where id = $1`, [
      gadget._id,
    ]);
    assert.equal(newNode.app.services.vault.decrypt(pin), '4711');
    await admin.create(contacts, { lastName: 'Signed' });
    const [arrival] = await receiver.received('/signed');
    assert.ok(arrival);
    assert.ok(String(arrival.headers['x-platform-signature']).includes(signatureOf(rotated.secret, arrival.raw)));
    await stopNode(newNode);
  });
});
