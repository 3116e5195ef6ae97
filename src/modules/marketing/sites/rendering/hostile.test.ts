import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { needsBrowser, openBrowser } from '#test/browser.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { publish, visit } from '#test/site-tools.ts';

const { admin, url, user } = await appForFile({ SITES_URL: 'http://sites.localhost' });
const pages = '/api/marketing/web-pages';
const port = new URL(url).port;
/** A browser resolves names below localhost to this machine. */
const origin = `http://sites.localhost:${port}`;

const markup = [
  '<script>window.hacked = 1</script>',
  '"><img src=x onerror="window.hacked=1">',
  "'><svg onload=window.hacked=1>",
  '</title></style></textarea><script>window.hacked=1</script>',
  '{{ content }}{% raw %}<script>window.hacked=1</script>',
  '[x](javascript:window.hacked=1)',
  '[x](java\tscript:alert(1)) **<b onmouseover=window.hacked=1>**',
  '--></script><script>window.hacked=1</script>',
  '\u2028<img/src/onerror=window.hacked=1>',
];
const addresses = [
  'javascript:window.hacked=1',
  'JaVaScRiPt:window.hacked=1',
  ' javascript:window.hacked=1',
  'java\nscript:window.hacked=1',
  'data:text/html,<script>window.hacked=1</script>',
  'vbscript:x',
  '//evil.example/x',
  '/\\evil.example',
];

