import assert from 'node:assert/strict';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import { after, describe, it } from 'node:test';
import type { Json } from '../harness.ts';
import { until } from '../process.ts';
import { contacts, Stage, webhooks } from './stage.ts';

/** Counts connections to private addresses; there should be none. */
let connections = 0;
const canaries: net.Server[] = [];
after(() => {
  for (const canary of canaries) canary.close();
});

async function listen(host: string, port = 0): Promise<number> {
  const canary = net.createServer((socket) => {
    connections += 1;
    socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  });
  await new Promise<void>((resolve, reject) => {
    canary.once('error', reject).listen(port, host, resolve);
  });
  canaries.push(canary);
  return (canary.address() as AddressInfo).port;
}

const hasIpv6 = Object.values(os.networkInterfaces()).some((some) => some?.some(({ family }) => family === 'IPv6'));
const stage = await Stage.forFile();
const loopback = await listen('127.0.0.1');
const everywhere = await listen(hasIpv6 ? '::' : '0.0.0.0');
const own = Object.values(os.networkInterfaces())
  .flatMap((some) => some ?? [])
  .filter(({ address }) => !address.startsWith('fe80'))
  .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));

/** Different spellings of addresses that are not public. */
const hosts = [
  ...new Set([
    '127.0.0.1',
    '127.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
    '0177.0.0.1',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '0.0.0.0',
    '0',
    'localhost',
    'LOCALHOST.',
    'localhost.localdomain',
    os.hostname(),
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[100::1]',
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '192.0.0.192',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '198.18.0.1',
    '192.0.2.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    ...own,
  ]),
];
const urls = [
  ...hosts.flatMap((host) => [`http://${host}:${loopback}/`, `http://${host}:${everywhere}/`]),
  ...['127.0.0.1', 'localhost', '[::1]'].map((host) => `https://${host}:${everywhere}/`),
  `http://user:word@127.0.0.1:${everywhere}/`,
  `http://example.com@127.0.0.1:${everywhere}/`,
  `http:\\\\127.0.0.1:${everywhere}/`,
  `ftp://127.0.0.1:${everywhere}/`,
  'file:///etc/passwd',
  'no address at all',
];

describe('a server that may connect only to public addresses', () => {
  it('connects to no other address, whatever URL is stored, and says why', async (t) => {
    for (const [host, port] of [
      ['127.0.0.1', loopback],
      ['127.0.0.1', everywhere],
      ...(hasIpv6 ? [['::1', everywhere]] : []),
    ] as [string, number][]) {
      await new Promise((resolve, reject) => net.connect(port, host).on('error', reject).on('close', resolve).resume());
    }
    assert.equal(connections, hasIpv6 ? 3 : 2, 'the canaries count connections');

    const server = await stage.start({
      WEBHOOK_ALLOW_PRIVATE: 'false',
      WEBHOOK_TIMEOUT: '5s',
      WEBHOOK_LIMIT: '1000',
      WEBHOOK_RETRY_DELAYS: '100ms',
      LOG_LEVEL: 'warn',
    });
    const admin = await stage.admin(server);
    const operations = urls.map((_, n) => ({
      op: 'create',
      record: { url: `https://example.com/${n}`, events: ['contact.created'] },
    }));
    const made = await admin.post(`${webhooks}/bulk`, { operations });
    assert.equal(made.status, 200, made.text);
    const ids: string[] = made.body.results.map((result: Json) => result.record._id);
    await stage.sql(
      `update integrations_webhooks w set url = u.url from unnest($1::uuid[], $2::text[]) u(id, url) where w.id = u.id`,
      [ids, urls],
    );
    await admin.create(contacts, { lastName: 'Secret' });
    const failed = await until('all deliveries to fail', async () => {
      const rows = await stage.sql<{ url: string; attempts: Json[] }>(
        `select w.url, d.attempts from webhook_deliveries d join integrations_webhooks w on w.id = d.webhook_id
         where d.status = 'failed'`,
      );
      return rows.length >= urls.length && rows;
    });
    for (const { url, attempts } of failed) {
      assert.equal(attempts.length, 2, url);
      for (const { error, responseStatus } of attempts) {
        assert.equal(responseStatus, null, url);
        assert.match(error, /^\S.+\.$/, url);
      }
    }
    const numeric = failed.filter(({ url }) => /^http:\/\/(127\.0\.0\.1|0x7f000001|\[::ffff:7f00:1\]):/.test(url));
    assert.equal(numeric.length, 6);
    for (const { attempts } of numeric) assert.match(attempts[0].error, / is not a public address\.$/);
    assert.equal(connections, hasIpv6 ? 3 : 2, 'an address that is not public was reached');
    const words = new Set(failed.map(({ attempts }) => attempts[0].error.replace(/^\S+ (is|does)/, '… $1')));
    t.diagnostic(`${urls.length} addresses, none reached: ${[...words].join(' ')}`);
    assert.ok(server.running);
  });
});
