import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import { after, describe, it } from 'node:test';
import { appForFile } from '#test/harness.ts';
import { Receiver } from '#test/receiver.ts';
import { timeLimit } from '#test/time-limit.ts';
import { contacts, WebhookTools, webhooks } from '#test/webhook-tools.ts';
import { isEventPattern, matchesEvent } from '../modules/integrations/events/event-patterns.ts';
import { isPublicAddress, literalAddress } from './addresses.ts';
import { GuardedHttp } from './guarded-http.ts';

/** Listens on every address of the machine; a guarded client must never connect to it. */
const canary = await new Receiver().listen(0, '::').catch(() => new Receiver().listen(0, '0.0.0.0'));
after(() => canary.close());
const guarded = new GuardedHttp({ allowPrivate: false, maxKept: 100, connections: 4, connectTimeoutMs: 5000 });
const open = new GuardedHttp({ allowPrivate: true, maxKept: 100, connections: 4, connectTimeoutMs: 5000 });
after(() => Promise.all([guarded.close(), open.close()]));
const strict = await appForFile({ WEBHOOK_RETRY_DELAYS: '50ms,50ms,50ms,50ms' });

const post = (client: GuardedHttp, url: string, deadlineMs = 5000) =>
  client.post({ url, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}'), deadlineMs });

const privateAddresses = `
  0.0.0.0 0.1.2.3 127.0.0.1 127.255.255.254 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255
  169.254.0.1 169.254.169.254 169.254.170.2 100.64.0.1 100.100.100.200 100.127.255.255 192.0.0.1 192.0.0.192 192.0.2.1
  198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 192.88.99.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
  :: ::1 ::127.0.0.1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:0:127.0.0.1
  64:ff9b::127.0.0.1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::7f00:1 64:ff9b:1:ffff::1 2002:7f00:1:: 2002:a00:1::1
  2002:a9fe:a9fe:: 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:db8::1 2001:10::1 2001:20::1 2001:2::1
  3fff::1 fc00::1 fd00::1 fd00:ec2::254 fe80::1 fe80::a9fe:a9fe fe80::1%eth0 febf::1 fec0::1 ff02::1 100::1 4000::1 5f00::1
  8000::1`;

const publicAddresses = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.216.34 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 169.253.255.255
  169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
  223.255.255.255 2606:4700:4700::1111 2001:4860:4860::8888 2a00:1450:4001:800::200e ::ffff:8.8.8.8 64:ff9b::8.8.8.8`;

const listed = (text: string): string[] => text.trim().split(/\s+/);

/** Notations of addresses that must not be reached. */
const disguises = `
  127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0x7F.0.0.1 0177.0.0.1 017700000001 0177.1 127.0.0.1. 0 0.0.0.0
  [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] 169.254.169.254 2852039166 0xa9fea9fe
  [64:ff9b::127.0.0.1] [2002:7f00:1::] [fe80::1] [fd00:ec2::254] 10.0.0.1 192.168.1.1 172.16.0.1 100.64.0.1
  %31%32%37.0.0.1 １２７.0.0.1 ①②⑦.0.0.1`;

describe('an address', () => {
  it('of a private or reserved range is not public', () => {
    for (const text of listed(privateAddresses)) assert.equal(isPublicAddress(text), false, text);
    for (const text of [
      '',
      'localhost',
      'example.com',
      '1.2.3.4.5',
      '1.2.3.4/8',
      '[::1]',
      ' 8.8.8.8',
      '8.8.8.8 ',
      'g::1',
    ]) {
      assert.equal(isPublicAddress(text), false, text);
    }
  });

  it('outside those ranges is public', () => {
    for (const text of listed(publicAddresses)) assert.equal(isPublicAddress(text), true, text);
  });

  it('is recognized in a URL in every notation', () => {
    for (const text of listed(disguises)) {
      const literal = literalAddress(new URL(`https://${text}/`));
      assert.ok(literal !== undefined && !isPublicAddress(literal), text);
    }
    assert.equal(literalAddress(new URL('https://134744072/')), '8.8.8.8');
    assert.equal(literalAddress(new URL('https://[2606:4700:4700:0::1111]/')), '2606:4700:4700::1111');
    for (const name of ['localhost', 'example.com', '127.0.0.1.example.com'])
      assert.equal(literalAddress(new URL(`https://${name}/`)), undefined);
  });
});

