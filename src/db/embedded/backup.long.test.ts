import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import type { Client, Json } from '#test/harness.ts';
import { childEnvironment, type Environment, Home, type ServerProcess, until } from '#test/process.ts';
import { programFile } from '#test/programs.ts';
import { receiverForFile } from '#test/receiver.ts';
import { startEmbedded } from './cluster.ts';

const contacts = '/api/sales/contacts';
const password = 'correct horse battery';
const receiver = await receiverForFile();
const base = { ADMIN_PASSWORD: password, WEBHOOK_ALLOW_PRIVATE: 'true' };

interface ScriptResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const script = (name: 'backup' | 'restore', env: Environment, ...args: string[]): Promise<ScriptResult> =>
  new Promise((resolve) => {
    const options = { env: { ...childEnvironment, ...env } };
    execFile(process.execPath, [programFile(name), ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });

const feedOf = async (client: Client, since?: string): Promise<Json> =>
  (await client.get(`/api/data/changes?limit=200${since ? `&since=${since}` : ''}`)).body;

/** Creates the data that the backup must contain: records, history, a secret, a webhook, a second tenant. */
async function createData(server: ServerProcess) {
  const admin = await server.signIn(password);
  const contact = await admin.create(contacts, { firstName: 'Ada', lastName: 'Lovelace', tags: ['vip'] });
  await admin.patch(`${contacts}/${contact._id}`, { title: 'Countess' });
  const deleted = await admin.create(contacts, { firstName: 'Gone' });
  await admin.delete(`${contacts}/${deleted._id}`);
  const strange = await admin.create(contacts, { firstName: 'tab\t, \\. line\nbreak', lastName: 'ünïcode 🏛' });
  const field = { key: 'favouriteNumber', type: 'integer' };
  assert.equal((await admin.post('/api/data/models/sales/contacts/fields', field)).status, 201);
  await admin.patch(`${contacts}/${contact._id}`, { favouriteNumber: 1815 });
  await admin.create('/api/ui/settings', { key: 'provider', secretValue: 'kept under lock' });
  const hook = await admin.create('/api/integrations/webhooks', { url: receiver.url('/hook'), events: ['contact.*'] });
  const input = { accountKey: 'acme', adminEmail: 'boss@acme.example', adminPassword: password };
  assert.equal((await admin.post('/api/identity/account-provisioning/provision', input)).status, 201);
  const acme = await server.signIn(password, 'boss@acme.example', 'acme');
  const theirs = await acme.create(contacts, { firstName: 'Theirs' });
  const cursor = await until('the feed to have everything', async () => {
    const { data, meta } = await feedOf(admin);
    return data.some((one: Json) => one.type === 'webhook.created') && meta.nextCursor;
  });
  return { admin, acme, contact, deleted, strange, theirs, hook, cursor };
}

/** Asserts that sessions, cursors, webhooks and history from before the backup still work. */
async function assertContinues(server: ServerProcess, before: Awaited<ReturnType<typeof createData>>): Promise<void> {
  const { contact, deleted, strange, theirs, cursor } = before;
  const admin = await server.signIn(password);
  const same = await admin.get(`${contacts}/${contact._id}`, { authorization: `Bearer ${before.admin.token}` });
  assert.equal(same.status, 200, 'a session from before the backup is valid');
  assert.deepEqual([same.body.title, same.body.favouriteNumber, same.body.version], ['Countess', 1815, 3]);
  assert.equal((await admin.get(`${contacts}?q=lovelace`)).body.data.length, 1);
  const odd = (await admin.get(`${contacts}/${strange._id}`)).body;
  assert.deepEqual([odd.firstName, odd.lastName], [strange.firstName, strange.lastName]);
  const history = (await admin.get(`${contacts}/${contact._id}/history`)).body.data;
  assert.deepEqual(
    history.map(({ version }: Json) => version),
    [3, 2, 1],
  );
  assert.equal((await admin.post(`${contacts}/${deleted._id}/restore`, {})).status, 200);
  const acme = await server.signIn(password, 'boss@acme.example', 'acme');
  assert.equal((await acme.get(`${contacts}/${theirs._id}`)).status, 200);
  assert.equal((await acme.get(`${contacts}/${contact._id}`)).status, 404);

  const count = receiver.arrivals.length;
  const next = await admin.create(contacts, { firstName: 'After' });
  await until('the webhook to deliver again', () =>
    receiver.arrivals
      .slice(count)
      .some(({ body }) => body.data?.record?._id === next._id || body.data?._id === next._id),
  );
  const changes = await until('the feed to continue', async () => {
    const { data } = await feedOf(admin, cursor);
    return data.some((one: Json) => JSON.stringify(one).includes(next._id)) && data;
  });
  assert.ok(!JSON.stringify(changes).includes('"Ada"'), 'the feed repeats events before the cursor');
}

const secretOf = async (home: Home, env: Environment = {}) => {
  const { secretValue } = (
    await home.sql(`select secret_value as "secretValue" from ui_settings where key = 'provider'`)
  )[0];
  const key = env.ENCRYPTION_KEY ?? fs.readFileSync(path.join(home.dataDir, 'secrets/encryption-key'), 'utf8').trim();
  const { createVault } = await import('#lib/vault.ts');
  return createVault(Buffer.from(key, 'base64')).decrypt(secretValue);
};

describe('a backup of the embedded database', () => {
  it('is created while the server runs, and restores a complete platform in another folder', async () => {
    await using home = await Home.prepared();
    const server = await home.start(base);
    const before = await createData(server);
    const file = path.join(home.base, 'atrium.backup');
    const saved = await script('backup', { DATA_DIR: home.dataDir }, file);
    assert.deepEqual([saved.code, saved.stderr], [0, '']);
    assert.match(saved.stdout, /rows are in .*\n.*JWT_SECRET and ENCRYPTION_KEY/);
    assert.equal(fs.statSync(file).mode & 0o777, 0o600);
    await before.admin.create(contacts, { firstName: 'Too late' });

    const again = await script('backup', { DATA_DIR: home.dataDir }, file);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /exists: .*--force\.\n$/);
    await server.stop();
    // A backup also works while no server runs.
    assert.equal((await script('backup', { DATA_DIR: home.dataDir }, `${file}.2`)).code, 0);
    assert.deepEqual(home.processes(), []);
    assert.equal((await script('backup', { DATA_DIR: home.dataDir }, file, '--force', '--without-secrets')).code, 0);
    const bare = await script('restore', { DATA_DIR: path.join(home.base, 'bare') }, file);
    assert.match(bare.stderr, /does not hold JWT_SECRET and ENCRYPTION_KEY/);

    const refused = await script('restore', { DATA_DIR: home.dataDir }, `${file}.2`);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /has a database already/);

    await using cut = new Home();
    const bytes = fs.readFileSync(`${file}.2`);
    for (const length of [bytes.length - 20, Math.floor(bytes.length / 2), 100]) {
      fs.writeFileSync(path.join(home.base, 'cut'), bytes.subarray(0, length));
      const ended = await script('restore', { DATA_DIR: cut.dataDir }, path.join(home.base, 'cut'));
      assert.equal(ended.code, 1, `${length} of ${bytes.length} bytes`);
      assert.match(ended.stderr, /^The backup is damaged or was cut short .*nothing was restored/);
      assert.equal(fs.existsSync(path.join(cut.dataDir, 'postgres')), false);
    }

    await using other = new Home();
    const restored = await script('restore', { DATA_DIR: other.dataDir }, `${file}.2`);
    assert.deepEqual([restored.code, restored.stderr], [0, '']);
    assert.match(restored.stdout, /^\d+ rows of .* were restored/m);
    const next = await other.start(base);
    assert.equal(await secretOf(other), 'kept under lock');
    await assertContinues(next, before);
    await next.stop();
  });
});

