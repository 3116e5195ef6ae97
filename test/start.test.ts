import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { clientConfig } from '#db/connection.ts';
import { type EmbeddedPostgres, startEmbedded } from '#db/embedded/cluster.ts';
import { createVault } from '#lib/vault.ts';
import { Client, type Json } from './harness.ts';
import { long } from './long.ts';
import {
  assertStops,
  type Environment,
  freePort,
  Home,
  isRoot,
  ordinaryUser,
  postgresOfVersion,
  run,
  type ServerProcess,
  takePort,
  until,
} from './process.ts';
import { sourceOf } from './programs.ts';

const contacts = '/api/sales/contacts';
const secrets = {
  JWT_SECRET: 'a secret for tests that is long enough',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
};

/** Asserts that the start fails with exit code 1 and a one-line error that says what to change. */
async function assertRefused(home: Home, env: Environment, sentence: RegExp): Promise<ServerProcess> {
  const server = home.launch(env);
  await until('a start that must fail to exit', () => !server.running || server.url !== '');
  assert.equal(server.url, '', 'the server started');
  assert.deepEqual(await server.exited, { code: 1, signal: null });
  assert.match(server.stderr, /^[A-Z][^\n]+\n$/, 'stderr must be exactly one line');
  assert.match(server.stderr, sentence);
  assert.doesNotMatch(server.stderr, /Error:|\bat .*:\d+:\d+/);
  return server;
}

const json = (lines: string[]): Json[] =>
  lines.filter((line) => !/^(?:ready on|first start:) /.test(line)).map((line) => JSON.parse(line));

const modeOf = (home: Home, file: string) => fs.statSync(path.join(home.dataDir, file)).mode & 0o777;

// The only first start of this file. Other homes are copies of its data folder.
const home = new Home();
after(() => home[Symbol.asyncDispose]());
const abandoned = path.join(home.dataDir, 'postgres.new-2147483647');
fs.mkdirSync(abandoned, { recursive: true });
// Start the source, because other tests start a bundle of it.
const first = await home.launch({}, sourceOf('server')).ready();
const password = first.passwords[0] ?? 'none was printed';
const admin = await first.signIn(password);
const contact = await admin.create(contacts, { firstName: 'Ada' });
const setting = await admin.create('/api/ui/settings', { key: 'provider', secretValue: 'kept under lock' });

describe('the first start', () => {
  it('creates the default tenant, its roles and its admin, and prints the password once', async () => {
    assert.equal(first.passwords.length, 1);
    assert.ok(password.length >= 16);
    assert.equal(first.stdout.split(password).length, 2);
    const me = await admin.get(`/api/identity/users/${admin.userId}`);
    assert.equal(me.body.email, 'admin@example.com');
    assert.deepEqual(me.body.roles, ['admin']);
    assert.deepEqual(await home.sql('select account_key from tenants'), [{ account_key: 'default' }]);
    const roles = await admin.get('/api/identity/roles?sort=name&fields=name');
    assert.deepEqual(
      roles.body.data.map((role: Json) => role.name),
      ['admin', 'manager', 'member', 'viewer'],
    );
  });

  it('prints "ready on" on its own line, among JSON log lines', () => {
    assert.equal(first.lines.filter((line) => /^ready on http:\/\/127\.0\.0\.1:\d+$/.test(line)).length, 1);
    const log = json(first.lines);
    assert.ok(log.length > 0);
    for (const entry of log) assert.deepEqual([typeof entry.level, typeof entry.time], ['number', 'number']);
    assert.equal(first.stderr, '');
  });

  it('serves /health, the OpenAPI document and the reference without a session', async () => {
    const anonymous = new Client(first.url);
    const health = await anonymous.get('/health');
    assert.equal(health.status, 200);
    assert.deepEqual(health.body, { status: 'ok' });
    assert.match((await anonymous.get('/openapi.json')).body.openapi, /^3\.1\./);
    assert.equal((await anonymous.get('/docs')).status, 200);
    assert.equal((await anonymous.get(contacts)).status, 401);
  });

  it('protects generated secrets from other users, and deletes the rest of an interrupted start', () => {
    assert.equal(modeOf(home, 'secrets'), 0o700);
    const files = fs.readdirSync(path.join(home.dataDir, 'secrets')).sort();
    assert.deepEqual(files, ['database-password', 'encryption-key', 'jwt-secret']);
    for (const file of files) assert.equal(modeOf(home, `secrets/${file}`), 0o600);
    assert.equal(modeOf(home, 'postgres'), 0o700);
    assert.equal(modeOf(home, 'run'), 0o700);
    assert.equal(fs.existsSync(abandoned), false);
    assert.deepEqual(
      fs.readdirSync(home.dataDir).filter((name) => name.includes('password')),
      [],
    );
  });

  it('uses an application role that is subject to row security', async () => {
    const [, ...others] = await probeRole(await home.connect(), () => admin.create(contacts, { firstName: 'Grace' }));
    assert.deepEqual(others, ['atrium_app', false, true]);
  });

  it('stops with exit code 0 and leaves no process behind', () => assertStops(home, first));

  it('logs its start with version, address and database, and its stop', () => {
    const log = json(first.lines);
    const started = log.find(({ msg }) => msg === 'started');
    assert.deepEqual([started.url, started.database, started.dataDir], [first.url, 'embedded', home.dataDir]);
    assert.match(started.version, /^\d+\.\d+\.\d+$/);
    assert.equal(log.find(({ msg }) => msg === 'stopping').signal, 'SIGTERM');
    assert.equal(log.at(-1).msg, 'stopped');
    assert.ok(log.some(({ msg, path }) => msg === 'request' && path === contacts));
  });
});

