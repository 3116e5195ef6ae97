import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { appForFile } from '#test/harness.ts';
import { addressOf } from './guides.ts';

const { anonymous } = await appForFile();
const root = path.join(import.meta.dirname, '../../..');
const topics = readdirSync(path.join(root, 'docs'))
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => name.replace('.md', ''));

describe('the guides', () => {
  const pages = new Map<string, string>();

  before(async () => {
    for (const topic of ['start', ...topics]) {
      const { status, headers, text } = await anonymous.get(`/docs/${topic}`);
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'], topic);
      pages.set(`/docs/${topic}`, text);
    }
  });

  it('are all in the table of contents, which the first page and every guide shows', async () => {
    const { text } = await anonymous.get('/docs');
    for (const address of pages.keys()) {
      assert.ok(text.includes(`<a href="${address}">`), address);
      for (const page of pages.values()) assert.ok(page.includes(`<a href="${address}"`), address);
    }
    assert.match(pages.get('/docs/webhooks') ?? '', /<a href="\/docs\/webhooks" aria-current="page">/);
  });

  it('have a title, text, code and tables, and no script', () => {
    for (const [address, page] of pages) {
      assert.match(page, /<title>.+ · Atrium<\/title>/, address);
      assert.match(page, /<main><h1 id="[^"]+">/, address);
      assert.doesNotMatch(page, /<script|\sstyle=|\son\w+=/, address);
      assert.equal(page.includes('```'), false, address);
    }
    assert.match(pages.get('/docs/start') ?? '', /<pre tabindex="0"><code>npm install\nnpm start<\/code><\/pre>/);
    assert.match(pages.get('/docs/configuration') ?? '', /<td><code>DATA_DIR<\/code><\/td>/);
  });

  it('link only to what the server has', async () => {
    const found = new Set<string>();
    const ids = (page: string) => new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [address, page] of pages) {
      for (const [, target = ''] of page.matchAll(/(?:href|src)="([^"]+)"/g)) {
        if (/^(?:https?:|data:)/.test(target)) continue;
        const [at = '', fragment] = new URL(target, `http://here${address}`).href.replace('http://here', '').split('#');
        const other = pages.get(at);
        if (other === undefined && !found.has(at)) {
          assert.ok([200, 302].includes((await anonymous.get(at)).status), `${address}: ${target}`);
          found.add(at);
        }
        if (other !== undefined && fragment !== undefined) assert.ok(ids(other).has(fragment), `${address}: ${target}`);
      }
    }
  });

  it('link files that exist, so that the links work in the repository, too', () => {
    for (const file of ['README.md', 'docs/README.md', ...topics.map((topic) => `docs/${topic}.md`)]) {
      const text = readFileSync(path.join(root, file), 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
      for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^(?:https?:|#)/.test(target)) continue;
        const [linked = ''] = target.split('#');
        assert.doesNotThrow(() => readFileSync(path.join(root, path.dirname(file), linked)), `${file}: ${target}`);
      }
    }
  });

  it('have a policy without scripts, and are checked again by browsers', async () => {
    const { headers } = await anonymous.get('/docs/webhooks');
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.doesNotMatch(policy, /script-src|unsafe/);
    assert.deepEqual([headers.get('x-content-type-options'), headers.get('cache-control')], ['nosniff', 'no-cache']);
  });

  it('have pictures', async () => {
    const [, source = ''] = /<img src="([^"]+)" alt="[^"]+"/.exec(pages.get('/docs/start') ?? '') ?? [];
    const { status, headers } = await anonymous.get(source);
    assert.deepEqual([status, headers.get('content-type')], [200, 'image/webp']);
  });

  it('are no way to other files', async () => {
    const paths = [
      'nothing',
      'README',
      '..%2fpackage',
      '..%2fCHANGELOG',
      '%2e%2e%2fREADME',
      '__proto__',
      'images/nothing.webp',
      'images/..%2f..%2fREADME.md',
    ];
    for (const one of paths) assert.equal((await anonymous.get(`/docs/${one}`)).status, 404, one);
  });
});

describe('a link of a guide', () => {
  it('becomes the address of the page, or nothing when it names a source file', () => {
    const cases: readonly (readonly [href: string, from: string, address: string | undefined])[] = [
      ['forms.md', 'docs/inbox.md', '/docs/forms'],
      ['forms.md#logic', 'docs/inbox.md', '/docs/forms#logic'],
      ['docs/forms.md', 'README.md', '/docs/forms'],
      ['docs/README.md', 'README.md', '/docs'],
      ['../README.md#start', 'docs/inbox.md', '/docs/start#start'],
      ['images/list.webp', 'docs/console.md', '/docs/images/list.webp'],
      ['#logic', 'docs/forms.md', '#logic'],
      ['https://example.com/a#b', 'docs/forms.md', 'https://example.com/a#b'],
      ['../src/app.ts', 'docs/surface.md', undefined],
      ['../../secret.md', 'docs/surface.md', undefined],
    ];
    for (const [href, from, address] of cases) assert.equal(addressOf(href, from), address, href);
  });
});
