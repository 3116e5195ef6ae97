import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { connectByConsent, FakePlatform, mp4Of } from '../social-tools.ts';
import { VideoPlatforms } from '../social-video-fakes.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const platforms = await VideoPlatforms.start();
const { url, admin } = await appForFile({ WEBHOOK_ALLOW_PRIVATE: 'true', ...platforms.env });
const hook = await FakePlatform.start();
const posts = async (): Promise<Json[]> => (await admin.get('/api/marketing/socialPosts?sort=-createdAt')).body.data;

journeys('social posts', () => {
  journey(url, 'an account is connected, a post is checked, published and seen', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/marketing/social?tab=accounts' });
    await page.getByText('No account is connected yet').waitFor();
    await page.getByRole('button', { name: 'Connect account' }).click();
    const dialog = page.getByRole('dialog');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Webhook' }).click();
    await dialog.getByLabel('Name').fill('Our blog');
    await dialog.getByLabel('Address').fill(hook.url);
    await dialog.getByRole('button', { name: 'Connect account' }).click();
    await page.getByText('Our blog is connected.').waitFor();
    await page.getByRole('article', { name: 'Our blog' }).getByText('Connected', { exact: true }).waitFor();
    await assertAccessible(page);

    await page.getByRole('link', { name: 'New post' }).click();
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await text.fill('x'.repeat(10_001));
    const preview = page.getByRole('article', { name: 'Our blog on Webhook' });
    await preview.getByText('10,001 of 10,000 characters').waitFor();
    await preview.getByRole('listitem').first().waitFor();
    await text.fill('We are open.');
    await preview.getByText('12 of 10,000 characters').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('The post is on its way.').waitFor();
    await eventually(async () => assert.equal((await posts())[0]?.status, 'published'));
    assert.equal(hook.calls.filter(({ body }) => JSON.stringify(body).includes('We are open.')).length, 1);
    await page.getByRole('link', { name: /We are open/ }).click();
    await page
      .getByText(/^Published/)
      .first()
      .waitFor();
    await assertAccessible(page);
  });

  journey(url, 'a draft is changed, planned, found in the calendar and cancelled', async ({ openConsole }) => {
    const [connection] = (await admin.get('/api/marketing/social-connection')).body.data;
    const at = new Date(Date.now() + 2 * 3_600_000).toISOString();
    const draft = await admin.post('/api/marketing/social-publishing', {
      connectionId: connection._id,
      content: 'Soon',
      scheduledAt: at,
      draft: true,
    });
    const page = await openConsole({ as: admin, at: `/marketing/social/posts/${draft.body._id}` });
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Very soon');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The post is saved.').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await eventually(async () => assert.equal((await posts())[0]?.status, 'scheduled'));
    await page.getByRole('link', { name: 'Social' }).last().click();
    await page
      .getByRole('link', { name: /Very soon/ })
      .or(page.getByRole('button', { name: /Very soon/ }))
      .first()
      .click();
    await page.getByRole('button', { name: 'Cancel the post' }).click();
    await page.getByText('The post is cancelled.').waitFor();
    assert.deepEqual([(await posts())[0]?.status, (await posts())[0]?.content], ['cancelled', 'Very soon']);
  });

  journey(url, 'fit a phone, in German', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/marketing/social/compose', viewport: 'phone', language: 'de' });
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Wir haben geöffnet.');
    await page.getByText(/19 von 10\.000 Zeichen/).waitFor();
    await assertFits(page);
    await assertAccessible(page);
  });

  journey(url, 'a video is attached, checked, shown in the preview and published', async ({ openConsole }) => {
    await connectByConsent(admin, 'x');
    const page = await openConsole({ as: admin, at: '/marketing/social/compose' });
    await page.getByRole('checkbox', { name: 'Ada' }).check();
    await page.getByText('X: 4 pictures of up to 5 MB; 1 video of up to 512 MB, at most 2 min 20 sec long').waitFor();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Our film');
    const preview = page.getByRole('article', { name: 'Ada on X' });
    await preview.getByText('8 of 280 characters').waitFor();
    const add = async (name: string, seconds: number) => {
      const file = { name, mimeType: 'video/mp4', buffer: mp4Of({ seconds }) };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('textbox', { name: `Description of ${name}` }).waitFor();
      await preview.getByLabel(name).waitFor();
    };
    await add('long.mp4', 150);
    await preview.getByText('long.mp4, which is 2 min 30 s long; X takes videos of 0.5 s to 2 min 20 s').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Remove long.mp4' }).click();
    await preview.getByText('long.mp4').waitFor({ state: 'detached' });
    await add('film.mp4', 12);
    assert.equal(await preview.locator('video').count(), 1);
    await assertFits(page);
    await page.getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('The post is on its way.').waitFor();
    await eventually(async () => assert.equal((await posts())[0]?.status, 'published'));
    assert.equal(platforms.posts.length, 1);
  });
});
