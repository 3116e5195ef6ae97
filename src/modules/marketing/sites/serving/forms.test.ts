import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { needsBrowser, openBrowser } from '#test/browser.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { publish, visit } from '#test/site-tools.ts';
import { countSiteVisits } from '../jobs/count-site-visits.ts';

const { admin, anonymous, app, url } = await appForFile();
const pages = '/api/marketing/web-pages';

describe('a form on a page of a website', () => {
  // Without SITES_URL the page has the origin of the console, so its scripts and the form run in a sandbox.
  it('is filled in and sent by a visitor', needsBrowser, async () => {
    const form = await admin.create('/api/forms/forms', {
      name: 'Ask us',
      status: 'published',
      modelKey: 'sales.contacts',
      submitAction: 'createRecord',
      fields: ['email', 'lastName'],
      successMessage: 'We will write to you.',
    });
    const website = await admin.create('/api/marketing/websites', { name: 'Forms', slug: 'forms' });
    const blocks = [{ type: 'form', formId: form._id }];
    await admin.create('/api/marketing/web-pages', { websiteId: website._id, path: '/ask', title: 'Ask', blocks });
    const { url: site } = await publish(admin, { websiteId: website._id });
    const context = await (await openBrowser()).newContext();
    try {
      const page = await context.newPage();
      await page.goto(`${url}${new URL(site).pathname}/ask`);
      const frame = page.frameLocator('iframe');
      await frame.getByLabel('Email').fill('ada@example.com');
      await frame.getByLabel('Last name').fill('Lovelace');
      // Faster submissions count as those of robots.
      await page.waitForTimeout(2500);
      await frame.getByRole('button', { name: 'Send' }).click();
      await frame.getByText('We will write to you.').waitFor();
    } finally {
      await context.close();
    }
    const [stored] = await until('the submission', async () => {
      const { data } = (await admin.get('/api/forms/formSubmissions')).body;
      return data.length > 0 && data;
    });
    assert.deepEqual([stored.status, stored.data.email, stored.formId], ['processed', 'ada@example.com', form._id]);
    assert.match(stored.pageUrl, /\/sites\/default\/forms\/ask$/);
    const { totals } = (await admin.get(`/api/marketing/websites/${website._id}/statistics`)).body;
    assert.equal(totals.conversions, 1);
  });

  it('counts for the page and the variant that the visitor saw, once, without a cookie', async () => {
    const newForm = (name: string, more: Json = {}) =>
      admin.create('/api/forms/forms', {
        name,
        status: 'published',
        fields: ['who'],
        fieldSettings: { who: { type: 'email' } },
        ...more,
      });
    const form = await newForm('Split', { multipleSubmissions: false });
    const other = await newForm('Other');
    const website = await admin.create('/api/marketing/websites', { name: 'Split', slug: 'split' });
    const blocks = [{ type: 'form', formId: form._id }];
    const first = await admin.create(pages, { websiteId: website._id, path: '/', name: 'A', type: 'landing', blocks });
    const second = await admin.create(pages, { websiteId: website._id, name: 'B', variantOfId: first._id, blocks });
    await publish(admin, { websiteId: website._id });

    /** The signed values of both variants, by the id of their page. */
    const tokens = new Map<string, string>();
    for (let n = 0; n < 60 && tokens.size < 2; n += 1) {
      const { text, headers } = await visit(url, '/sites/default/split/', { 'user-agent': `Mozilla/5.0 Firefox/${n}` });
      assert.equal(headers['set-cookie'], undefined);
      const token = /data-page="([^"]+)"/.exec(text)?.[1] ?? '';
      assert.ok(text.includes(`href="${url}/f/default/split?page=${token}"`), 'the link for visitors without scripts');
      tokens.set(token.split('.')[0] ?? '', token);
    }
    assert.deepEqual([...tokens.keys()].sort(), [first._id, second._id].sort());

    const send = (who: string, more: Json, to = form) =>
      anonymous.post(`/api/forms/forms/${to._id}/submit`, { data: { who }, ...more });
    const tokenOf = (page: Json) => tokens.get(page._id) as string;
    const forA = { pageToken: tokenOf(first), utmCampaign: 'spring', utmSource: 'mail' };
    const stored = await send('1@example.com', { ...forA, submissionToken: 'x' });
    assert.equal(stored.status, 201, stored.text);
    assert.equal((await send('1@example.com', { ...forA, submissionToken: 'x' })).status, 201, 'the same one again');
    await send('1@example.com', forA);
    await send('robot@example.com', { ...forA, website_url_confirm: 'x' });
    const referrer = 'https://news.example/a';
    await send('2@example.com', { pageToken: tokenOf(second), referrer });
    await send('3@example.com', { pageToken: tokenOf(second) });
    // One token has another form, one is missing, and one is changed.
    await send('4@example.com', { pageToken: tokenOf(first) }, other);
    await send('5@example.com', {});
    await send('6@example.com', { pageToken: tokenOf(first).replace(first._id, second._id) });
    await send('7@example.com', { pageToken: 'nonsense' });

    const statistics = async (by: string) =>
      (await admin.get(`/api/marketing/websites/${website._id}/statistics?by=${by}`)).body;
    const conversions = async (by: string) =>
      Object.fromEntries((await statistics(by)).data.map((row: Json) => [row.key, row.conversions]));
    assert.deepEqual(await conversions('page'), { [first._id]: 1, [second._id]: 2 });
    assert.equal((await statistics('day')).totals.conversions, 3);
    assert.deepEqual(await conversions('campaign'), { '': 2, spring: 1 });
    assert.equal((await conversions('referrer'))['news.example'], 1);

    await app.services.jobs.enqueueForPlatform(app.services, countSiteVisits);
    const countOf = async (path: string) => (await admin.get(path)).body.conversionCount;
    await until('the counters', async () => (await countOf(`/api/marketing/websites/${website._id}`)) === 3);
    assert.deepEqual([await countOf(`${pages}/${first._id}`), await countOf(`${pages}/${second._id}`)], [1, 2]);
  });
});
