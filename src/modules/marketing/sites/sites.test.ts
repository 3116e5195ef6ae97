import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import zlib from 'node:zlib';
import { appForFile } from '#test/harness.ts';
import { finished, publish, visit } from '#test/site-tools.ts';

const { admin, url, events, user, tenant } = await appForFile();
const pages = '/api/marketing/web-pages';
const text = (value: string) => [{ type: 'text', text: value }];

describe('a website', () => {
  it('is published as one release, and served below /sites', async () => {
    const website = await admin.create('/api/marketing/websites', {
      name: 'Main site',
      navigation: [{ label: 'About us', path: '/about' }],
      theme: { accent: '#c00' },
    });
    const home = await admin.create(pages, {
      websiteId: website._id,
      path: '/',
      title: 'Welcome',
      blocks: [
        { type: 'heading', text: 'Hello', level: 1 },
        { type: 'button', label: 'About', url: '/about' },
        { type: 'button', label: 'Nowhere', url: '/nowhere' },
      ],
    });
    await admin.create(pages, {
      websiteId: website._id,
      path: '/about',
      title: 'About',
      blocks: text('Who **we** are'),
    });
    assert.equal((await visit(url, '/sites/default/main-site/')).status, 404);

    const publication = await publish(admin, { websiteId: website._id });
    assert.equal(publication.releaseNumber, 1);
    assert.equal(publication.pages, 2);
    assert.deepEqual(publication.brokenLinks, [{ pageId: home._id, path: '/', link: '/nowhere' }]);

    const root = await visit(url, '/sites/default/main-site/');
    assert.equal(root.status, 200);
    assert.match(root.text, /<h1>Hello<\/h1>/);
    assert.match(root.text, /<a class="button" href="about">About<\/a>/);
    assert.match(root.text, /<title>Welcome<\/title>/);
    assert.equal(root.headers['set-cookie'], undefined);
    assert.match(String(root.headers['content-security-policy']), /script-src 'none'/);
    const about = await visit(url, '/sites/default/main-site/about');
    assert.match(about.text, /Who <strong>we<\/strong> are/);
    const css = /href="(_assets\/site-[0-9a-f]+\.css)"/.exec(root.text)?.[1];
    const style = await visit(url, `/sites/default/main-site/${css}`);
    assert.match(style.text, /--accent: #c00;/);
    assert.match(String(style.headers['cache-control']), /immutable/);

    const types = (await events(website._id)).map(({ type }) => type);
    assert.ok(types.includes('website.published'));
    const page = (await admin.get(`${pages}/${home._id}`)).body;
    assert.equal(page.status, 'published');
    assert.match(page.publishedUrl, /\/sites\/default\/main-site\/$/);
    assert.equal((await admin.get(`/api/marketing/websites/${website._id}`)).body.status, 'live');
  });

  it('answers with ETag, compression and a page for unknown addresses', async () => {
    const base = '/sites/default/main-site';
    const plain = await visit(url, `${base}/about`);
    const br = await visit(url, `${base}/about`, { 'accept-encoding': 'gzip, deflate, br' });
    assert.equal(br.headers['content-encoding'], 'br');
    assert.equal(zlib.brotliDecompressSync(br.bytes).toString(), plain.text);
    const gzip = await visit(url, `${base}/about`, { 'accept-encoding': 'gzip, br;q=0' });
    assert.equal(zlib.gunzipSync(gzip.bytes).toString(), plain.text);
    assert.notEqual(br.headers.etag, plain.headers.etag);
    const again = await visit(url, `${base}/about`, { 'if-none-match': String(plain.headers.etag) });
    assert.deepEqual([again.status, again.text], [304, '']);
    const head = await visit(url, `${base}/about`, {}, 'HEAD');
    assert.deepEqual([head.status, head.text], [200, '']);
    assert.equal((await visit(url, `${base}/about`, {}, 'POST')).status, 405);
    const missing = await visit(url, `${base}/nothing/here`);
    assert.equal(missing.status, 404);
    assert.match(missing.text, /Page not found/);
    const slash = await visit(url, `${base}/about/?a=b`);
    assert.deepEqual([slash.status, slash.headers.location], [308, `${base}/about?a=b`]);
    assert.match((await visit(url, `${base}/sitemap.xml`)).text, /<loc>.*\/about<\/loc>/);
    assert.match((await visit(url, `${base}/robots.txt`)).text, /Sitemap: /);
  });

  it('changes only the pages that a publication names', async () => {
    const [website] = (await admin.get('/api/marketing/websites?filter[slug]=main-site')).body.data;
    const list = (await admin.get(`${pages}?filter[websiteId]=${website._id}&sort=path`)).body.data;
    const [home, about] = list;
    await admin.patch(`${pages}/${home._id}`, { blocks: text('new home') });
    await admin.patch(`${pages}/${about._id}`, { blocks: text('new about') });
    const draft = await admin.create(pages, { websiteId: website._id, path: '/draft', blocks: text('draft') });
    await publish(admin, { websiteId: website._id, pageIds: [about._id] });
    const shown = async (path: string) => (await visit(url, `/sites/default/main-site${path}`)).text;
    assert.match(await shown('/'), /Hello/);
    assert.match(await shown('/about'), /new about/);
    const whole = await publish(admin, { websiteId: website._id });
    assert.equal(whole.skippedDrafts, 1);
    assert.match(await shown('/'), /new home/);
    assert.equal((await visit(url, '/sites/default/main-site/draft')).status, 404);
    await publish(admin, { websiteId: website._id, pageIds: [draft._id] });
    assert.match(await shown('/draft'), /draft/);

    const reply = await admin.post('/api/marketing/web-publishing/unpublish', {
      websiteId: website._id,
      pageIds: [about._id],
    });
    assert.equal((await finished(admin, reply.body.jobId)).status, 'completed');
    assert.equal((await visit(url, '/sites/default/main-site/about')).status, 404);
    assert.match(await shown('/draft'), /draft/);
    assert.equal((await admin.get(`${pages}/${about._id}`)).body.status, 'unpublished');

    const releases = (await admin.get(`/api/marketing/websites/${website._id}/releases`)).body.data;
    assert.equal(releases.length, 5);
    assert.deepEqual(
      releases.map(({ live }: { live: boolean }) => live),
      [true, false, false, false, false],
    );
    const first = releases.at(-1);
    const back = await admin.post(`/api/marketing/websites/${website._id}/rollback`, { releaseId: first.id });
    assert.equal(back.status, 200, back.text);
    assert.match(await shown('/'), /Hello/);
    const offline = await admin.post('/api/marketing/web-publishing/unpublish', { websiteId: website._id });
    await finished(admin, offline.body.jobId);
    assert.equal((await visit(url, '/sites/default/main-site/')).status, 404);
  });

  it('keeps ten releases', async () => {
    const website = await admin.create('/api/marketing/websites', { name: 'Ten' });
    const page = await admin.create(pages, { websiteId: website._id, path: '/', blocks: text('0') });
    for (let n = 1; n <= 12; n += 1) {
      await admin.patch(`${pages}/${page._id}`, { blocks: text(`${n}`) });
      await publish(admin, { websiteId: website._id });
    }
    const { data } = (await admin.get(`/api/marketing/websites/${website._id}/releases`)).body;
    assert.deepEqual(
      data.map(({ number }: { number: number }) => number),
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3],
    );
  });

  it('lets only administrators of marketing write HTML and scripts', async () => {
    const writer = await user({ permissions: ['marketing:read', 'marketing:write'] });
    const website = await writer.create('/api/marketing/websites', { name: 'Of a writer' });
    const html = [{ type: 'html', html: '<b>x</b>' }];
    const columns = [{ type: 'columns', columns: [html] }];
    for (const page of [{ html: '<b>x</b>' }, { script: 'alert(1)' }, { blocks: html }, { blocks: columns }])
      assert.equal((await writer.post(pages, { websiteId: website._id, ...page })).status, 403, JSON.stringify(page));
    for (const change of [{ headHtml: '<b>' }, { footerHtml: '<b>' }, { allowScripts: true }])
      assert.equal((await writer.patch(`/api/marketing/websites/${website._id}`, change)).status, 403);
    const page = await admin.create(pages, { websiteId: website._id, blocks: html });
    const kept = await writer.patch(`${pages}/${page._id}`, { blocks: [...html, { type: 'text', text: 'more' }] });
    assert.equal(kept.status, 200, kept.text);
    assert.equal((await writer.post('/api/marketing/webLayouts', { name: 'L', html: 'x' })).status, 403);
  });

  it('refuses pages of other websites and accounts', async () => {
    const other = await tenant();
    const website = await admin.create('/api/marketing/websites', { name: 'A' });
    const foreign = await other.create('/api/marketing/websites', { name: 'B' });
    const page = await other.create(pages, { websiteId: foreign._id });
    const reply = await admin.post('/api/marketing/web-publishing/publish', {
      websiteId: website._id,
      pageIds: [page._id],
    });
    assert.equal(reply.status, 422);
    const foreignSite = await admin.post('/api/marketing/web-publishing/publish', { websiteId: foreign._id });
    assert.equal(foreignSite.status, 404);
  });

  it('names the pages that have the same address', async () => {
    const website = await admin.create('/api/marketing/websites', { name: 'Twice' });
    for (const name of ['One', 'Two']) await admin.create(pages, { websiteId: website._id, name, path: '/same' });
    const reply = await admin.post('/api/marketing/web-publishing/publish', { websiteId: website._id });
    const ended = await finished(admin, reply.body.jobId);
    assert.equal(ended.status, 'failed');
    assert.match(ended.error, /\/same belongs to the page One and to the page Two/);
  });
});
