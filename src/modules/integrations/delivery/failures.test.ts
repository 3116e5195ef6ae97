import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import net from 'node:net';
import { after, describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';
import { freePort, until } from '#test/process.ts';
import { Receiver, receiverForFile, signatureOf } from '#test/receiver.ts';
import { contacts, quick, type Registered, WebhookTools, webhooks } from '#test/webhook-tools.ts';

const receiver = await receiverForFile();
const elsewhere = await receiverForFile();
const app = await appForFile({ ...quick, WEBHOOK_TIMEOUT: '1s' });
const { admin } = app;
const tools = new WebhookTools(app, receiver);
const patient = await appForFile({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const patientReceiver = await receiverForFile();
const patientTools = new WebhookTools(patient, patientReceiver);

/** A server that drops connections or answers with invalid HTTP, depending on the path. */
const brokenServer = net.createServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', (chunk) => {
    if (chunk.toString('latin1').startsWith('POST /drop')) socket.destroy();
    else if (chunk.toString('latin1').startsWith('POST /half'))
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf');
    else socket.end('SSH-2.0-OpenSSH_9.6\r\n\r\n');
  });
});
await new Promise<void>((resolve) => brokenServer.listen(0, '127.0.0.1', resolve));
after(() => new Promise((resolve) => brokenServer.close(resolve)));
const brokenPort = (brokenServer.address() as net.AddressInfo).port;

/** Creates one event, waits until its delivery to each webhook has the status, and deletes the webhooks. */
async function deliveriesWith(status: string, ...some: Registered[]): Promise<Json[]> {
  await admin.create(contacts, { firstName: 'Ada' });
  const entries: Json[] = [];
  for (const webhook of some) {
    entries.push(...(await tools.settled(webhook, status)));
    await admin.delete(`${webhooks}/${webhook._id}`);
  }
  return entries;
}

const registerForContacts = (more?: Json): Promise<Registered> => tools.register(['contact.created'], more);

/** Registers a webhook for each status that the receiver answers with. */
const registerAnswering = (statuses: number[], body: string, headers = {}): Promise<Registered[]> =>
  Promise.all(
    statuses.map(async (status) => {
      const webhook = await registerForContacts();
      tools.answer(webhook, status, body, headers);
      return webhook;
    }),
  );