describe('the guarded HTTP client', () => {
  it('does not connect to an address that is not public, however it is written', async () => {
    for (const text of listed(disguises)) {
      for (const scheme of ['http', 'https']) {
        const { answer, error } = await post(guarded, `${scheme}://${text}:${canary.port}/`);
        assert.equal(answer, undefined);
        assert.match(String(error), /^\S+ is not a public address\.$/, text);
      }
    }
    assert.equal(canary.connections, 0);
  });

  it('does not connect to a name that resolves to such an address', async () => {
    const names = ['localhost', 'LOCALHOST', 'localhost.', os.hostname()];
    for (const name of names) {
      const { answer, error } = await post(guarded, `http://${name}:${canary.port}/`);
      assert.equal(answer, undefined);
      assert.match(String(error), /does not lead to a public address\.$|name of the host/, name);
    }
    const { error } = await post(guarded, `http://localhost:${canary.port}/`);
    assert.equal(error, 'localhost does not lead to a public address.');
    assert.equal(canary.connections, 0);
  });

  it('connects to private addresses by number and by name when they are allowed', async () => {
    for (const host of ['127.0.0.1', 'localhost']) {
      const { answer, error, durationMs } = await post(open, `http://${host}:${canary.port}/reached?a=b`);
      assert.equal(error, undefined);
      assert.deepEqual([answer?.status, answer?.body.toString()], [200, 'ok']);
      assert.ok(durationMs > 0);
    }
    assert.equal(canary.at('/reached?a=b').length, 2);
  });

  it('keeps the beginning of an answer, and returns errors instead of throwing', async () => {
    canary.answer(200, 'x'.repeat(1000));
    const { answer } = await post(open, `http://127.0.0.1:${canary.port}/`);
    assert.equal(answer?.body.toString(), 'x'.repeat(100));
    canary.behaviour = () => {};
    const late = await post(open, `http://127.0.0.1:${canary.port}/`, 100);
    assert.equal(late.error, 'There was no complete answer within 0.1 s.');
    canary.well();
    for (const url of ['nonsense', 'ftp://127.0.0.1/', 'http://127.0.0.1:1/']) {
      const { error } = await post(open, url);
      assert.match(String(error), /\.$/, url);
    }
  });

  it('reports an interrupted request when it is closed', async () => {
    const client = new GuardedHttp({ allowPrivate: true, maxKept: 100, connections: 4, connectTimeoutMs: 5000 });
    const reached = Promise.withResolvers<void>();
    const silent = http.createServer(() => reached.resolve());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const sent = post(client, `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`, 60_000);
    await reached.promise;
    await client.close();
    assert.equal((await sent).error, 'The delivery was interrupted.');
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });

  it('keeps webhooks from private addresses, and their log shows the error', async () => {
    const before = canary.connections;
    const tools = new WebhookTools(strict, new Receiver());
    // The update bypasses the check of the address at creation.
    const [webhook, literal] = await Promise.all(
      [`https://localhost:${canary.port}/hook`, `http://127.0.0.1:${canary.port}/hook`].map(async (url) => {
        const created = await strict.admin.create(webhooks, {
          url: 'https://example.com/',
          events: ['contact.created'],
        });
        await strict.sql('update integrations_webhooks set url = $2 where id = $1', [created._id, url]);
        return created;
      }),
    );
    await strict.admin.create(contacts, { firstName: 'Ada' });
    const [named] = await tools.settled(webhook, 'failed');
    const [numbered] = await tools.settled(literal, 'failed');
    assert.equal(named.attempts[0].error, 'localhost does not lead to a public address.');
    assert.equal(numbered.attempts[0].error, '127.0.0.1 is not a public address.');
    assert.equal(canary.connections, before);
  });
});

describe('an event pattern', () => {
  it('is an event type with * as a wildcard', () => {
    for (const text of [
      '*',
      '*.*',
      'contact.created',
      'contact.*',
      '*.deleted',
      'contact.cr*',
      'a.b.c',
      'finance.*',
      'a_1.b_2',
    ])
      assert.equal(isEventPattern(text), true, text);
    for (const text of [
      '',
      '.',
      'contact',
      '*.',
      '.*',
      'a..b',
      'a.b.',
      '1a.b',
      'a b.c',
      'a.b\n',
      'ä.b',
      `a.${'b'.repeat(199)}`,
    ])
      assert.equal(isEventPattern(text), false, text);
  });

  it('matches word by word; a trailing * also matches all following words', () => {
    const table: [string, string, boolean][] = [
      ['contact.created', 'contact.created', true],
      ['contact.created', 'contact.createdd', false],
      ['contact.created', 'Contact.created', false],
      ['*', 'contact.created', true],
      ['*', 'finance.payment.completed', true],
      ['*.*', 'finance.payment.completed', true],
      ['contact.*', 'contact.created', true],
      ['contact.*', 'contactNote.created', false],
      ['contact.*', 'contact', false],
      ['finance.*', 'finance.payment.completed', true],
      ['finance.*.failed', 'finance.payment.failed', true],
      ['finance.*.failed', 'finance.payment.completed', false],
      ['*.deleted', 'contact.deleted', true],
      ['*.deleted', 'a.b.deleted', false],
      ['*.completed', 'finance.payment.completed', false],
      ['contact.cr*d', 'contact.created', true],
      ['contact.cr*d', 'contact.crd', true],
      ['contact.cre*ated', 'contact.created', true],
      ['contact.crea*ated', 'contact.created', false],
      ['contact.*a*e*', 'contact.created', true],
      ['contact.*e*a*', 'contact.deleted', false],
      ['a.x*x', 'a.x', false],
    ];
    for (const [pattern, type, expected] of table)
      assert.equal(matchesEvent(pattern, type), expected, `${pattern} ${type}`);
  });

  it('is matched in under two seconds, even for hostile patterns', () => {
    const begun = performance.now();
    for (const pattern of [
      `a.${'*x'.repeat(90)}`,
      `a.${'x*'.repeat(90)}`,
      `a.${'*'.repeat(190)}`,
      `a${'.*'.repeat(90)}`,
    ]) {
      for (const type of [`a.${'x'.repeat(50_000)}y`, `a.${'xy'.repeat(50_000)}`, 'a.x'.repeat(10_000)]) {
        matchesEvent(pattern, type);
        isEventPattern(pattern);
      }
    }
    isEventPattern('a'.repeat(1_000_000));
    isEventPattern(`a${'.a'.repeat(98)}!`);
    assert.ok(performance.now() - begun < timeLimit(2000));
  });
});