describe('hostile content', () => {
  it('is refused where an address is expected', async () => {
    for (const address of addresses) {
      for (const block of [
        { type: 'button', label: 'x', url: address },
        { type: 'image', url: address },
        { type: 'image', url: '/a.png', linkUrl: address },
        { type: 'video', url: address },
        { type: 'columns', columns: [[{ type: 'button', label: 'x', url: address }]] },
      ])
        assert.equal((await admin.post(pages, { blocks: [block] })).status, 422, JSON.stringify(block));
    }
  });

  it('is refused in blocks that have other fields or types', async () => {
    const nested = (depth: number): Json =>
      depth === 0 ? { type: 'text', text: 'x' } : { type: 'columns', columns: [[nested(depth - 1)]] };
    for (const block of [
      { type: 'heading', text: 'x', level: '1 onclick=x' },
      { type: 'heading', text: 'x', level: 7 },
      { type: 'heading', text: 'x', onclick: 'x' },
      { type: 'script', text: 'x' },
      { type: '__proto__' },
      { type: 'code', code: 'x', language: '" onclick="x' },
      { type: 'form', formId: '"><script>' },
      { type: 'text', text: { toString: 'x' } },
      'text',
      null,
      nested(6),
    ])
      assert.equal((await admin.post(pages, { blocks: [block] })).status, 422, JSON.stringify(block));
    assert.equal((await admin.post(pages, { blocks: Array(1001).fill({ type: 'text', text: 'x' }) })).status, 422);
  });

  it('runs nothing in a real browser, in any block and field that a writer can set', needsBrowser, async () => {
    const writer = await user({ permissions: ['marketing:read', 'marketing:write'] });
    const paths: string[] = [];
    const website = await writer.create('/api/marketing/websites', {
      name: markup.join(' ').slice(0, 250),
      slug: 'hostile',
      metaDescription: markup[1],
      robotsTxt: markup[0],
      language: '"><script>window.hacked=1</script>',
      theme: {
        accent: 'red;}</style><script>window.hacked=1</script>',
        text: 'url(javascript:1)',
        font: '"a',
        width: '1px',
      },
      navigation: markup.map((label, n) => ({
        label,
        path: addresses[n] ?? '/x',
        children: [{ label, url: 'javascript:1' }],
      })),
    });
    for (const [n, hostile] of markup.entries()) {
      const page = await writer.create(pages, {
        websiteId: website._id,
        path: `/p${n}`,
        title: hostile,
        name: hostile,
        description: hostile,
        metaTitle: hostile,
        metaDescription: hostile,
        metaKeywords: [hostile],
        socialTitle: hostile,
        language: hostile.slice(0, 35),
        css: `${hostile} @import "https://evil.example/x.css"; body { background: url("javascript:window.hacked=1") }`,
        blocks: [
          { type: 'heading', text: hostile, level: 1 },
          { type: 'text', text: `${hostile}\n\n- ${hostile}` },
          {
            type: 'image',
            url: 'https://example.com/"><script>window.hacked=1</script>'.replaceAll(/[\s]/g, ''),
            alt: hostile,
            caption: hostile,
          },
          { type: 'button', label: hostile, url: `/x?${encodeURIComponent(hostile)}` },
          {
            type: 'columns',
            columns: [[{ type: 'code', code: hostile, language: 'html' }], [{ type: 'text', text: hostile }]],
          },
          { type: 'video', url: 'https://example.com/a.mp4?"onerror="window.hacked=1', title: hostile },
        ],
      });
      paths.push(page.path);
    }
    await publish(writer, { websiteId: website._id });
    const browser = await openBrowser();
    const context = await browser.newContext();
    try {
      const tab = await context.newPage();
      await context.route(/evil\.example|example\.com/, (route) => route.abort());
      for (const path of [...paths, '/sitemap.xml', '/nowhere']) {
        const reply = await tab.goto(`${origin}/sites/default/hostile${path}`);
        assert.ok(reply, path);
        await tab.waitForTimeout(50);
        assert.equal(await tab.evaluate('window.hacked'), undefined, path);
        if (path.startsWith('/p')) {
          assert.equal(await tab.locator('script, svg, iframe, [onerror], [onload], [onmouseover]').count(), 0, path);
          assert.equal(await tab.locator('a[href^="javascript" i]').count(), 0, path);
          assert.equal(await tab.locator('h1').first().textContent(), markup[Number(path.slice(2))], path);
        }
      }
      assert.deepEqual(await context.cookies(), []);
    } finally {
      await context.close();
    }
  });

  it(
    'of an administrator runs only where the website allows scripts, by hash, and never on the origin of the console',
    needsBrowser,
    async () => {
      const website = await admin.create('/api/marketing/websites', {
        name: 'Scripts',
        headHtml: '<style>h1 { color: rgb(1, 2, 3) }</style>',
      });
      await admin.create(pages, {
        websiteId: website._id,
        path: '/',
        script: 'window.ran = "</script>".length',
        html: '<h1>Hi</h1><script>window.inline = 1</script><b onclick="window.clicked = 1">x</b><a href="/next">next</a>',
      });
      await publish(admin, { websiteId: website._id });
      const browser = await openBrowser();
      const tab = await browser.newPage();
      try {
        const at = `${origin}/sites/default/scripts/`;
        await tab.goto(at);
        assert.deepEqual(await tab.evaluate('[window.ran, window.inline]'), [undefined, undefined]);
        assert.equal(await tab.evaluate('getComputedStyle(document.querySelector("h1")).color'), 'rgb(1, 2, 3)');
        await admin.patch(`/api/marketing/websites/${website._id}`, { allowScripts: true });
        await publish(admin, { websiteId: website._id });
        await tab.goto(at);
        assert.deepEqual(await tab.evaluate('[window.ran, window.inline]'), [9, 1]);
        await tab.locator('b').click();
        assert.equal(await tab.evaluate('window.clicked'), undefined);
        const policy = String(
          (await visit(url, '/sites/default/scripts/', { host: 'sites.localhost' })).headers['content-security-policy'],
        );
        assert.match(policy, /script-src 'sha256-/);
        assert.doesNotMatch(policy, /script-src[^;]*'unsafe/);
        assert.equal((await visit(url, '/sites/default/scripts/')).status, 308);
      } finally {
        await tab.close();
      }
    },
  );
});
