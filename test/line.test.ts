import assert from 'node:assert/strict';
import net, { type AddressInfo } from 'node:net';
import { after, describe, it, mock } from 'node:test';
import pino from 'pino';
import type { ConnectionSettings } from '#db/connection.ts';
import { createApp } from '../src/app.ts';
import { adminEmail, adminPassword, testConfig } from './cluster.ts';
import { appForFile, Client } from './harness.ts';
import { until } from './process.ts';

/** Stands between a node and PostgreSQL. When it swallows, connections stay open and nothing gets through. */
class SwallowingProxy {
  swallows = false;
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
        from.on('data', (bytes) => !this.swallows && to.write(bytes));
        from.on('close', () => !this.swallows && to.destroy());
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
const proxy = new SwallowingProxy(here.connection);
const port = await proxy.listen();

/** A second node, which hears of changes through the proxy alone. */
const node = await createApp({
  config: testConfig(),
  connection: here.connection,
  log: pino({ level: 'silent' }),
  passwordCost: 4,
  listener: {
    settings: { ...here.connection, host: '127.0.0.1', port },
    heartbeatMs: 300,
    silentMs: 1500,
    connectMs: 3000,
  },
});
await node.server.listen({ host: '127.0.0.1', port: 0 });
after(async () => {
  await node.close();
  proxy.close();
});
const nodeUrl = `http://127.0.0.1:${(node.server.server.address() as AddressInfo).port}`;

const me = '/api/identity/me';

/** The same session, at the other node, which remembers it from now on. */
async function signedInAtBoth(): Promise<{ here: Client; there: Client }> {
  const session = await here.login(adminEmail, adminPassword);
  const there = new Client(nodeUrl, session.token);
  for (let n = 0; n < 2; n += 1) assert.equal((await there.get(me)).status, 200);
  return { here: session, there };
}

const refusedAt = (client: Client) => async () => (await client.get(me)).status === 401;

describe('a node whose line to the database is dead but open', () => {
  it('refuses a session that was revoked at another node, within seconds', async () => {
    const { here: session, there } = await signedInAtBoth();
    proxy.swallows = true;
    assert.equal((await session.post('/api/identity/auth/logout', {})).status, 204);
    await until('it is refused', refusedAt(there), 20_000);
  });

  it('remembers nothing until the line is back, and hears of changes again from then on', async () => {
    const { here: early, there: earlyThere } = await signedInAtBoth();
    await early.post('/api/identity/auth/logout', {});
    assert.equal((await earlyThere.get(me)).status, 401, 'nothing is remembered');
    proxy.swallows = false;
    // A session that is remembered is answered without a look at the sessions.
    const { there } = await signedInAtBoth();
    await until('it remembers', async () => {
      await there.get(me);
      const { known } = callerOf(there);
      return known;
    });
    const { here: late, there: lateThere } = await signedInAtBoth();
    await late.post('/api/identity/auth/logout', {});
    await until('it is refused', refusedAt(lateThere), 20_000);
  });
});

/** Whether the node remembers who a token belongs to. */
function callerOf({ token }: Client): { known: boolean } {
  const credential = node.services.tokens.read(String(token));
  return { known: node.services.directory.known(credential) !== undefined };
}

describe('what a node remembers of a caller', () => {
  it('is read again after five minutes, even when no change was heard of', async () => {
    const session = await here.login(adminEmail, adminPassword);
    assert.equal((await session.get(me)).status, 200);
    // Without its trigger, as when a notification gets lost.
    await here.sql('alter table sessions disable trigger user');
    await here.sql('update sessions set revoked_at = now() where user_id = $1 and revoked_at is null', [
      session.userId,
    ]);
    await here.sql('alter table sessions enable trigger user');
    assert.equal((await session.get(me)).status, 200, 'it does not know');
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 5 * 60_000 + 1000 });
    try {
      assert.equal((await session.get(me)).status, 401);
    } finally {
      mock.timers.reset();
    }
  });
});
