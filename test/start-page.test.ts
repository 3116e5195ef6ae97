import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { needsBrowser, openBrowser } from './browser.ts';
import { adminEmail, adminPassword } from './cluster.ts';
import { appForFile } from './harness.ts';

const { admin, anonymous, tenant, url } = await appForFile({
  OAUTH_GOOGLE_CLIENT_ID: 'a client',
  OAUTH_GOOGLE_CLIENT_SECRET: 'a secret',
  OAUTH_GOOGLE_ISSUER: 'http://127.0.0.1:9/',
});
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the start page', () => {
  it('is shown to browsers; other clients get an error that names the reference', async () => {
    const page = await anonymous.get('/', html);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(page.text, /<form id="form"/);
    assert.match(page.text, /<a href="\/docs">/);
    assert.match(page.text, /href="\/api\/identity\/auth\/google">Sign in with Google</);
    assert.doesNotMatch(page.text, /microsoft/i);
    for (const accept of ['application/json', '*/*', 'text/html, application/json']) {
      const { status, body } = await anonymous.get('/', { accept });
      assert.deepEqual([status, body.error.code], [404, 'not_found'], accept);
      assert.match(body.error.message, /\/openapi\.json/);
    }
  });

  it('allows only its own scripts, no frames and no caching', async () => {
    const { headers, text } = await anonymous.get('/', html);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self'(?:;|$)/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.doesNotMatch(text, /<script(?![^>]*\bsrc=)|\son\w+=|style=/);
    for (const [, asset = ''] of text.matchAll(/(?:src|href)="(\/account[^"]+)"/g))
      assert.equal((await anonymous.get(asset)).status, 200, asset);
  });

  it('shows who is signed in', async () => {
    const { text } = await admin.get('/', html);
    assert.ok(text.includes(adminEmail) && text.includes('default') && text.includes('admin'));
    assert.doesNotMatch(text, /<form/);
    const stale = await anonymous.get('/', { ...html, cookie: 'platform_access=nonsense' });
    assert.match(stale.text, /<form id="form"/);
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

describe('the start page in a browser', needsBrowser, () => {
  it('signs in and out, on a phone in dark mode', async () => {
    const { accountKey } = await tenant();
    const context = await (await openBrowser()).newContext({
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
    });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(url);
    await page.getByLabel('Email').fill(adminEmail);
    await page.getByLabel('Password').fill('not the password');
    await page.getByLabel('Account').fill(accountKey);
    const elsewhere = page.getByRole('link', { name: 'Sign in with Google' });
    assert.equal(await elsewhere.getAttribute('href'), `/api/identity/auth/google?accountKey=${accountKey}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The email, the password or the account is not right.').waitFor();
    await page.getByLabel('Password').fill(adminPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
    await page.getByText(accountKey, { exact: true }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, 'fits the phone');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Atrium' }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });
});
