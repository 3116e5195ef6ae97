import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile } from '#test/harness.ts';

const { admin, anonymous } = await appForFile({
  OAUTH_GOOGLE_CLIENT_ID: 'a client',
  OAUTH_GOOGLE_CLIENT_SECRET: 'a secret',
  OAUTH_GOOGLE_ISSUER: 'http://127.0.0.1:9/',
});
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the first address of a server', () => {
  it('leads browsers to the console, signed in or not; other clients get the addresses of the reference', async () => {
    for (const client of [anonymous, admin]) {
      const { status, headers } = await client.get('/', html);
      assert.deepEqual([status, headers.get('location'), headers.get('vary')], [302, '/app/', 'accept']);
      assert.equal(headers.get('cache-control'), 'no-store');
    }
    for (const accept of ['application/json', '*/*', 'text/html, application/json']) {
      const { status, body, headers } = await anonymous.get('/', { accept });
      assert.deepEqual([status, body.name, headers.get('vary')], [200, 'Atrium', 'accept'], accept);
      for (const address of [body.openapi, body.docs, body.health])
        assert.equal((await anonymous.get(address)).status, 200, address);
    }
  });
});

describe('a failed sign-in at a provider', () => {
  const paths = [
    '/api/identity/auth/google/callback?state=unknown&code=x',
    '/api/identity/auth/google/callback?error=access_denied',
    '/api/identity/auth/google',
    '/api/identity/auth/microsoft',
    '/api/identity/auth/google?returnTo=https://elsewhere.example',
    '/api/identity/auth/google?accountKey=nobody',
  ];

  it('is explained to browsers on a page with a link back, and to other clients in JSON', async () => {
    for (const path of paths) {
      const program = await anonymous.get(path);
      assert.ok(program.body.error.message, path);
      const page = await anonymous.get(path, html);
      assert.equal(page.status, program.status, path);
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/, path);
      assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      assert.match(page.text, /<a class="button" href="\/">/);
      assert.doesNotMatch(page.text, /<script/);
    }
  });

  it('escapes text from the request', async () => {
    const { text } = await anonymous.get('/api/identity/auth/%3Cimg%20src=x%3E', html);
    assert.match(text, /&lt;img src=x&gt;/);
    assert.doesNotMatch(text, /<img/);
  });

  it('differs from errors of other paths, which are JSON for browsers too', async () => {
    const { status, body } = await anonymous.get('/api/sales/contacts', html);
    assert.deepEqual([status, body.error.code], [401, 'unauthenticated']);
  });
});