describe('a backup of an external database', () => {
  const env = {
    ...base,
    JWT_SECRET: 'a secret for tests that is long enough',
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  };

  for (const [what, may] of [
    ['who is no superuser and cannot create roles', 'nosuperuser'],
    ['who is a superuser', 'superuser'],
  ] as const) {
    it(`is restored into an empty database by an owner ${what}`, async () => {
      await using home = new Home();
      const cluster = await startEmbedded({ dataDir: path.join(home.base, 'own') });
      after(() => cluster.stop());
      const asSuperuser = async (text: string) => {
        const client = new pg.Client({ ...cluster.admin } as pg.ClientConfig);
        await client.connect();
        await client.query(text).finally(() => client.end());
      };
      await asSuperuser(`create role owner_${may} login ${may} password 'secret'`);
      const { host, port } = cluster.admin;
      const urlOf = (name: string) => `postgres://owner_${may}:secret@localhost:${port}/${name}?host=${host}`;
      for (const name of ['first', 'second']) await asSuperuser(`create database ${name} owner owner_${may}`);
      const server = await home.start({ ...env, DATABASE_URL: urlOf('first') });
      const before = await createData(server);
      const file = path.join(home.base, 'own.backup');
      const saved = await script('backup', { DATA_DIR: home.dataDir, ...env, DATABASE_URL: urlOf('first') }, file);
      assert.deepEqual([saved.code, saved.stderr], [0, '']);
      assert.match(saved.stdout, /does not hold JWT_SECRET and ENCRYPTION_KEY/);
      await server.stop();
      const full = await script('restore', { DATA_DIR: home.dataDir, ...env, DATABASE_URL: urlOf('first') }, file);
      assert.equal(full.code, 1);
      assert.match(full.stderr, /not empty/);
      const restored = await script('restore', { DATA_DIR: home.dataDir, ...env, DATABASE_URL: urlOf('second') }, file);
      assert.deepEqual([restored.code, restored.stderr], [0, '']);
      const next = await home.start({ ...env, DATABASE_URL: urlOf('second') });
      await assertContinues(next, before);
      await next.stop();
      await cluster.stop();
    });
  }
});

describe('the backup and restore scripts', () => {
  it('have a --help, and say what is wrong with their arguments', async () => {
    await using home = new Home();
    const env = { DATA_DIR: home.dataDir };
    assert.match((await script('backup', env, '--help')).stdout, /--without-secrets/);
    assert.match((await script('restore', env, '--help')).stdout, /empty database/);
    assert.match((await script('backup', env)).stderr, /^Name one file/);
    assert.match((await script('restore', env)).stderr, /^Name one file/);
    assert.match((await script('backup', env, 'a', '--fast')).stderr, /--fast/);
    assert.match((await script('backup', env, path.join(home.base, 'a'))).stderr, /^There is no database in /);
    assert.match((await script('restore', env, path.join(home.base, 'a'))).stderr, /^There is no file /);
    fs.writeFileSync(path.join(home.base, 'text'), 'no backup');
    assert.match((await script('restore', env, path.join(home.base, 'text'))).stderr, /damaged/);
    assert.equal(fs.existsSync(home.dataDir), false);
  });
});
