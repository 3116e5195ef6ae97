import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';
import { timeLimit } from '#test/time-limit.ts';
import { activeWorkflow, enroll, hasStatus, runsOf } from '#test/workflow-tools.ts';

const timeoutMs = 3000;
const { admin } = await appForFile({ WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_TIMEOUT: `${timeoutMs}ms` });

/** Counts the calls, and what was sent of each answer, by path. */
const calls: string[] = [];
const sockets = new Map<string, Socket>();

type Answer = (response: http.ServerResponse, socket: Socket) => void;

const json =
  (text: string): Answer =>
  (response) =>
    response.setHeader('content-type', 'application/json').end(text);

const megabyte = Buffer.alloc(1_000_000, 'x');

/** Writes megabytes as fast as they are read. */
const endless =
  (megabytes: number): Answer =>
  (response) => {
    let left = megabytes;
    const more = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(megabyte)) return;
      }
      response.end();
    };
    response.on('drain', more);
    more();
  };

const answers: Readonly<Record<string, Answer>> = {
  '/100-megabytes': endless(100),
  '/slow': (response) => {
    const timer = setInterval(() => response.write(' '), 200);
    response.on('close', () => clearInterval(timer));
  },
  '/silent': () => {},
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/to-private': (response) => response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/deep': json(`${'['.repeat(9990)}${']'.repeat(9990)}`),
  '/deep-objects': json(`${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`),
  '/nul': json('{"name":"a\\u0000b","\\u0000":"\\ud800"}'),
  '/prototype': json('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"name":"x"}'),
  '/broken-json': json('{"name":'),
  '/numbers': json(`{"large":1e999,"long":${'9'.repeat(400)},"name":"x"}`),
  '/headers': (response) =>
    response.setHeader('x-large', 'x'.repeat(15_000)).setHeader('x-more', 'x'.repeat(15_000)).end('{}'),
  '/no-http': (_response, socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
  '/cut': (response, socket) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"a":');
    setTimeout(() => socket.destroy(), 50);
  },
  '/bytes': (response) => response.end(Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, 0xed, 0xa0, 0x80])),
};

const server = http.createServer({ maxHeaderSize: 64_000 }, (request, response) => {
  const path = request.url ?? '';
  calls.push(path);
  sockets.set(path, request.socket);
  request.on('error', () => {});
  response.on('error', () => {});
  request.socket.on('error', () => {});
  request.resume().on('end', () => answers[path]?.(response, request.socket));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => {
  server.closeAllConnections();
  server.close();
});
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const newContact = (): Promise<Json> => admin.create('/api/sales/contacts', { lastName: 'Byron' });

/** Calls the path in a workflow that goes on with the answer. Returns the enrollment and its log. */
async function callOf(path: string): Promise<{ enrollment: Json; runs: Json[]; tookMs: number; contact: Json }> {
  const workflow = await activeWorkflow(admin, [
    { key: 'call', type: 'http', config: { url: `${base}${path}`, body: {} } },
    {
      key: 'set',
      type: 'updateRecord',
      config: { values: { title: '{{ steps.call.status }} {{ steps.call.body.name }}' } },
    },
  ]);
  const calm = await activeWorkflow(admin, [{ key: 'calm', type: 'addTag', config: { tag: 'calm' } }]);
  const contact = await newContact();
  const startedAt = performance.now();
  const begun = await enroll(admin, workflow, contact);
  const beside = performance.now();
  await hasStatus(admin, await enroll(admin, calm, await newContact()), 'completed');
  assert.ok(performance.now() - beside < timeLimit(2000), 'another workflow goes on meanwhile');
  const enrollment = await hasStatus(admin, begun, 'completed', 'failed');
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs < timeLimit(timeoutMs + 3000), `${path} took ${tookMs} ms`);
  assert.equal(calls.filter((one) => one === path).length, 1, 'the call is made once');
  return { enrollment, runs: await runsOf(admin, enrollment), tookMs, contact };
}

describe('an answer to a workflow', () => {
  for (const [path, title] of [
    ['/deep', '200'],
    ['/deep-objects', '200'],
    ['/nul', '200 ab'],
    ['/prototype', '200 x'],
    ['/broken-json', '200'],
    ['/numbers', '200 x'],
    ['/bytes', '200'],
    ['/loop', '302'],
    ['/to-private', '307'],
    ['/100-megabytes', '200'],
  ] as const)
    it(`like ${path} is read in part, and the workflow goes on`, async () => {
      const { enrollment, runs, contact } = await callOf(path);
      assert.equal(enrollment.status, 'completed', JSON.stringify(runs).slice(0, 1000));
      assert.equal((await admin.get(`/api/sales/contacts/${contact._id}`)).body.title.trim(), title);
      assert.ok(JSON.stringify(runs).length < 60_000);
      if (path === '/100-megabytes') {
        const sent = sockets.get(path)?.bytesWritten ?? 0;
        assert.ok(sent < 20_000_000, `${sent} bytes of it were sent`);
      }
    });

  for (const [path, reason] of [
    ['/slow', /no complete answer within 3 s/],
    ['/silent', /no complete answer within 3 s/],
    ['/headers', /headers of the answer are larger than 16 KiB/],
    ['/no-http', /not valid HTTP/],
    ['/cut', /closed before the answer was complete/],
  ] as const)
    it(`like ${path} ends the enrollment, and says why`, async () => {
      const { enrollment, runs } = await callOf(path);
      assert.deepEqual([enrollment.status, runs[0]?.outcome], ['failed', 'unconfirmed']);
      assert.match(enrollment.error, reason);
    });
});
