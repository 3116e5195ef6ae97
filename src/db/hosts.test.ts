import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refused } from '#test/expect.ts';
import { appForFile } from '#test/harness.ts';
import { freePort, until } from '#test/process.ts';
import { readConfig } from '../config.ts';
import { clientConfig, readDatabaseUrl } from './connection.ts';
import { Database } from './database.ts';
import { prepareDatabase } from './prepare.ts';

const { admin, connection, sql } = await appForFile();
const contacts = '/api/sales/contacts';
const { user = '', password = '', host = '', port, database } = connection;
const here = `${encodeURIComponent(host)}:${port}`;
const urlOf = (...hosts: string[]) => `postgres://${user}:${password}@${hosts.join(',')}/${database}`;

describe('DATABASE_URL with several hosts', () => {
  it('is parsed like libpq does', () => {
    const { hosts } = readDatabaseUrl(
      'postgresql://u:p%40@a:1,[::1]:2,c/db?sslmode=require&target_session_attrs=primary',
    );
    const rest = '/db?sslmode=require&target_session_attrs=primary';
    assert.deepEqual(hosts?.addresses, [
      `postgresql://u:p%40@a:1${rest}`,
      `postgresql://u:p%40@[::1]:2${rest}`,
      `postgresql://u:p%40@c${rest}`,
    ]);
    assert.equal(readDatabaseUrl('postgres://u:p@a/db').hosts, undefined);
  });

  it('is refused with a standby, a malformed port or missing secrets', () => {
    const read = (DATABASE_URL: string) => () => readConfig({ DATABASE_URL, NODE_ENV: 'production' });
    assert.throws(read('postgres://a,b/db?target_session_attrs=standby'), /must be read-write or primary/);
    assert.throws(read('postgres://a:1,b:port/db'), /several hosts are written host:port,host:port/);
    assert.throws(read('postgres://a:1,b:2/db?target_session_attrs=read-write'), /JWT_SECRET/);
  });

  it('sends requests and notifications to the host that answers', async () => {
    const settings = readDatabaseUrl(urlOf(`127.0.0.1:${await freePort()}`, here));
    const db = new Database(settings);
    try {
      const received: string[] = [];
      await db.listen({
        channel: 'hosts_test',
        onMessage: (text) => received.push(text),
        onConnectionChange: () => {},
      });
      assert.deepEqual(await db.query('select current_database() as name'), [{ name: database }]);
      await db.transaction(null, (tx) => tx.query(`select pg_notify('hosts_test', 'hello')`));
      await until('the notification', () => received.length > 0);
      assert.deepEqual(received, ['hello']);
    } finally {
      await db.close();
    }
  });

  it('fails with the reason of each host', async () => {
    const [one, two] = [await freePort(), await freePort()];
    await assert.rejects(
      prepareDatabase({ admin: readDatabaseUrl(urlOf(`127.0.0.1:${one}`, `127.0.0.1:${two}`)) }),
      new RegExp(`no host accepts writes: .*${one}.*; .*${two}`),
    );
  });

  it('skips a host that accepts no writes', async () => {
    await sql(`alter database ${database} set default_transaction_read_only = on`);
    const db = new Database(readDatabaseUrl(urlOf(here, here)));
    try {
      await assert.rejects(db.query('select 1'), /no host accepts writes: .* is read-only; .* is read-only/);
      await sql(`alter database ${database} reset default_transaction_read_only`);
      assert.equal((await db.query('select 1')).length, 1);
    } finally {
      await db.close();
    }
  });
});

describe('a database connection', () => {
  it('to a server that became read-only is closed, and the request is answered with 503', async () => {
    const terminateOthers = () =>
      sql(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and usename = 'atrium_app' and pid <> pg_backend_pid()`,
      );
    const write = () => admin.post(contacts, { firstName: 'Ada' });
    await sql(`alter database ${database} set default_transaction_read_only = on`);
    await terminateOthers();
    const reply = await until('a read-only connection', async () => {
      const one = await write();
      return one.status !== 201 && !/terminat/.test(one.text) && one;
    });
    refused(reply, 503, 'unavailable');
    assert.ok(reply.headers.get('retry-after'));
    await sql(`alter database ${database} reset default_transaction_read_only`);
    // Each read-only connection of the pool fails once.
    await until('a new connection', async () => (await write()).status === 201, 8000);
  });

  it('has timeouts for open transactions, if the server supports them', async () => {
    const [{ version }] = await sql(`select current_setting('server_version_num')::int as version`);
    const owner = JSON.parse(process.env.ATRIUM_TEST_CLUSTER ?? '{}');
    const prepared = await prepareDatabase({ admin: { ...owner, database }, appPassword: password });
    const db = new Database(prepared);
    try {
      assert.equal(prepared.serverVersion, version);
      const show = (name: string) => db.query(`select current_setting('${name}') as value`);
      assert.deepEqual(await show('idle_in_transaction_session_timeout'), [{ value: '1min' }]);
      if (version >= 170_000) assert.deepEqual(await show('transaction_timeout'), [{ value: '5min' }]);
    } finally {
      await db.close();
    }
    // Older servers refuse a connection with an unknown setting.
    assert.doesNotMatch(String(clientConfig({ serverVersion: 160_009 }).options), /transaction_timeout/);
    assert.match(String(clientConfig({ serverVersion: 170_000 }).options), /transaction_timeout/);
  });
});