describe('a delivery', () => {
  it('fails with every answer that is not a success, after five attempts', async () => {
    const statuses = [400, 401, 404, 409, 429, 500, 503];
    const some = await registerAnswering(statuses, 'no', { 'x-why': 'because' });
    const entries = await deliveriesWith('failed', ...some);
    for (const [n, status] of statuses.entries()) {
      const { attemptCount, nextAttemptAt, attempts } = entries[n];
      assert.deepEqual([attemptCount, nextAttemptAt], [5, null]);
      assert.equal(receiver.at(some[n]?.path as string).length, 5);
      for (const attempt of attempts) {
        assert.equal(attempt.responseStatus, status);
        assert.equal(attempt.responseBody, 'no');
        assert.equal(attempt.responseHeaders['x-why'], 'because');
        assert.equal(attempt.error, `The answer was ${status}.`);
      }
    }
  });

  it('succeeds with every answer from 200 to 299', async () => {
    const statuses = [200, 201, 202, 204, 299];
    const entries = await deliveriesWith('delivered', ...(await registerAnswering(statuses, '')));
    assert.deepEqual(
      entries.map(({ attempts: [{ responseStatus, error }] }) => [responseStatus, error]),
      statuses.map((status) => [status, null]),
    );
  });

  it('does not follow a redirect', async () => {
    const statuses = [301, 302, 303, 307, 308];
    const location = elsewhere.url('/target');
    const entries = await deliveriesWith('failed', ...(await registerAnswering(statuses, '', { location })));
    for (const [n, status] of statuses.entries()) {
      const [attempt] = entries[n].attempts;
      assert.equal(attempt.error, `The answer was the redirect ${status}, which is not followed.`);
      assert.equal(attempt.responseHeaders.location, location);
    }
    assert.equal(elsewhere.connections, 0);
  });

  it('has an error message that says why there was no answer', async () => {
    const unusedPort = await freePort();
    const expected: [string, RegExp][] = [
      [`http://127.0.0.1:${unusedPort}/`, /^The connection was refused\.$/],
      [
        `https://127.0.0.1:${receiver.port}/`,
        /^No secure connection could be made: the host does not speak TLS as it should\.$/,
      ],
      [`http://127.0.0.1:${brokenPort}/nonsense`, /^The answer is not valid HTTP\.$/],
      [`http://127.0.0.1:${brokenPort}/drop`, /^The connection was closed before the answer was complete\.$/],
      [`http://127.0.0.1:${brokenPort}/half`, /^The connection was closed before the answer was complete\.$/],
      ['http://no-such-host.invalid/', /^The name of the host (?:is not known|could not be looked up)\.$/],
    ];
    const some = await Promise.all(expected.map(([url]) => registerForContacts({ url })));
    for (const [n, { attempts }] of (await deliveriesWith('failed', ...some)).entries()) {
      const [url, words] = expected[n] as [string, RegExp];
      assert.equal(attempts.length, 5);
      for (const attempt of attempts) {
        assert.match(attempt.error, words, url);
        assert.deepEqual([attempt.responseStatus, attempt.responseHeaders, attempt.responseBody], [null, null, null]);
      }
    }
  });

  it('fails when the answer is not complete within the timeout', async () => {
    const [silent, dripping] = [await registerForContacts(), await registerForContacts()];
    tools.react(silent, () => {});
    tools.react(dripping, (_arrival, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    for (const { attempts } of await deliveriesWith('failed', silent, dripping)) {
      assert.equal(attempts.length, 5);
      for (const { error, durationMs, responseStatus } of attempts) {
        assert.equal(error, 'There was no complete answer within 1 s.');
        assert.equal(responseStatus, null);
        assert.ok(durationMs >= 995 && durationMs < 5000, `${durationMs} ms`);
      }
    }
  });

  it('does not wait for deliveries of another webhook to the same host', async () => {
    const slow = await patientTools.register(['contact.created']);
    const swift = await patientTools.register(['segment.created']);
    const openResponses: ServerResponse[] = [];
    patientTools.react(slow, (_arrival, response) => openResponses.push(response));
    const operations = Array.from({ length: 40 }, (_, n) => ({ op: 'create', record: { firstName: `Slow ${n}` } }));
    await patient.admin.post(`${contacts}/bulk`, { operations });
    await until('the maximum number of concurrent requests', () => openResponses.length === 32);
    await patient.admin.create('/api/marketing/segments', { name: 'Swift' });
    await until('the swift one', () => patientReceiver.at(swift.path).length === 1, 5000);
    assert.equal(openResponses.length, 32);
    patientTools.well(slow);
    for (const response of openResponses) response.end();
    await patientTools.settled(slow, 'delivered', 40);
    for (const { _id } of [slow, swift]) await patient.admin.delete(`${webhooks}/${_id}`);
  });
});

describe('an answer', () => {
  const first = async (webhook: Registered): Promise<Json> =>
    (await deliveriesWith('delivered', webhook))[0].attempts[0];

  it('is stored up to 16 KiB, and the rest is not read', async () => {
    const webhook = await registerForContacts();
    let written = 0;
    let cut = false;
    tools.react(webhook, (_arrival, response) => {
      const chunk = Buffer.alloc(65_536, 'x');
      const more = () => {
        if (response.destroyed || written > 500_000_000) return;
        written += chunk.length;
        if (response.write(chunk)) setImmediate(more);
        else response.once('drain', more);
      };
      response.on('close', () => {
        cut = true;
      });
      more();
    });
    const attempt = await first(webhook);
    assert.equal(attempt.responseBody, 'x'.repeat(16_384));
    assert.equal(attempt.error, null);
    await until('the connection to be closed', () => cut);
    assert.ok(written < 50_000_000, `${written} bytes were taken`);
  });

  it('may contain any bytes: binary, NUL, invalid UTF-8', async () => {
    const webhook = await registerForContacts();
    const body = Buffer.concat([Buffer.from('a\0b\ud83e'), Buffer.from([0xff, 0xfe, 0xc3, 0x28]), randomBytes(2000)]);
    tools.react(webhook, (_arrival, response) => {
      response.writeHead(200, { 'x-latin': 'caf\u00e9' }).end(body);
    });
    const attempt = await first(webhook);
    assert.ok(attempt.responseBody.startsWith('a\ufffdb\ufffd'));
    assert.ok(!attempt.responseBody.includes('\0'));
    assert.equal(attempt.responseHeaders['x-latin'], 'caf\u00e9');
  });

  it('may have many headers, up to 16 KiB', async () => {
    const webhook = await registerForContacts();
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`x-${n}`, 'y'.repeat(50)]));
    tools.react(webhook, (_arrival, response) => {
      response.writeHead(200, { ...many, 'set-cookie': ['a=1', 'b=2'] }).end();
    });
    const { responseHeaders } = await first(webhook);
    assert.equal(responseHeaders['x-199'], 'y'.repeat(50));
    assert.equal(responseHeaders['set-cookie'], 'a=1,b=2');
    const huge = await registerForContacts();
    tools.answer(huge, 200, '', { 'x-huge': 'y'.repeat(20_000) });
    const [refused] = await deliveriesWith('failed', huge);
    assert.equal(refused.attempts[0].error, 'The headers of the answer are larger than 16 KiB.');
  });
});