/** Reads the roles and privileges of a write by the application, with a trigger. */
async function probeRole(
  client: pg.Client,
  write: () => Promise<unknown>,
): Promise<[string, string, boolean, boolean]> {
  try {
    await client.query(`
      create table probe (session text, role text, privileged boolean, bound boolean);
      grant insert on probe to public;
      create function probe() returns trigger language plpgsql as $$ begin
        insert into probe select session_user, current_user, rolsuper or rolbypassrls, row_security_active('sales_contacts')
          from pg_roles where rolname = current_user;
        return new;
      end $$;
      create trigger probe before insert on sales_contacts for each row execute function probe()`);
    await write();
    const { rows } = await client.query('select distinct session, role, privileged, bound from probe');
    await client.query('drop trigger probe on sales_contacts; drop function probe; drop table probe');
    assert.equal(rows.length, 1);
    return [rows[0].session, rows[0].role, rows[0].privileged, rows[0].bound];
  } finally {
    await client.end();
  }
}

/** Asserts that a change made by one process takes effect in another process on the same database. */
async function assertSharesChanges(one: Client, other: Client, otherServer: ServerProcess): Promise<void> {
  const role = await one.create('/api/identity/roles', { name: 'clerk', permissions: ['sales:read'] });
  await one.create('/api/identity/users', { email: 'clerk@example.com', password: 'correct horse', roles: ['clerk'] });
  const clerk = await otherServer.signIn('correct horse', 'clerk@example.com');
  assert.equal((await clerk.get(contacts)).status, 200);
  await one.patch(`/api/identity/roles/${role._id}`, { permissions: ['ui:read'] });
  await until(
    'the role to change in the other process',
    async () => (await clerk.get(contacts)).status === 403,
    15_000,
  );

  assert.equal((await other.post(contacts, { firstName: 'Ada', shoeSize: 38 })).status, 422);
  const field = await one.post('/api/data/models/sales/contacts/fields', { key: 'shoeSize', type: 'integer' });
  assert.equal(field.status, 201);
  const wearing = await until(
    'the field to appear in the other process',
    async () => {
      const reply = await other.post(contacts, { firstName: 'Ada', shoeSize: 38 });
      return reply.status === 201 && reply;
    },
    15_000,
  );
  assert.equal((await one.get(`${contacts}/${wearing.body._id}`)).body.shoeSize, 38);
}

