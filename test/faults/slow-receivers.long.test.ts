import assert from 'node:assert/strict';
import net, { type AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../harness.ts';
import { until } from '../process.ts';
import { timeLimit } from '../time-limit.ts';
import { scale } from './scale.ts';
import { Sink } from './sink.ts';
import { contacts, createMany, MemoryWatch, register, Stage, webhooks } from './stage.ts';

const timeoutS = scale.slowTimeout;
const toleranceMs = timeLimit(500);
const maxGrowthMb = 40;
const gigabyte = 2 ** 30;
/** Maximum number of unread bytes in the socket buffers of the system. */
const maxBufferedBytes = 32 * 2 ** 20;

/** A connection to a receiver that is too slow or sends too much. */
interface Visit {
  readonly kind: string;
  readonly startedAt: number;
  lastedMs?: number;
  written: number;
}
const visits: Visit[] = [];

const byteASecond = async (socket: net.Socket, text: string) => {
  for (const byte of text) {
    if (socket.destroyed) return;
    socket.write(byte);
    await sleep(1000);
  }
};
const ok = 'HTTP/1.1 200 OK\r\n';
const behaviours: Record<string, (socket: net.Socket, visit: Visit) => void> = {
  '/headers': (socket) => void byteASecond(socket, `${ok}x-slow: ${'x'.repeat(1000)}`),
  '/body': (socket) => {
    socket.write(`${ok}content-length: 1000\r\n\r\n`);
    void byteASecond(socket, 'x'.repeat(1000));
  },
  '/gigabyte': (socket, visit) => {
    socket.write(`${ok}content-length: ${gigabyte}\r\n\r\n`);
    pour(socket, visit);
  },
  '/endless': (socket, visit) => {
    socket.write(`${ok}x-endless: `);
    pour(socket, visit);
  },
};

/** Sends a gigabyte as fast as the other side reads it. */
function pour(socket: net.Socket, visit: Visit): void {
  const chunk = Buffer.alloc(65_536, 'x');
  const more = () => {
    while (!socket.destroyed && visit.written < gigabyte) {
      visit.written += chunk.length;
      if (!socket.write(chunk)) return void socket.once('drain', more);
    }
  };
  more();
}

const receiver = net.createServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', (data) => {
    const kind = data.toString('latin1').split(' ')[1] ?? '';
    const visit: Visit = { kind, startedAt: performance.now(), written: 0 };
    visits.push(visit);
    socket.on('close', () => {
      visit.lastedMs = performance.now() - visit.startedAt;
    });
    behaviours[kind]?.(socket, visit);
    socket.resume();
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
after(() => void receiver.close());

const stage = await Stage.forFile({ ownCluster: true });
const sink = await Sink.forFile();
// The default timeout is ten seconds.
const env = timeoutS === 10 ? {} : { WEBHOOK_TIMEOUT: `${timeoutS}s` };
const server = await stage.start({ ...env, LOG_LEVEL: 'warn' });
const admin = await stage.admin(server);
const hooks = new Map<string, Json>();
for (const kind of Object.keys(behaviours)) {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${kind}`;
  hooks.set(kind, await admin.create(webhooks, { url, events: ['account.created'] }));
}
await register(admin, sink, '/well');

const deliveries = async (kind: string): Promise<Json[]> =>
  (await admin.get(`${webhooks}/${hooks.get(kind)._id}/deliveries?limit=100`)).body.data;
const attemptsAt = (kind: string, count: number) =>
  until(`${count} attempts at ${kind}`, async () => {
    const found = (await deliveries(kind)).filter(({ attempts }) => attempts.length > 0);
    return found.length >= count && found;
  });

describe('a receiver', () => {
  it('that is too slow or sends too much is cut off at the timeout or the size limit, and costs no memory', async (t) => {
    // Warm up, so that the memory is compared with that of a server under load.
    await createMany(admin, 1000);
    await sink.arrived(1000);
    const rounds = 8;
    using memory = new MemoryWatch(server);
    for (let n = 0; n < rounds; n += 1) await admin.create('/api/sales/accounts', { name: `Account ${n}` });
    const [slowHeaders, slowBody, gigabytes, endless] = await Promise.all(
      Object.keys(behaviours).map((kind) => attemptsAt(kind, rounds)),
    );

    for (const { attempts } of [...(slowHeaders ?? []), ...(slowBody ?? [])]) {
      assert.equal(attempts[0].error, `There was no complete answer within ${timeoutS} s.`);
      assert.ok(
        Math.abs(attempts[0].durationMs - timeoutS * 1000) <= toleranceMs,
        `it took ${attempts[0].durationMs} ms`,
      );
    }
    for (const { status, attempts } of gigabytes ?? []) {
      assert.equal(status, 'delivered');
      assert.equal(attempts[0].responseStatus, 200);
      assert.equal(attempts[0].responseBody, 'x'.repeat(16_384));
    }
    for (const { attempts } of endless ?? []) {
      assert.equal(attempts[0].error, 'The headers of the answer are larger than 16 KiB.');
    }
    await until('all connections to be closed', () => visits.every(({ lastedMs }) => lastedMs !== undefined), 5000);
    const of = (...kinds: string[]) => visits.filter(({ kind }) => kinds.includes(kind));
    const lasted = of('/headers', '/body').map(({ lastedMs = 0 }) => lastedMs);
    assert.equal(lasted.length, rounds * 2);
    for (const ms of lasted) assert.ok(Math.abs(ms - timeoutS * 1000) <= toleranceMs, `a connection lasted ${ms} ms`);
    const written = Math.max(...of('/gigabyte', '/endless').map((visit) => visit.written));
    assert.ok(written < maxBufferedBytes, `${written} bytes were read`);
    t.diagnostic(
      `cut after ${Math.round(Math.min(...lasted))} to ${Math.round(Math.max(...lasted))} ms; of a gigabyte at most ${(written / 2 ** 20).toFixed(1)} MB were read; memory ${memory.before.toFixed(1)} MB before, ${memory.maxMb.toFixed(1)} MB at most`,
    );
    assert.ok(memory.grownMb <= maxGrowthMb, `memory grew by ${memory.grownMb} MB`);
    await admin.create(contacts, { lastName: 'After' });
    await sink.arrived(1001);
  });
});
