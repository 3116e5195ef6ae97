import assert from 'node:assert/strict';
import net, { type AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { refused } from './expect.ts';
import { appForFile, type Client, type Reply } from './harness.ts';

// WEBHOOK_ALLOW_PRIVATE is not set.
const { admin, user, tenant } = await appForFile({ LOG_LEVEL: 'silent' });

const privateUrls = [
  'https://127.0.0.1/hook',
  'https://10.1.2.3/hook',
  'https://192.168.0.1:8443/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/hook',
  'https://[::ffff:10.0.0.1]/hook',
  'https://0x7f000001/hook',
  'https://localhost/hook',
  'https://sub.localhost:3000/hook',
  'http://example.com/hook',
  'https://user:password@example.com/hook',
];

describe('an address that the platform calls for a tenant', () => {
  const savers: [what: string, field: string, save: (url: string) => Promise<Reply>][] = [
    ['a webhook', 'url', (url) => admin.post('/api/integrations/webhooks', { url, events: ['*'] })],
    ['a form', 'submitUrl', (url) => admin.post('/api/forms/forms', { name: 'F', submitUrl: url })],
    [
      'text messages',
      'value',
      (url) => admin.post('/api/ui/settings', { key: 'marketing.sms', value: { provider: 'webhook', url } }),
    ],
    [
      'a social webhook',
      'url',
      (url) =>
        admin.post('/api/marketing/social-connection/connect', { platform: 'webhook', url, secret: 'x'.repeat(20) }),
    ],
    [
      'a social server',
      'server',
      (url) =>
        admin.post('/api/marketing/social-connection/connect', { platform: 'mastodon', server: url, accessToken: 'x' }),
    ],
  ];
  for (const [what, field, save] of savers) {
    it(`is refused for ${what} when it is private, when it is saved`, async () => {
      for (const url of privateUrls) refused(await save(url), 422, 'validation_failed', field);
    });
  }

  it('is saved when it is public', async () => {
    const form = await admin.create('/api/forms/forms', { name: 'F', submitUrl: 'https://example.com/hook' });
    assert.equal(form.submitUrl, 'https://example.com/hook');
    await admin.create('/api/ui/settings', {
      key: 'marketing.sms',
      value: { provider: 'webhook', url: 'https://example.com/sms' },
      secretValue: 's',
    });
  });
});

describe('a mail server in the private network', () => {
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    socket.end('* BYE not today\r\n');
  });
  const listening = new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  after(() => server.close());

  const connect = async (by: Client) => {
    const login = { host: '127.0.0.1', port: await listening, secure: false, username: 'u', password: 'p' };
    return by.post('/api/communications/mailbox-connection', {
      provider: 'imap',
      email: 'ada@example.com',
      imap: login,
      smtp: login,
    });
  };

  it('is reached for administrators of the platform only, not for other members of the account of the operator', async () => {
    const member = await user({ permissions: ['*:read', '*:write', 'communications:admin'] });
    for (const client of [member, await tenant()]) {
      refused(await connect(client), 422, 'validation_failed', 'imap.host');
      assert.equal(connections, 0);
    }
    assert.ok((await connect(admin)).status >= 400);
    assert.ok(connections > 0, 'the administrator of the platform reaches it');
  });

  it('is no transport of others than administrators of the platform', async () => {
    const member = await user({ permissions: ['communications:admin'] });
    const transport = { name: 'Inside', url: 'smtp://127.0.0.1:2525' };
    const path = '/api/communications/emailTransports';
    refused(await member.post(path, transport), 403, 'forbidden', 'platform:admin');
    // A name could resolve to a private address later.
    refused(
      await member.post(path, { ...transport, url: 'smtp://mail.example.com' }),
      403,
      'forbidden',
      'platform:admin',
    );
    refused(await (await tenant()).post(path, transport), 422, 'validation_failed', 'url');
    const saved = await admin.create(path, transport);
    assert.equal((await member.patch(`${path}/${saved._id}`, { name: 'Renamed' })).status, 200);
  });
});

describe('the path of a page', () => {
  it('has no query, no fragment and no space', async () => {
    const pages = '/api/marketing/webPages';
    for (const path of ['/a?b', '/a#b', '/über uns', '/a\u0000b', '/a\nb'])
      assert.equal((await admin.post(pages, { name: 'P', path })).status, 422, path);
    for (const slug of ['a?b', 'a#b'])
      refused(await admin.post(pages, { name: 'P', slug }), 422, 'validation_failed', 'slug');
    const page = await admin.create(pages, { name: 'P', path: '/über-uns/a.b' });
    refused(await admin.patch(`${pages}/${page._id}`, { path: '/x?y' }), 422, 'validation_failed', 'path');
  });
});