describe('the schedule', () => {
  it('shows a delivery as delivering, retrying and finally as failed', async () => {
    const webhook = await registerForContacts();
    const release = Promise.withResolvers<void>();
    tools.react(webhook, (_arrival, response) => {
      void release.promise.then(() => response.writeHead(500).end());
    });
    await admin.create(contacts, { firstName: 'Ada' });
    await receiver.received(webhook.path);
    const seen = new Set<string>();
    const pollStatus = async () => {
      const [entry] = await tools.log(webhook);
      seen.add(entry?.status);
      if (entry?.status === 'delivering') assert.equal(entry.nextAttemptAt, null);
      if (entry?.status === 'retrying') assert.ok(entry.nextAttemptAt && entry.attemptCount > 0);
      return entry?.status === 'failed' && entry;
    };
    await pollStatus();
    assert.deepEqual([...seen], ['delivering']);
    release.resolve();
    const entry = await until('the end', pollStatus);
    assert.ok(seen.has('retrying'));
    assert.ok(entry.finishedAt >= entry.attempts[4].at);
  });

  it('is by default 30 seconds, 5 minutes, 30 minutes and 2 hours after the previous attempt', async () => {
    const webhook = await patientTools.register(['contact.created']);
    patientTools.answer(webhook, 500);
    await patient.admin.create(contacts, { firstName: 'Patience' });
    for (const [n, seconds] of [30, 300, 1800, 7200].entries()) {
      const entry = await until(`attempt ${n + 1}`, async () => {
        const [found] = await patientTools.log(webhook);
        return found?.status === 'retrying' && found.attemptCount === n + 1 && found;
      });
      const last = entry.attempts[n];
      const ended = Date.parse(last.at) + last.durationMs;
      const delay = (Date.parse(entry.nextAttemptAt) - ended) / 1000;
      assert.ok(Math.abs(delay - seconds) < 1, `${delay} s instead of ${seconds} s`);
      await patient.sql(
        `with moved as (update webhook_deliveries set next_at = now() - interval '1 second' where id = $1 returning tenant_id)
         select pg_notify('atrium_webhooks', tenant_id::text) from moved`,
        [entry._id],
      );
    }
    const [entry] = await patientTools.settled(webhook, 'failed');
    assert.deepEqual([entry.attemptCount, entry.nextAttemptAt], [5, null]);
    assert.ok(entry.finishedAt);
  });

  it('ends with the first success', async () => {
    const webhook = await registerForContacts();
    tools.react(webhook, (_arrival, response) => {
      response.writeHead(receiver.at(webhook.path).length < 5 ? 500 : 204).end();
    });
    await admin.create(contacts, { firstName: 'Ada' });
    const [entry] = await tools.settled(webhook, 'delivered');
    assert.deepEqual(
      entry.attempts.map(({ responseStatus }: Json) => responseStatus),
      [500, 500, 500, 500, 204],
    );
  });

  it('signs each attempt with the secret that is current then', async () => {
    const webhook = await registerForContacts();
    tools.answer(webhook, 500);
    await admin.create(contacts, { firstName: 'Ada' });
    await receiver.received(webhook.path);
    const { body } = await admin.post(`${webhooks}/${webhook._id}/rotate-secret`, {});
    tools.well(webhook);
    await tools.settled(webhook, 'delivered');
    const last = receiver.at(webhook.path).at(-1);
    assert.equal(last?.headers['x-platform-signature'], signatureOf(body.secret, last?.raw as Buffer));
    assert.deepEqual(last?.raw, receiver.at(webhook.path)[0]?.raw);
  });

  it('continues when the receiver is reachable again', async () => {
    const closed = await new Receiver().listen();
    const { port } = closed;
    await closed.close();
    const webhook = await registerForContacts({ url: `http://127.0.0.1:${port}/back` });
    await admin.create(contacts, { firstName: 'Ada' });
    await until('a first failure', async () => (await tools.log(webhook))[0]?.attemptCount);
    const back = await new Receiver().listen(port);
    after(() => back.close());
    await back.received('/back');
    const [entry] = await tools.settled(webhook, 'delivered');
    assert.equal(entry.attempts[0].error, 'The connection was refused.');
  });
});