// Most of the time is spent waiting for processes, so some of it overlaps.
describe('the server process', { concurrency: 3 }, () => {
  describe('a later start', { concurrency: 1 }, () => {
    it('keeps records, sessions and encrypted values, and generates no password', async () => {
      await using again = await Home.copyOf(home);
      const server = await again.start();
      assert.deepEqual(server.passwords, []);
      const same = new Client(server.url, admin.token);
      assert.deepEqual((await same.get(`${contacts}/${contact._id}`)).body, contact);
      assert.deepEqual((await same.get(`/api/ui/settings/${setting._id}`)).body.secretValue, { set: true });
      const [row] = await again.sql('select secret_value as sealed from ui_settings where id = $1', [setting._id]);
      const key = fs.readFileSync(path.join(again.dataDir, 'secrets/encryption-key'), 'utf8');
      assert.equal(createVault(Buffer.from(key, 'base64')).decrypt(row.sealed), 'kept under lock');
      assert.equal((await server.signIn(password)).userId, admin.userId);
      await assertStops(again, server);
    });

    it('reads its address, its secrets and the lifetime of tokens from the environment', long, async () => {
      await using production = new Home();
      const port = await freePort();
      const server = await production.start({
        ...secrets,
        NODE_ENV: 'production',
        LOG_LEVEL: 'silent',
        ADMIN_PASSWORD: password,
        PORT: String(port),
        JWT_EXPIRES_IN: '15m',
        PUBLIC_URL: 'https://atrium.example.com',
      });
      assert.deepEqual(server.lines, [`ready on http://127.0.0.1:${port}`]);
      assert.equal((await new Client(server.url, admin.token).get(contacts)).status, 401);
      const credentials = { email: 'admin@example.com', password };
      const reply = await new Client(server.url).post('/api/identity/auth/login', credentials);
      const claims = JSON.parse(Buffer.from(reply.body.token.split('.')[1], 'base64url').toString());
      assert.equal(claims.exp - claims.iat, 15 * 60);
      assert.match(reply.headers.get('set-cookie') ?? '', /^platform_access=.*;\s*Secure/);
      await assertStops(production, server, 'SIGINT');
    });

    it('prints "ready on" on its own line in a terminal, too', {
      skip: !fs.existsSync('/usr/bin/script'),
      ...long,
    }, async () => {
      await using terminal = await Home.copyOf(home);
      const command = `"${process.execPath}" "${sourceOf('server')}"`;
      const out = path.join(terminal.base, 'typescript');
      const wrapped = `${command} & server=$!; until grep -qs '^ready' "$OUT"; do sleep 0.1; done; kill $server; wait $server`;
      const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: terminal.dataDir, OUT: out };
      // Rejects unless the server exits with 0.
      await run('/usr/bin/script', ['-qefc', wrapped, out], { env, cwd: terminal.base, timeout: 60_000 });
      assert.match(fs.readFileSync(out, 'utf8'), /^ready on http:\/\/127\.0\.0\.1:\d+\r?$/m);
      assert.deepEqual(terminal.processes(), []);
    });

    it('works as an ordinary user with a folder of that user', { skip: !isRoot, ...long }, async () => {
      await using ordinary = new Home(ordinaryUser);
      await run('cp', ['-a', home.dataDir, ordinary.dataDir]);
      await run('chown', ['-R', `${ordinaryUser}:${ordinaryUser}`, ordinary.dataDir]);
      const server = await ordinary.start();
      assert.equal(fs.statSync(`/proc/${ordinary.postgresPid()}`).uid, ordinaryUser);
      assert.deepEqual((await new Client(server.url, admin.token).get(`${contacts}/${contact._id}`)).body, contact);
      await assertStops(ordinary, server);
    });

    it('works in a folder with a path that is too long for a socket', long, async () => {
      await using deep = new Home();
      const dataDir = path.join(deep.base, 'a-folder-with-a-rather-long-name'.repeat(4), 'data');
      fs.mkdirSync(path.dirname(dataDir));
      await run('cp', ['-a', home.dataDir, dataDir]);
      const server = await deep.start({ DATA_DIR: dataDir, TMPDIR: deep.base });
      assert.deepEqual((await new Client(server.url, admin.token).get(`${contacts}/${contact._id}`)).body, contact);
      await assertStops(deep, server);
    });
  });

  describe('a start that cannot work', { concurrency: 1 }, () => {
    // If a setting were ignored, the error would name the unreachable database, and no PostgreSQL would start.
    const withoutDatabase = async () => ({
      ...secrets,
      DATABASE_URL: `postgres://me:pwd@127.0.0.1:${await freePort()}/a`,
    });
    const settings: [string, Environment, RegExp][] = [
      ['a PORT that is no number', { PORT: 'http' }, /PORT .*http/],
      ['a PORT that no system has', { PORT: '70000' }, /PORT .*70000/],
      ['a JWT_EXPIRES_IN that is no duration', { JWT_EXPIRES_IN: 'soon' }, /JWT_EXPIRES_IN .*soon/],
      ['a LOG_LEVEL that does not exist', { LOG_LEVEL: 'loud' }, /LOG_LEVEL .*loud/],
      ['an origin with a path', { CORS_ORIGINS: 'https://a.example/app' }, /CORS_ORIGINS .*a\.example\/app/],
      ['* among origins', { CORS_ORIGINS: 'https://a.example,*' }, /CORS_ORIGINS .*\* alone/],
      ['a METRICS_TOKEN that can be guessed', { METRICS_TOKEN: 'short' }, /METRICS_TOKEN .*16/],
      ['a TRUST_PROXY that is neither true nor false', { TRUST_PROXY: 'maybe' }, /TRUST_PROXY .*maybe/],
      ['a PUBLIC_URL that is no address', { PUBLIC_URL: 'example.com' }, /PUBLIC_URL .*example\.com/],
      ['a DEFAULT_ACCOUNT_KEY with a space', { DEFAULT_ACCOUNT_KEY: 'my account' }, /DEFAULT_ACCOUNT_KEY /],
      ['a JWT_SECRET of 31 bytes', { JWT_SECRET: 'x'.repeat(31) }, /JWT_SECRET .*32 bytes/],
      [
        'an ENCRYPTION_KEY of 16 bytes',
        { ENCRYPTION_KEY: Buffer.alloc(16).toString('base64') },
        /ENCRYPTION_KEY .*32 bytes/,
      ],
      [
        'an ENCRYPTION_KEY of 33 bytes',
        { ENCRYPTION_KEY: Buffer.alloc(33).toString('base64') },
        /ENCRYPTION_KEY .*32 bytes/,
      ],
      ['production without JWT_SECRET', { NODE_ENV: 'production', JWT_SECRET: '' }, /JWT_SECRET .*production/],
      [
        'production without ENCRYPTION_KEY',
        { NODE_ENV: 'production', ENCRYPTION_KEY: '' },
        /ENCRYPTION_KEY .*production/,
      ],
      ['a DATABASE_URL of another database', { DATABASE_URL: 'mysql://localhost/a' }, /DATABASE_URL .*postgres:\/\//],
      [
        'a DATABASE_URL with a port that is no number',
        { DATABASE_URL: 'postgres://me:pwd@localhost:port/a' },
        /DATABASE_URL/,
      ],
      ['an incomplete DATABASE_URL', { DATABASE_URL: 'postgres://me:pwd@[::1/a' }, /DATABASE_URL/],
      ['a DATABASE_URL with a broken escape', { DATABASE_URL: 'postgres://me:50%pwd@127.0.0.1/a' }, /DATABASE_URL/],
      ['a database that does not answer', {}, /database .*127\.0\.0\.1:\d+ .*ECONNREFUSED.*DATABASE_URL/],
    ];
    for (const [what, env, sentence] of settings) {
      it(`prints a one-line error for ${what}`, async () => {
        await using nowhere = new Home();
        const { stderr } = await assertRefused(nowhere, { ...(await withoutDatabase()), ...env }, sentence);
        assert.doesNotMatch(stderr, /pwd/, 'a password must not be printed');
      });
    }

    it('names the version of a PostgreSQL that is too old', async () => {
      await using nowhere = new Home();
      await using old = await postgresOfVersion('140012');
      const DATABASE_URL = `postgres://me@127.0.0.1:${old.port}/a`;
      await assertRefused(nowhere, { ...secrets, DATABASE_URL }, /PostgreSQL 14\b.*\b15\b.*DATABASE_URL/);
    });

    for (const where of ['below a file', 'where the system allows no folder']) {
      it(`names a DATA_DIR ${where}`, async () => {
        await using other = new Home();
        const file = path.join(other.base, 'file');
        fs.writeFileSync(file, '');
        const DATA_DIR = where === 'below a file' ? path.join(file, 'data') : '/proc/atrium';
        await assertRefused(other, { DATA_DIR }, new RegExp(`write to ${DATA_DIR}.*DATA_DIR`));
        await assertRefused(other, { ...secrets, DATA_DIR }, new RegExp(`write to ${DATA_DIR}.*DATA_DIR`));
      });
    }

    it('names a DATA_DIR of another user', { skip: !isRoot }, async () => {
      await using scratch = new Home(ordinaryUser);
      const DATA_DIR = path.join(scratch.base, 'theirs');
      fs.mkdirSync(DATA_DIR);
      await assertRefused(scratch, { DATA_DIR }, new RegExp(`write to ${DATA_DIR}.*EACCES.*DATA_DIR`));
      await assertRefused(scratch, { ...secrets, DATA_DIR }, new RegExp(`write to ${DATA_DIR}.*EACCES.*DATA_DIR`));
    });

    it('tells root what to do when PostgreSQL has no access to the folder', { skip: !isRoot }, async () => {
      await using scratch = new Home();
      fs.mkdirSync(path.join(scratch.base, 'closed'), { mode: 0o700 });
      const DATA_DIR = path.join(scratch.base, 'closed', 'data');
      await assertRefused(scratch, { DATA_DIR }, new RegExp(`root.*${DATA_DIR}.*DATA_DIR.*ordinary user`));
      assert.deepEqual(scratch.processes(), []);
    });
  });

  describe('a start on an existing data folder', { concurrency: 1 }, () => {
    it('is refused while another server runs on it, which keeps running', async () => {
      await using shared = await Home.copyOf(home);
      const server = await shared.start();
      await assertRefused(shared, {}, new RegExp(`process ${server.pid}\\b.*${shared.dataDir}.*DATA_DIR`));
      assert.equal((await new Client(server.url, admin.token).get(contacts)).status, 200);
      await assertStops(shared, server);
    });

    it('succeeds for exactly one of two concurrent starts', long, async () => {
      await using shared = await Home.copyOf(home);
      const servers = [shared.launch(), shared.launch()];
      await until(
        'one to be ready and one to leave',
        () => servers.some((s) => s.url !== '') && servers.some((s) => !s.running),
      );
      const winner = servers.find((server) => server.running) as ServerProcess;
      const loser = servers.find((server) => !server.running) as ServerProcess;
      assert.deepEqual(await loser.exited, { code: 1, signal: null });
      assert.match(loser.stderr, /^Another Atrium [^\n]*\n$/);
      assert.equal((await new Client(winner.url, admin.token).get(contacts)).status, 200);
      await assertStops(shared, winner);
    });

    it('is refused, and leaves nothing running, when the stored database password is wrong', async () => {
      await using shared = await Home.copyOf(home);
      fs.writeFileSync(path.join(shared.dataDir, 'secrets/database-password'), 'another');
      await assertRefused(shared, {}, new RegExp(`${shared.dataDir}/postgres .*password`));
      assert.deepEqual(shared.processes(), []);
    });

    it('is refused for an address that this machine does not have', async () => {
      await using shared = await Home.copyOf(home);
      await assertRefused(shared, { HOST: '192.0.2.1' }, /HOST 192\.0\.2\.1/);
      assert.deepEqual(shared.processes(), []);
    });

    it(
      'validates the first admin of a new tenant, and prints the password once though the port is in use',
      long,
      async () => {
        await using shared = await Home.copyOf(home);
        const newTenant = { DEFAULT_ACCOUNT_KEY: 'acme', ADMIN_EMAIL: 'root@acme.example' };
        await assertRefused(shared, { ...newTenant, ADMIN_PASSWORD: 'short' }, /ADMIN_PASSWORD /);
        await assertRefused(shared, { ...newTenant, ADMIN_EMAIL: 'nobody' }, /ADMIN_EMAIL /);
        assert.deepEqual(shared.processes(), []);
        await using taken = await takePort();
        const failed = await assertRefused(
          shared,
          { ...newTenant, PORT: String(taken.port) },
          new RegExp(`${taken.port}.*taken.*PORT`),
        );
        assert.deepEqual(shared.processes(), []);
        const server = await shared.start(newTenant);
        const shown = [...failed.passwords, ...server.passwords];
        assert.equal(shown.length, 1, 'the password of the first admin must be shown once');
        await server.signIn(shown[0] as string, 'root@acme.example', 'acme');
        await assertStops(shared, server);
      },
    );
  });

  describe('DATABASE_URL', { concurrency: 1 }, () => {
    let cluster: EmbeddedPostgres | undefined;
    const scratch = new Home();
    after(async () => {
      await cluster?.stop();
      await scratch[Symbol.asyncDispose]();
    });
    const env = {
      ...secrets,
      DATA_DIR: path.join(scratch.base, 'unused'),
      ADMIN_EMAIL: 'root@example.com',
      ADMIN_PASSWORD: 'correct horse battery',
    };
    const urlOf = (owner: string) =>
      `postgres://${owner}:p%40ss@${encodeURIComponent(path.join(scratch.dataDir, 'run'))}/${owner}_db`;
    const superuser = async (database = 'postgres') => {
      const client = new pg.Client(clientConfig({ ...(cluster as EmbeddedPostgres).admin, database }));
      await client.connect();
      return client;
    };
    const asSuperuser = async (statement: string) => {
      const client = await superuser();
      await client.query(statement).finally(() => client.end());
    };
    const signIn = (server: ServerProcess) => server.signIn(env.ADMIN_PASSWORD, env.ADMIN_EMAIL);

    it('works with an owner who may not create roles, under row security', async () => {
      cluster = await startEmbedded({ dataDir: scratch.dataDir, settings: { fsync: 'off', full_page_writes: 'off' } });
      for (const [owner, may] of [
        ['creator', 'createrole'],
        ['plain', 'nocreaterole'],
      ]) {
        await asSuperuser(`create role ${owner} login ${may} nosuperuser password 'p@ss'`);
        await asSuperuser(`create database ${owner}_db owner ${owner}`);
      }
      const server = await scratch.start({ ...env, DATABASE_URL: urlOf('plain') });
      assert.deepEqual(server.passwords, []);
      assert.equal(fs.existsSync(env.DATA_DIR), false, 'nothing is kept in DATA_DIR');
      const me = await signIn(server);
      const found = await probeRole(await superuser('plain_db'), () => me.create(contacts, { firstName: 'Ada' }));
      assert.deepEqual(found, ['plain', 'plain', false, true]);
      assert.deepEqual(await server.stop(), { code: 0, signal: null });
    });

    it('is refused for a user who bypasses row security', async () => {
      await asSuperuser('alter role plain bypassrls');
      await assertRefused(
        scratch,
        { ...env, DATABASE_URL: urlOf('plain') },
        /plain bypasses row-level security.*BYPASSRLS/,
      );
      await asSuperuser('alter role plain nobypassrls');
    });

    it('works for concurrent first starts of several processes, each under row security', long, async () => {
      const DATABASE_URL = urlOf('creator');
      const servers = [scratch.launch({ ...env, DATABASE_URL }), scratch.launch({ ...env, DATABASE_URL })] as const;
      await Promise.all(servers.map((server) => server.ready()));
      const [one, other] = [await signIn(servers[0]), await signIn(servers[1])];
      for (const client of [one, other]) {
        const found = await probeRole(await superuser('creator_db'), () =>
          client.create(contacts, { firstName: 'Ada' }),
        );
        assert.deepEqual(found, ['creator', 'atrium_app', false, true]);
      }
      assert.equal((await other.get(contacts)).body.meta.total, 2);
      await assertSharesChanges(one, other, servers[1]);
      for (const server of servers) assert.deepEqual(await server.stop(), { code: 0, signal: null });
    });

    it('still works with an owner who may not use the role that another owner created', long, async () => {
      const server = await scratch.start({ ...env, DATABASE_URL: urlOf('plain') });
      const me = await signIn(server);
      const found = await probeRole(await superuser('plain_db'), () => me.create(contacts, { firstName: 'Grace' }));
      assert.deepEqual(found, ['plain', 'plain', false, true]);
      assert.deepEqual(await server.stop(), { code: 0, signal: null });
    });

    it('gives a one-line error for a wrong password, a missing database or missing permissions', async () => {
      const DATABASE_URL = urlOf('plain');
      await assertRefused(
        scratch,
        { ...env, DATABASE_URL: DATABASE_URL.replace('p%40ss', 'wrong') },
        /password.*DATABASE_URL/,
      );
      await assertRefused(
        scratch,
        { ...env, DATABASE_URL: DATABASE_URL.replace('plain_db', 'missing') },
        /missing.*DATABASE_URL/,
      );
      await asSuperuser('create database theirs');
      await assertRefused(
        scratch,
        { ...env, DATABASE_URL: DATABASE_URL.replace('plain_db', 'theirs') },
        /permission|may not/,
      );
    });
  });
});
