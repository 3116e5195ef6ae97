import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile } from '#test/harness.ts';
import { publish, visit } from '#test/site-tools.ts';

const { admin, url } = await appForFile();
const pages = '/api/marketing/web-pages';
const redirects = '/api/marketing/web-redirects';
const websites = '/api/marketing/websites';

const unreachable = [
  '//',
  '//x',
  '/a//b',
  '/.',
  '/..',
  '/../x',
  '/a/./b',
  '/a/../b',
  '/a b',
  ' /a',
  '/a\u00a0b',
  '/a\\b',
  '/a%3Fb',
  '/%00',
  '/%zz',
  '/%C3%BC',
  '/a\'b"<c>',
  "/it's",
  '/a"b',
  '/<a>',
  '/a?b',
  '/a#b',
  '/a\tb',
  '/a\nb',
  '/a&b',
  '/a|b',
  '/a[1]',
  '/_assets/x',
  '/.well-known',
];

describe('an address of a website', () => {
  it('is refused when visitors could not open it', async () => {
    const websiteId = (await admin.create(websites, { name: 'Addresses' }))._id;
    const failures: string[] = [];
    for (const path of unreachable) {
      for (const [to, body] of [
        [pages, { websiteId, path }],
        [pages, { websiteId, slug: path.slice(1) || path }],
        [redirects, { websiteId, fromPath: path, toUrl: '/' }],
      ] as const) {
        const field = Object.keys(body)[1];
        // The slug is valid without its slash.
        if (field === 'slug' && ['//', '//x', ' /a'].includes(path)) continue;
        const reply = await admin.post(to, body);
        const detail = reply.body.error?.details?.[0];
        if (reply.status !== 422 || detail?.field !== field || !/must be a path/.test(detail.message))
          failures.push(`${field} ${JSON.stringify(path)}: ${reply.status} ${reply.text.slice(0, 200)}`);
      }
    }
    assert.deepEqual(failures, []);
    const relative = await admin.post(redirects, { websiteId, fromPath: 'old', toUrl: '/' });
    assert.equal(relative.status, 422, relative.text);
  });

  it('leads to the page when it is accepted, in any alphabet', async () => {
    const website = await admin.create(websites, { name: 'Alphabets', slug: 'größe' });
    const paths = [
      '/',
      '/über-uns',
      '/u\u0308ber-mich',
      '/о-нас',
      '/हिन्दी',
      '/日本/東京',
      '/a.b_c~1!$(x)*+,;=:@',
      '/end/',
    ];
    for (const path of paths) {
      await admin.create(pages, { websiteId: website._id, path, blocks: [{ type: 'text', text: `at ${path}` }] });
    }
    await admin.create(pages, { websiteId: website._id, slug: 'café', blocks: [{ type: 'text', text: 'by slug' }] });
    await admin.create(redirects, { websiteId: website._id, fromPath: '/früher/', toUrl: '/end' });
    await publish(admin, { websiteId: website._id });
    const base = `/sites/default/${encodeURIComponent('größe')}`;
    for (const path of paths) {
      const opened = await visit(url, base + encodeURI(path.replace(/(?<=.)\/$/, '')));
      assert.equal(opened.status, 200, path);
      assert.ok(opened.text.includes(`at ${path}`.normalize('NFC')) || opened.text.includes(`at ${path}`), path);
    }
    assert.equal((await visit(url, `${base}/end/`)).status, 308);
    assert.equal((await visit(url, base + encodeURI('/café'))).status, 200);
    assert.equal((await visit(url, base + encodeURI('/früher'))).headers.location, `${base}/end`);
    assert.equal((await visit(url, base + encodeURI('/früher/'))).headers.location, `${base}/end`);
  });

  it('has a slug of one segment, and a domain that DNS can have', async () => {
    const failures: string[] = [];
    const attempts = [
      ...['..', '.', 'a/b', 'a b', 'a%2Fb', 'a?b', 'a#b', 'a\\b', '_preview', "it's", 'u\u0308ber', 'я'.repeat(63)].map(
        (slug) => ({
          slug,
        }),
      ),
      ...['https://www.example.com', 'www.example.com/x', 'a b.example', 'localhost', '127.0.0.1', 'x..example'].map(
        (domain) => ({ domain }),
      ),
    ];
    for (const values of attempts) {
      const reply = await admin.post(websites, { name: 'Refused', ...values });
      const field = Object.keys(values)[0];
      if (reply.status !== 422 || reply.body.error.details[0].field !== field)
        failures.push(`${JSON.stringify(values)}: ${reply.status} ${reply.text.slice(0, 200)}`);
    }
    assert.deepEqual(failures, []);
    await admin.create(websites, { name: 'Accepted', slug: 'о-нас.2', domain: 'bücher.example' });
  });
});
