import assert from 'node:assert/strict';
import net, { type AddressInfo } from 'node:net';
import { after, describe, it, mock } from 'node:test';
import pino from 'pino';
import { adminEmail, adminPassword, testConfig } from '#test/cluster.ts';
import { appForFile, Client } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { createApp } from '../app.ts';
import type { ConnectionSettings } from './connection.ts';

/** A proxy between a node and PostgreSQL. While it drops data, connections stay open and no bytes are forwarded. */
class DroppingProxy {
  dropsData = false;
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();

  constructor({ host = '127.0.0.1', port = 5432 }: ConnectionSettings) {
    this.#server = net.createServer((near) => {
      const far = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.on('error', () => {});
        from.on('data', (bytes) => !this.dropsData && to.write(bytes));
        from.on('close', () => !this.dropsData && to.destroy());
      }
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

const here = await appForFile();
const proxy = new DroppingProxy(here.connection);
const port = await proxy.listen();

/** A second node, which receives notifications only through the proxy. */
const node = await createApp({
  config: testConfig(),
  connection: here.connection,
  log: pino({ level: 'silent' }),
  passwordCost: 4,
  listener: {
    settings: { ...here.connection, host: '127.0.0.1', port },
    heartbeatMs: 300,
    silentMs: 1500,
    connectTimeoutMs: 3000,
  },
});
await node.server.listen({ host: '127.0.0.1', port: 0 });
after(async () => {
  await node.close();
  proxy.close();
});
const nodeUrl = `http://127.0.0.1:${(node.server.server.address() as AddressInfo).port}`;

const me = '/api/identity/me';

/** Signs in, and uses the session on the second node, which caches it. */
async function signInOnBothNodes(): Promise<{ here: Client; there: Client }> {
  const session = await here.login(adminEmail, adminPassword);
  const there = new Client(nodeUrl, session.token);
  for (let n = 0; n < 2; n += 1) assert.equal((await there.get(me)).status, 200);
  return { here: session, there };
}

const isRefused = (client: Client) => async () => (await client.get(me)).status === 401;

describe('a node whose notification connection is open but dead', () => {
  it('refuses a session that was revoked on another node, within seconds', async () => {
    const { here: session, there } = await signInOnBothNodes();
    proxy.dropsData = true;
    assert.equal((await session.post('/api/identity/auth/logout', {})).status, 204);
    await until('the session to be refused', isRefused(there), 20_000);
  });

  it('caches nothing until the connection works again, and then receives notifications again', async () => {
    const { here: early, there: earlyThere } = await signInOnBothNodes();
    await early.post('/api/identity/auth/logout', {});
    assert.equal((await earlyThere.get(me)).status, 401, 'nothing is cached');
    proxy.dropsData = false;
    // A cached session needs no query of the sessions.
    const { there } = await signInOnBothNodes();
    await until('the node to cache the session', async () => {
      await there.get(me);
      return isCached(there);
    });
    const { here: late, there: lateThere } = await signInOnBothNodes();
    await late.post('/api/identity/auth/logout', {});
    await until('the session to be refused', isRefused(lateThere), 20_000);
  });
});

/** True when the node has the caller of the token in its cache. */
function isCached({ token }: Client): boolean {
  const credential = node.services.tokens.read(String(token));
  return node.services.directory.cached(credential) !== undefined;
}

describe('the cached data of a caller', () => {
  it('is read again after five minutes, even without a notification', async () => {
    const session = await here.login(adminEmail, adminPassword);
    assert.equal((await session.get(me)).status, 200);
    // The disabled trigger simulates a lost notification.
    await here.sql('alter table sessions disable trigger user');
    await here.sql('update sessions set revoked_at = now() where user_id = $1 and revoked_at is null', [
      session.userId,
    ]);
    await here.sql('alter table sessions enable trigger user');
    assert.equal((await session.get(me)).status, 200, 'the cache is stale');
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 5 * 60_000 + 1000 });
    try {
      assert.equal((await session.get(me)).status, 401);
    } finally {
      mock.timers.reset();
    }
  });
});
