import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, describe, it } from 'node:test';
import { appForFile } from '#test/harness.ts';
import { NameServer } from '#test/name-server.ts';
import { until } from '#test/process.ts';
import { receiverForFile } from '#test/receiver.ts';
import { contacts, quick, WebhookTools } from '#test/webhook-tools.ts';
import { GuardedHttp } from './guarded-http.ts';
import { HostResolver, parseHosts } from './host-resolver.ts';

const receiver = await receiverForFile();
const names = await NameServer.forFile({
  'quick.test': ['127.0.0.1'],
  'slow.test': 'silent',
  'inside.test': ['10.11.12.13'],
  'both.test': ['93.184.216.34', '192.168.0.1'],
});
const dnsServers = [names.address];
const guarded = new GuardedHttp({
  allowPrivate: false,
  maxKept: 100,
  connections: 100,
  connectTimeoutMs: 8000,
  dnsServers,
});
const open = new GuardedHttp({
  allowPrivate: true,
  maxKept: 100,
  connections: 100,
  connectTimeoutMs: 8000,
  dnsServers,
});
after(() => Promise.all([guarded.close(), open.close()]));
const app = await appForFile({ ...quick, WEBHOOK_DNS_SERVERS: names.address, WEBHOOK_TIMEOUT: '5s' });

const post = (client: GuardedHttp, url: string, deadlineMs = 5000) =>
  client.post({ url, headers: {}, body: Buffer.from('{}'), deadlineMs });

describe('a host name', () => {
  it('is resolved with the configured name servers', async () => {
    const { answer, error } = await post(open, `http://quick.test:${receiver.port}/named`);
    assert.equal(error, undefined);
    assert.equal(answer?.status, 200);
    assert.equal(receiver.at('/named').length, 1);
  });

  it('that resolves to an address that is not public is refused, and the message does not show the address', async () => {
    for (const name of ['inside.test', 'both.test']) {
      const { error } = await post(guarded, `http://${name}:${receiver.port}/`);
      assert.equal(error, `${name} does not lead to a public address.`);
    }
  });

  it('that does not exist, and one whose name server does not answer, give different errors', async () => {
    assert.equal((await post(guarded, 'http://nobody.test/')).error, 'The name of the host is not known.');
    const { error } = await post(guarded, 'http://slow.test/', 20_000);
    assert.match(String(error), /could not be looked up|could not be made in time/);
  });

  it('is resolved with the hosts file before the name servers', async () => {
    const resolver = new HostResolver({ servers: dnsServers, askSystem: false });
    for (const name of ['localhost', 'LocalHost.', 'a.localhost']) {
      const found = await resolver.resolve(name);
      assert.ok(
        found.some(({ address }) => address === '127.0.0.1'),
        name,
      );
    }
    assert.ok(!names.asked.some((name) => name.includes('localhost')));
    const hosts = parseHosts(
      '# a comment\n::1 here There. # more\n10.0.0.1\there\n\nnonsense name\n10.0.0.2 alone\r\n',
    );
    assert.deepEqual(Object.fromEntries(hosts), {
      here: [
        { address: '10.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ],
      there: [{ address: '::1', family: 6 }],
      alone: [{ address: '10.0.0.2', family: 4 }],
    });
  });

  it('is resolved once for connections that are opened at the same time', async () => {
    const resolver = new HostResolver({ servers: dnsServers, askSystem: false });
    const before = names.asked.length;
    await Promise.all(Array.from({ length: 50 }, () => resolver.resolve('quick.test')));
    // There is one query for IPv4 and one for IPv6.
    assert.equal(names.asked.length - before, 2);
  });
});

describe('a name server that does not answer', () => {
  it('blocks no other I/O', async () => {
    const waiting = Array.from({ length: 40 }, (_, n) => post(open, `http://slow.test:${receiver.port}/${n}`, 3000));
    await until('the query', () => names.asked.includes('slow.test'));
    let ended = false;
    void Promise.race(waiting).then(() => {
      ended = true;
    });
    await Promise.all(Array.from({ length: 20 }, () => readFile(import.meta.filename)));
    const { answer } = await post(open, `http://quick.test:${receiver.port}/meanwhile`);
    assert.equal(answer?.status, 200);
    assert.equal(ended, false, 'files and other names waited for the name server');
    for (const { error } of await Promise.all(waiting)) assert.match(String(error), /\.$/);
  });

  it('delays only the deliveries of the webhook with that host', async () => {
    const tools = new WebhookTools(app, receiver);
    const { admin } = app;
    const hook = (host: string, path: string) =>
      admin.create('/api/integrations/webhooks', {
        url: `http://${host}:${receiver.port}${path}`,
        events: ['contact.created'],
      });
    const slow = await hook('slow.test', '/slow');
    const quickHook = await hook('quick.test', '/well');
    const count = 60;
    const operations = Array.from({ length: count }, (_, n) => ({ op: 'create', record: { firstName: `${n}` } }));
    assert.equal((await admin.post(`${contacts}/bulk`, { operations })).status, 200);
    await tools.settled(quickHook, 'delivered', count);
    assert.equal(receiver.at('/well').length, count);
    assert.deepEqual(await tools.log(slow, '?filter[status]=delivered'), []);
    const entry = await until('the first to fail', async () => {
      const [found] = await tools.log(slow, '?filter[status]=retrying,failed&limit=1');
      return found;
    });
    assert.match(entry.attempts[0].error, /looked up|in time|within 5 s/);
    assert.equal((await admin.delete(`/api/integrations/webhooks/${slow._id}`)).status, 204);
  });
});
