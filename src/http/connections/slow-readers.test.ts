import assert from 'node:assert/strict';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import pino from 'pino';
import type { AppError } from '#core/errors.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { SlowReaders } from './slow-readers.ts';

const megabyte = 1_000_000;

/** A client that sends a request and does not read the answer until `read` is called. */
class Reader {
  received = 0;
  closed = false;
  readonly #socket: net.Socket;

  constructor(port: number, path: string, headers = '') {
    this.#socket = net.connect(port, '127.0.0.1');
    this.#socket.on('error', () => {});
    after(() => this.#socket.destroy());
    this.#socket.on('close', () => {
      this.closed = true;
    });
    this.sendRequest(path, headers);
  }

  sendRequest(path: string, headers = ''): void {
    this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
  }

  /** Sends a request that never ends, which Node counts as activity. */
  chatter(): NodeJS.Timeout {
    this.#socket.write('GET / HTTP/1.1\r\nX-Chatter: ');
    return setInterval(() => this.#socket.write('x'), 50);
  }

  read(bytesAtOnce = Number.POSITIVE_INFINITY, everyMs = 0): void {
    this.#socket.on('data', (chunk) => {
      this.received += chunk.length;
      if (this.received % bytesAtOnce < chunk.length && everyMs > 0) {
        this.#socket.pause();
        setTimeout(() => this.#socket.resume(), everyMs);
      }
    });
  }
}

/** A plain server whose path sets the number of bytes in the answer. */
async function serve(limits: ConstructorParameters<typeof SlowReaders>[2]) {
  const server = http.createServer((request, response) => {
    const body = 'x'.repeat(Number(request.url?.slice(1)));
    try {
      readers.admit(response, body.length);
      response.end(body);
    } catch (error) {
      response.writeHead((error as AppError).status).end();
    }
  });
  // The timeout is so long that only the rule under test closes a connection.
  server.keepAliveTimeout = 120_000;
  const readers = new SlowReaders(server, pino({ level: 'silent' }), limits);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const statusOf = async (bytes: number) => {
    const response = await fetch(`http://127.0.0.1:${port}/${bytes}`);
    await response.text();
    return response.status;
  };
  const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  return { port, statusOf, connections, readers };
}

describe('a client that does not read its answer', () => {
  it('is disconnected after a timeout, whatever it sends; one that reads slowly is not', async () => {
    const { port, connections } = await serve({ stalledMs: 2000, checkEveryMs: 100 });
    new Reader(port, `/${20 * megabyte}`);
    const chatting = new Reader(port, `/${20 * megabyte}`);
    const slow = new Reader(port, `/${20 * megabyte}`);
    const chatter = chatting.chatter();
    slow.read(megabyte, 100);
    const idle = new Reader(port, '/1');
    idle.read();
    await until('all to be connected', async () => (await connections()) === 4);
    await until('two to be disconnected', async () => (await connections()) === 2, 30_000);
    clearInterval(chatter);
    await until('the slow reader to have all', () => slow.received >= 20 * megabyte, 30_000);
    assert.deepEqual([slow.closed, idle.closed], [false, false]);
  });

  it('blocks large answers to others only until it is disconnected, and small ones never', async () => {
    const { port, statusOf, connections } = await serve({
      stalledMs: 60_000,
      checkEveryMs: 3000,
      maxWaitingBytes: 60 * megabyte,
    });
    for (const _ of [1, 2]) new Reader(port, `/${25 * megabyte}`);
    await until('both to be answered', async () => (await connections()) === 2);
    const slow = new Reader(port, `/${5 * megabyte}`);
    slow.read(megabyte, 50);
    await until('a large answer to be refused', async () => (await statusOf(20 * megabyte)) === 503);
    assert.equal(await statusOf(1000), 200);
    // It happens long before the timeout, because the memory is needed.
    await until('room for a large answer', async () => (await statusOf(20 * megabyte)) === 200, 30_000);
    await until('the slow reader to have all', () => slow.received >= 5 * megabyte, 10_000);
    assert.equal(slow.closed, false);
  });
});

describe('large answers of the API', () => {
  it('that nobody reads have a total limit: the next one is refused with 503 and Retry-After', async () => {
    const { admin, url } = await appForFile();
    const record = { firstName: 'Large', description: 'x'.repeat(95_000) };
    for (let n = 0; n < 80; n += 10) {
      const operations = Array.from({ length: 10 }, () => ({ op: 'create', record }));
      assert.equal((await admin.post('/api/sales/contacts/bulk?return=minimal', { operations })).status, 200);
    }
    const path = '/api/sales/contacts?limit=80';
    assert.equal((await admin.get(path)).status, 200);
    const port = Number(new URL(url).port);
    for (let n = 0; n < 12; n += 1) new Reader(port, path, `Authorization: Bearer ${admin.token}\r\n`);
    let refusal: Json;
    await until(
      'a refusal',
      async () => {
        refusal = await admin.get(path);
        return refusal.status === 503;
      },
      60_000,
    );
    assert.equal(refusal.body.error.code, 'unavailable');
    assert.equal(refusal.headers.get('retry-after'), '5');
    const operations = [{ op: 'create', record: { firstName: 'Never' } }];
    assert.equal((await admin.post('/api/sales/contacts/bulk', { operations })).status, 200);
    assert.equal((await admin.get('/api/sales/contacts?limit=1&fields=firstName')).status, 200);
    // Clients that do not read are disconnected, which frees memory for a client that reads.
    await until('an answer', async () => (await admin.get(path)).status === 200, 60_000);
  });
});
