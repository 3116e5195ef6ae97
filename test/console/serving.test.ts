import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import zlib from 'node:zlib';
import Fastify from 'fastify';
import { mountConsole } from '../../src/http/console/console.ts';
import { installBuild } from '../../web/install-build.ts';
import { refused } from '../expect.ts';
import { appForFile, Client } from '../harness.ts';

const { anonymous, url } = await appForFile();

/** Sends a path unchanged: fetch would resolve `..` and decompress. */
const raw = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: http.IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    http
      .request({ hostname, port, path: target, method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
        );
      })
      .on('error', reject)
      .end();
  });

const { text: firstPage } = await anonymous.get('/app/');
const assets = [...firstPage.matchAll(/(?:src|href)="(\/app\/assets\/[^"]+)"/g)].map(([, asset = '']) => asset);
/** Use the largest script, because files below 1 KB are not compressed. */
const script = await largestScript();
async function largestScript(): Promise<string> {
  const sizes = new Map<string, number>();
  for (const asset of assets.filter((name) => name.endsWith('.js')))
    sizes.set(asset, (await anonymous.get(asset)).text.length);
  return [...sizes].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

const directivesOf = (headers: Headers) =>
  new Map(
    (headers.get('content-security-policy') ?? '')
      .split(';')
      .map((part) => part.trim().split(/ (.*)/) as [string, string]),
  );

describe('pages of the console', () => {
  it('are the same HTML at every address, so that links into the console open', async () => {
    const without = (text: string) => text.replaceAll(/nonce="[^"]+"/g, '');
    for (const address of ['/app', '/app/', '/app/sign-in', '/app/m/sales/contacts?q=a.b', '/app/m/x/y/1.5']) {
      const { status, headers, text } = await anonymous.get(address);
      assert.equal(status, 200, address);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(without(text), without(firstPage));
    }
  });

  it('are never answered from a cache, because each has its own nonce', async () => {
    const seen = new Set<string>();
    for (let n = 0; n < 3; n += 1) {
      const { headers, text } = await anonymous.get('/app/', { 'if-none-match': '*' });
      assert.equal(headers.get('cache-control'), 'no-cache');
      assert.equal(headers.get('etag'), null);
      const nonces = new Set([...text.matchAll(/nonce="([^"]*)"/g)].map(([, nonce = '']) => nonce));
      assert.equal(nonces.size, 1);
      const [nonce = ''] = nonces;
      assert.match(nonce, /^[\w+/]{24}$/);
      assert.equal(directivesOf(headers).get('script-src'), `'self' 'nonce-${nonce}'`);
      assert.equal(directivesOf(headers).get('style-src'), `'self' 'nonce-${nonce}'`);
      assert.doesNotMatch(text, /__NONCE__/);
      seen.add(nonce);
    }
    assert.equal(seen.size, 3);
  });

  it('have a policy that allows nothing inline and no other host but for images', async () => {
    const { headers, text } = await anonymous.get('/app/');
    const directives = directivesOf(headers);
    const expected = {
      'default-src': "'none'",
      'connect-src': "'self'",
      'font-src': "'self'",
      'frame-src': "'self' blob:",
      'img-src': "'self' data: blob: https:",
      'object-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'form-action': "'self'",
    };
    for (const [name, value] of Object.entries(expected)) assert.equal(directives.get(name), value, name);
    assert.doesNotMatch(headers.get('content-security-policy') ?? '', /unsafe|\*/);
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.doesNotMatch(text, /\son\w+=|\sstyle=|<script(?![^>]*\bsrc=)/i);
  });

  it('are not stored when their address has a token', async () => {
    for (const page of ['verify-email', 'reset-password', 'accept-invitation']) {
      const { status, headers, text } = await anonymous.get(`/app/${page}?token=t0ken`);
      assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
      assert.doesNotMatch(text, /t0ken/);
    }
  });

  it('answer HEAD as GET, and refuse other methods', async () => {
    const { status, headers, bytes } = await raw('/app/sign-in', {}, 'HEAD');
    assert.deepEqual([status, headers['content-type'], bytes.length], [200, 'text/html; charset=utf-8', 0]);
    for (const method of ['POST', 'PUT', 'DELETE'])
      refused(await anonymous.request(method, '/app/sign-in'), 405, 'method_not_allowed');
  });
});

describe('files of the console', () => {
  it('are kept by browsers for a year, in the encoding that was asked for', async () => {
    assert.ok(script !== '' && assets.some((asset) => asset.endsWith('.css')));
    const plain = await raw(script);
    assert.equal(plain.headers['content-encoding'], undefined);
    const decoders = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync };
    const etags = new Set([plain.headers.etag]);
    for (const [encoding, decode] of Object.entries(decoders)) {
      const { status, headers, bytes } = await raw(script, { 'accept-encoding': encoding });
      assert.deepEqual([status, headers['content-encoding'], headers.vary], [200, encoding, 'accept-encoding']);
      assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(Number(headers['content-length']), bytes.length);
      assert.ok(bytes.length < plain.bytes.length / 2);
      assert.deepEqual(decode(bytes), plain.bytes);
      etags.add(headers.etag);
    }
    assert.equal(etags.size, 3, 'each form has its own ETag');
    const both = await raw(script, { 'accept-encoding': 'gzip, deflate, br, zstd' });
    assert.equal(both.headers['content-encoding'], 'br');
  });

  it('are not sent again to a browser that has them', async () => {
    for (const file of [script, '/app/icon.svg', '/app/start.js']) {
      const first = await raw(file);
      assert.equal(first.status, 200, file);
      const again = await raw(file, { 'if-none-match': `"other", W/${first.headers.etag}` });
      assert.deepEqual([again.status, again.bytes.length], [304, 0]);
      assert.equal(again.headers.etag, first.headers.etag);
      assert.equal((await raw(file, { 'if-none-match': '"other"' })).status, 200);
    }
    assert.equal((await raw('/app/start.js')).headers['cache-control'], 'no-cache');
  });

  it('answer HEAD with the headers of GET', async () => {
    const get = await raw(script, { 'accept-encoding': 'br' });
    const head = await raw(script, { 'accept-encoding': 'br' }, 'HEAD');
    assert.equal(head.bytes.length, 0);
    for (const name of ['content-length', 'content-encoding', 'etag', 'cache-control', 'content-type'])
      assert.equal(head.headers[name], get.headers[name], name);
  });

  it('that do not exist are 404, not a page', async () => {
    const missing = ['assets/index-00000000.js', 'assets/', 'assets/x', 'favicon.ico', 'index.html', 'icon.svg.br'];
    for (const name of [...missing, `${script.slice(5)}.br`, `${script.slice(5)}.map`]) {
      const reply = await anonymous.get(`/app/${name}`);
      refused(reply, 404, 'not_found');
      assert.equal(reply.headers.get('cache-control'), 'no-store', name);
    }
  });

  it('are only those of the build: no path leads out of its folder', async () => {
    for (const target of [
      '/app/../package.json',
      '/app/assets/../../package.json',
      '/app/assets/..%2f..%2fpackage.json',
      '/app/%2e%2e/%2e%2e/package.json',
      '/app/..\\..\\package.json',
      '/app//etc/passwd',
      '/app/assets/%00',
      '/app/%2fetc%2fpasswd',
    ]) {
      const { bytes } = await raw(target);
      assert.doesNotMatch(bytes.toString(), /"workspaces"|root:/, target);
    }
  });
});

describe('a new build of the console', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'atrium-builds-'));
  after(() => rmSync(root, { recursive: true, force: true }));
  const served = path.join(root, 'served');
  /** Installs a build whose page names one asset; `start.js` has the same name in all builds. */
  const install = (name: string) => {
    const built = path.join(root, name);
    mkdirSync(path.join(built, 'assets'), { recursive: true });
    writeFileSync(path.join(built, `assets/${name}.js`), name);
    writeFileSync(path.join(built, 'start.js'), `start of ${name}`);
    writeFileSync(path.join(built, 'index.html'), `<script nonce="__NONCE__" src="/app/assets/${name}.js"></script>`);
    installBuild(built, served);
  };
  const statusOf = async (client: Client, name: string) => (await client.get(`/app/assets/${name}.js`)).status;

  it('replaces the one before as a whole, whose files open pages still get', async () => {
    install('one');
    const server = Fastify();
    mountConsole(server, served);
    await server.listen({ host: '127.0.0.1', port: 0 });
    try {
      const client = new Client(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
      assert.match((await client.get('/app/')).text, /one\.js/);
      install('two');
      assert.match((await client.get('/app/')).text, /two\.js/);
      assert.equal((await client.get('/app/start.js')).text, 'start of two');
      assert.deepEqual([await statusOf(client, 'one'), await statusOf(client, 'two')], [200, 200]);
      // Installing the same build again does not count as a new build.
      install('two');
      assert.equal((await client.get('/app/')).status, 200);
      assert.equal(await statusOf(client, 'one'), 200);
      install('three');
      await client.get('/app/');
      assert.deepEqual(
        [await statusOf(client, 'one'), await statusOf(client, 'two'), await statusOf(client, 'three')],
        [404, 200, 200],
      );
      assert.equal((await client.get('/app/.files')).headers.get('content-type'), 'text/html; charset=utf-8');
    } finally {
      await server.close();
    }
  });

  it('is not installed when it is not complete', () => {
    const broken = path.join(root, 'broken');
    mkdirSync(broken, { recursive: true });
    assert.throws(() => installBuild(broken, served), /has no index\.html/);
  });
});

