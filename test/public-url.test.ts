import assert from 'node:assert/strict';
import http from 'node:http';
import { describe, it } from 'node:test';
import { subdomainOf } from '#lib/subdomain.ts';
import { appForFile, type Client } from './harness.ts';

const { admin, anonymous, url, tenant } = await appForFile({ PUBLIC_URL: 'https://atrium.example' });
const port = Number(new URL(url).port);

const statusAt = (client: Client, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${client.token}` };
    http
      .get({ port, path: '/api/sales/contacts', headers, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
      .on('error', reject);
  });

describe('a platform with an https PUBLIC_URL', () => {
  it('sends Strict-Transport-Security with every answer', async () => {
    for (const reply of [
      await admin.get('/api/sales/contacts'),
      await anonymous.get('/api/sales/contacts'),
      await anonymous.get('/nothing/here'),
      await anonymous.get('/health'),
      await anonymous.get('/openapi.json'),
      await anonymous.get('/docs'),
      await anonymous.get('/account/verify-email'),
      await anonymous.post('/api/identity/auth/login', '{'),
    ]) {
      assert.equal(reply.headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains');
    }
  });

  it('finds the account by subdomain, also when the host ends with a dot', async () => {
    const client = await tenant('acme');
    for (const [host, status] of [
      ['acme.atrium.example', 200],
      ['acme.atrium.example.', 200],
      ['ACME.Atrium.Example.', 200],
      ['other.atrium.example', 401],
      ['other.atrium.example.', 401],
      ['other.atrium.example.:443', 401],
      ['other.atrium.example..', 401],
    ] as const) {
      assert.equal(await statusAt(client, host), status, host);
    }
  });
});

it('a subdomain is recognised with and without a dot at the end', () => {
  assert.equal(subdomainOf('acme.example.com.', 'example.com'), 'acme');
  assert.equal(subdomainOf('acme.example.com', 'example.com.'), 'acme');
  assert.equal(subdomainOf('example.com.', 'example.com'), undefined);
  assert.equal(subdomainOf('acmeexample.com', 'example.com'), undefined);
});
