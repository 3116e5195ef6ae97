import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { finished, publish, visit } from '#test/site-tools.ts';
import { unzipped } from '#test/zip-tools.ts';

const { admin, url, user, sql } = await appForFile();
const pages = '/api/marketing/web-pages';
const text = (value: string) => [{ type: 'text', text: value }];
const shown = async (name: string, at: string, headers = {}) => visit(url, `/sites/default/${name}${at}`, headers);

describe('a published website', () => {
  it('has redirects, a feed, languages, a layout and a page of its own for unknown addresses', async () => {
    const layout = await admin.create('/api/marketing/webLayouts', {
      name: 'Plain',
      html: '<!doctype html><html><head>{{ head }}</head><body data-layout="{{ site.name }}">{% for item in navigation %}<a href="{{ item.url }}">{{ item.label }}</a>{% endfor %}{{ content }}</body></html>',
    });
    const website = await admin.create('/api/marketing/websites', {
      name: 'Full <b>',
      slug: 'full',
      navigation: [{ label: 'Blog & news', path: '/blog/first' }],
    });
    const page = (values: Json) => admin.create(pages, { websiteId: website._id, ...values });
    const english = await page({
      path: '/',
      title: 'Home',
      language: 'en',
      layoutId: layout._id,
      blocks: text('Hi'),
    });
    await page({ path: '/de', title: 'Start', language: 'de', translationOfId: english._id, blocks: text('Hallo') });
    await page({ path: '/blog/first', title: 'First & last', type: 'blogPost', blocks: text('[Home](/)') });
    const missing = await page({ path: '/missing', title: 'Lost', blocks: text('Nothing here') });
    await page({ path: '/moved', redirectUrl: 'https://example.com/there' });
    await admin.patch(`/api/marketing/websites/${website._id}`, { notFoundPageId: missing._id });
    const redirect = (values: Json) =>
      admin.create('/api/marketing/webRedirects', { websiteId: website._id, ...values });
    await redirect({ fromPath: '/old', toUrl: '/blog/first' });
    await redirect({ fromPath: '/gone', status: '410' });
    await publish(admin, { websiteId: website._id });

    const home = (await shown('full', '/')).text;
    assert.match(home, /data-layout="Full &lt;b&gt;"/);
    assert.match(home, /<a href="blog\/first">Blog &amp; news<\/a><p>Hi<\/p>/);
    assert.match(home, /<link rel="alternate" hreflang="de" href="[^"]+\/sites\/default\/full\/de">/);
    assert.match((await shown('full', '/blog/first')).text, /<a href="\.\.\/">Home<\/a>/);
    assert.match((await shown('full', '/feed.xml')).text, /<title>First &amp; last<\/title>/);
    const old = await shown('full', '/old');
    assert.deepEqual([old.status, old.headers.location], [301, '/sites/default/full/blog/first']);
    assert.equal((await shown('full', '/gone')).status, 410);
    assert.equal((await shown('full', '/moved')).headers.location, 'https://example.com/there');
    const lost = await shown('full', '/nowhere');
    assert.deepEqual([lost.status, /Nothing here/.test(lost.text)], [404, true]);
  });

  it('refuses a layout that is no template, and bounds what one costs', async () => {
    const bad = await admin.post('/api/marketing/webLayouts', { name: 'X', html: '{% if %}' });
    assert.equal(bad.status, 422);
    const layout = await admin.create('/api/marketing/webLayouts', {
      name: 'Endless',
      html: '{% for i in (1..100000000) %}{% for j in (1..100000000) %}x{% endfor %}{% endfor %}',
    });
    const website = await admin.create('/api/marketing/websites', { name: 'Slow', layoutId: layout._id });
    await admin.create(pages, { websiteId: website._id, path: '/' });
    const { body } = await admin.post('/api/marketing/web-publishing/publish', { websiteId: website._id });
    const ended = await finished(admin, body.jobId);
    assert.equal(ended.status, 'failed');
    assert.match(ended.error, /Endless/);
  });

  it('keeps the files of the release before, so that a visitor never sees half of a page', async () => {
    const website = await admin.create('/api/marketing/websites', { name: 'Switch', theme: { accent: 'red' } });
    await admin.create(pages, { websiteId: website._id, path: '/', blocks: text('x') });
    const cssOf = async () => /href="(_assets\/site[^"]+)"/.exec((await shown('switch', '/')).text)?.[1];
    await publish(admin, { websiteId: website._id });
    const first = await cssOf();
    await admin.patch(`/api/marketing/websites/${website._id}`, { theme: { accent: 'blue' } });
    await publish(admin, { websiteId: website._id });
    assert.notEqual(await cssOf(), first);
    assert.match((await shown('switch', `/${first}`)).text, /--accent: red/);
  });

  it('is published and withdrawn at the given time, unless that is cancelled', async () => {
    const website = await admin.create('/api/marketing/websites', { name: 'Later' });
    const page = await admin.create(pages, { websiteId: website._id, path: '/', blocks: text('now') });
    const scheduledAt = new Date(Date.now() + 1500).toISOString();
    const input = { websiteId: website._id, pageIds: [page._id], scheduledAt };
    const reply = await admin.post('/api/marketing/web-publishing/publish', input);
    assert.deepEqual([reply.status, reply.body.status, reply.body.scheduledAt], [202, 'scheduled', scheduledAt]);
    assert.equal((await admin.get(`${pages}/${page._id}`)).body.status, 'scheduled');
    assert.equal((await shown('later', '/')).status, 404);
    const far = { ...input, scheduledAt: new Date(Date.now() + 86_400_000).toISOString() };
    const cancelled = await admin.post('/api/marketing/web-publishing/unpublish', far);
    const ended = await admin.delete(`/api/marketing/web-publishing/${cancelled.body.jobId}`);
    assert.equal(ended.body.status, 'cancelled', ended.text);
    assert.equal((await finished(admin, reply.body.jobId)).status, 'completed');
    assert.equal((await shown('later', '/')).status, 200);
  });

  it('is previewed by a link, which shows what is saved and expires', async () => {
    const website = await admin.create('/api/marketing/websites', { name: 'Drafts', theme: { accent: 'green' } });
    const page = await admin.create(pages, { websiteId: website._id, path: '/x', blocks: text('a draft') });
    const reply = await admin.post(`${pages}/${page._id}/preview-link`, { expiresIn: '2s' });
    assert.equal(reply.status, 201, reply.text);
    const at = new URL(reply.body.url).pathname;
    const preview = await visit(url, at);
    assert.equal(preview.status, 200);
    assert.match(preview.text, /a draft/);
    assert.match(preview.text, /--accent: green/);
    assert.equal(preview.headers['x-robots-tag'], 'noindex');
    assert.equal(preview.headers['cache-control'], 'no-store');
    assert.equal((await visit(url, `${at.slice(0, -3)}abc`)).status, 404);
    await sleep(3100);
    assert.equal((await visit(url, at)).status, 404);
    const draft = { blocks: text('not saved'), css: 'p { color: red }' };
    const typed = await admin.post(`${pages}/${page._id}/preview`, { draft });
    assert.match(typed.body.html, /not saved/);
    const writer = await user({ permissions: ['marketing:read', 'marketing:write'] });
    const html = { blocks: [{ type: 'html', html: '<b>' }] };
    assert.equal((await writer.post(`${pages}/${page._id}/preview`, { draft: html })).status, 403);
    const reader = await user({ permissions: ['marketing:read'] });
    assert.equal((await reader.post(`${pages}/${page._id}/preview`, { draft: {} })).status, 200);
    assert.equal((await reader.post(`${pages}/${page._id}/preview`, { draft })).status, 403);
  });

  it('counts views and visitors without cookies, by page and by campaign', async () => {
    const website = await admin.create('/api/marketing/websites', { name: 'Counted' });
    const page = await admin.create(pages, { websiteId: website._id, path: '/', name: 'Start', blocks: text('x') });
    await publish(admin, { websiteId: website._id });
    const agent = (n: number) => ({
      'user-agent': `Mozilla/5.0 Firefox/${n}`,
      referer: 'https://news.example.com/a?b',
    });
    for (const n of [1, 1, 2]) await shown('counted', '/?utm_source=mail&utm_campaign=spring', agent(n));
    await shown('counted', '/', agent(3));
    await shown('counted', '/', { 'user-agent': 'Googlebot/2.1' });
    await shown('counted', '/nowhere', agent(4));
    const statistics = async (by: string) =>
      (await admin.get(`/api/marketing/websites/${website._id}/statistics?by=${by}`)).body;
    await eventually(async () =>
      assert.deepEqual((await statistics('day')).totals, { views: 4, visitors: 3, conversions: 0 }),
    );
    const [row] = (await statistics('page')).data;
    assert.deepEqual(row, { key: page._id, label: 'Start', views: 4, visitors: 3, conversions: 0 });
    const campaigns = (await statistics('campaign')).data.map(({ key, views }: Json) => [key, views]);
    assert.deepEqual(campaigns, [
      ['spring', 3],
      ['', 1],
    ]);
    assert.deepEqual((await statistics('referrer')).data[0].key, 'news.example.com');
    const touches = await sql(
      `select kind, utm_source, touches::int as n from campaign_touches where utm_campaign = 'spring'`,
    );
    assert.deepEqual(touches, [{ kind: 'view', utm_source: 'mail', n: 3 }]);
  });

  it('shows each visitor one variant of a page all day, and counts them apart', async () => {
    const website = await admin.create('/api/marketing/websites', { name: 'Split' });
    const first = await admin.create(pages, { websiteId: website._id, path: '/', blocks: text('variant A') });
    const second = await admin.create(pages, {
      websiteId: website._id,
      variantOfId: first._id,
      weight: 3,
      blocks: text('variant B'),
    });
    await publish(admin, { websiteId: website._id });
    const counts = { A: 0, B: 0 };
    for (let n = 0; n < 200; n += 1) {
      const headers = { 'user-agent': `Mozilla/5.0 Firefox/${n}` };
      const reply = await shown('split', '/', headers);
      const seen = /variant (\w)/.exec(reply.text)?.[1] as 'A' | 'B';
      counts[seen] += 1;
      if (n % 20 === 0) assert.match((await shown('split', '/', headers)).text, new RegExp(`variant ${seen}`));
      assert.equal(reply.headers['cache-control'], 'private, no-cache');
    }
    assert.ok(counts.B > 120 && counts.B < 180, JSON.stringify(counts));
    await eventually(async () => {
      const { data } = (await admin.get(`/api/marketing/websites/${website._id}/statistics?by=page`)).body;
      const visitors = Object.fromEntries(data.map(({ key, visitors: n }: Json) => [key, n]));
      assert.deepEqual(visitors, { [first._id]: counts.A, [second._id]: counts.B });
    });
  });

  it('is exported as a zip of static files', async () => {
    const [website] = (await admin.get('/api/marketing/websites?filter[slug]=full')).body.data;
    const reply = await fetch(`${url}/api/marketing/websites/${website._id}/export`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    assert.equal(reply.headers.get('content-type'), 'application/zip');
    const files = unzipped(Buffer.from(await reply.arrayBuffer()));
    assert.match(String(files.get('index.html')), /<p>Hi<\/p>/);
    assert.match(String(files.get('blog/first.html')), /First &amp; last/);
    assert.ok(files.has('sitemap.xml') && files.has('404.html'));
  });
});