describe('a server whose console is not built', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-console-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };

  it('names the command that builds it, and serves each new build without a restart', async () => {
    const server = Fastify();
    mountConsole(server, folder);
    await server.listen({ host: '127.0.0.1', port: 0 });
    try {
      const client = new Client(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
      const missing = await client.get('/app/m/sales/contacts');
      assert.deepEqual([missing.status, missing.headers.get('cache-control')], [503, 'no-store']);
      assert.match(missing.text, /<code>npm run build<\/code>/);
      write('assets/one.js', '1');
      write('index.html', '<script nonce="__NONCE__" src="/app/assets/one.js"></script>');
      assert.match((await client.get('/app/')).text, /nonce="[\w+/]{24}" src="\/app\/assets\/one\.js"/);
      assert.equal((await client.get('/app/assets/one.js')).text, '1');
      rmSync(path.join(folder, 'assets'), { recursive: true });
      write('assets/two.js', '2');
      write('index.html', '<script nonce="__NONCE__" src="/app/assets/two.js"></script>');
      utimesSync(path.join(folder, 'index.html'), new Date(), new Date(Date.now() + 5000));
      assert.match((await client.get('/app/')).text, /two\.js/);
      assert.equal((await client.get('/app/assets/two.js')).text, '2');
      assert.equal((await client.get('/app/assets/one.js')).status, 404);
    } finally {
      await server.close();
    }
  });
});
