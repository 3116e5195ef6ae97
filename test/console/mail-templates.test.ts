import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { mailEnv } from '../mail-outbox-tools.ts';
import { SmtpSink } from '../smtp-sink.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin } = await appForFile(mailEnv);
const sink = await SmtpSink.forFile();
await admin.create('/api/communications/emailTransports', {
  name: 'Sink',
  position: 1,
  fromEmail: 'ada@sender.example',
  url: `smtp://127.0.0.1:${sink.port}`,
});
// The first rendering loads the libraries, which takes long on a busy machine.
const starters = '/api/communications/email-template-starters';
for (const { key } of (await admin.get(starters)).body.data) await admin.get(`${starters}/${key}/preview`);
const templates = '/api/communications/emailTemplates';
const only = async (): Promise<Json> => (await admin.get(`${templates}?sort=-createdAt`)).body.data[0];

journeys('mail templates', () => {
  journey(url, 'begin with a ready design, or empty', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/mail/templates' });
    await page.getByText('There are no templates yet').waitFor();
    await page.getByRole('button', { name: 'Use Newsletter' }).click();
    const dialog = page.getByRole('dialog', { name: 'New template' });
    await dialog.getByRole('radio', { name: 'Newsletter', checked: true }).waitFor();
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Newsletter');
    await assertAccessible(page);
    await dialog.getByRole('radio', { name: 'Welcome' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: /^Welcome/, level: 1 }).waitFor();
    const welcome = await only();
    assert.deepEqual([welcome.name, welcome.format, welcome.status], ['Welcome', 'mjml', 'draft']);
    assert.match(welcome.html, /<mjml/);
    // The preview beside the editor shows the sample data.
    await page.frameLocator('iframe').getByText('Kestrel Coffee').first().waitFor();

    await page.getByRole('link', { name: 'Templates' }).last().click();
    await page.getByRole('button', { name: 'New template' }).click();
    await dialog.getByLabel('Name').fill('Note');
    await dialog.getByRole('radio', { name: /Empty template, Plain text/ }).check();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: /^Note/, level: 1 }).waitFor();
    assert.equal((await only()).format, 'text');
  });

  journey(url, 'load pictures of other servers only when somebody asks', async ({ openConsole }) => {
    const asked: string[] = [];
    const template = await admin.create(templates, {
      name: 'With a picture',
      subject: 'Look',
      format: 'html',
      html: '<p>Look at this</p><img alt="x" src="https://pictures.example/a.png">',
    });
    const page = await openConsole({ as: admin, at: '/mail/templates' });
    await page.route('https://pictures.example/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ status: 200, contentType: 'image/png', body: Buffer.alloc(0) });
    });
    await page.reload();
    await page.getByText('With a picture').first().waitFor();
    await eventually(async () => {
      const texts = await Promise.all(page.frames().map((frame) => frame.locator('body').innerText()));
      assert.ok(texts.some((text) => text.includes('Look at this')));
    });
    assert.deepEqual(asked, []);
    await page.goto(`/app/mail/templates/${template._id}`);
    await page.frameLocator('iframe').getByText('Look at this').waitFor();
    assert.deepEqual(asked, []);
    await page.getByRole('button', { name: 'Show pictures' }).click();
    await eventually(async () => assert.ok(asked.length > 0));
    await assertAccessible(page);
  });

  journey(
    url,
    'are written with variables, seen with a real contact, tested and kept',
    async ({ openConsole, expectRefusal }) => {
      expectRefusal(422, /\/preview$/);
      // Sending a test counts as a use of the template, so the version of the page becomes outdated.
      expectRefusal(412, /emailTemplates\/[^/]+$/);
      await admin.create('/api/sales/contacts', { firstName: 'Grace', lastName: 'Hopper' });
      const template = await admin.create(templates, {
        name: 'Greeting',
        subject: 'Hello',
        format: 'html',
        html: '<p>Hello</p>',
        sampleData: { contact: { firstName: 'Ada' } },
      });
      const page = await openConsole({ as: admin, at: `/mail/templates/${template._id}` });
      const code = page.getByRole('textbox', { name: 'HTML' });
      await code.click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('<h1>Dear ');
      await page.getByRole('button', { name: 'Insert variable' }).click();
      await page.getByLabel('Search variables').fill('contact.firstName');
      await page
        .getByRole('button', { name: /First name/ })
        .first()
        .click();
      await code.press('ControlOrMeta+End');
      await page.keyboard.type('</h1>');
      const shown = page.frameLocator('iframe');
      await shown.getByRole('heading', { name: 'Dear Ada' }).waitFor();

      await page.getByRole('textbox', { name: 'For contact' }).fill('Hopper');
      await page.getByRole('option', { name: /Grace Hopper/ }).click();
      await shown.getByRole('heading', { name: 'Dear Grace' }).waitFor();
      const width = async () => (await page.locator('iframe').boundingBox())?.width ?? 0;
      const wide = await width();
      await page.getByText('Phone', { exact: true }).click();
      await eventually(async () => assert.ok((await width()) < 400 && wide > 400, `${wide}`));
      await page.getByText('Text', { exact: true }).click();
      await page.getByText('Dear Grace', { exact: false }).first().waitFor();
      await page.getByText('Desktop', { exact: true }).click();

      // The error names the line, and the last valid preview stays.
      await code.press('ControlOrMeta+End');
      await page.keyboard.type('\n{{ broken');
      await page.getByText('The template cannot be used yet').waitFor();
      await page.getByRole('button', { name: /line 2/ }).waitFor();
      await code.press('Shift+Home');
      await page.keyboard.press('Backspace');
      await page.getByText('The template cannot be used yet').waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Send test' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('tester@example.org');
      await dialog.getByRole('button', { name: /Send/ }).click();
      await page.getByText('The test mail to tester@example.org is on its way.').waitFor();
      await dialog.waitFor({ state: 'detached' });
      await eventually(async () => assert.equal(sink.arrived('tester@example.org').length, 1));
      assert.match(sink.arrived('tester@example.org')[0]?.message ?? '', /Dear Ada/);
      const stored = (await admin.get(`${templates}/${template._id}`)).body;
      assert.match(stored.html, /Dear \{\{ contact\.firstName \}\}/);

      await code.click();
      await code.press('ControlOrMeta+End');
      await page.keyboard.type('<p>Bye</p>');
      await page.keyboard.press('ControlOrMeta+S');
      await page.getByText('The template is saved.').waitFor();
      await page.getByRole('button', { name: 'Versions' }).click();
      await page
        .getByRole('dialog', { name: 'Versions' })
        .getByText(/^Version 1 ·/)
        .waitFor();
      await assertAccessible(page);
      await page.keyboard.press('Escape');
    },
  );

  journey(url, 'fit a phone, and warn before what was typed is lost', async ({ openConsole }) => {
    const [template] = (await admin.get(`${templates}?filter[name]=Greeting`)).body.data;
    const page = await openConsole({ as: admin, at: `/mail/templates/${template._id}`, viewport: 'phone' });
    await page.getByRole('textbox', { name: 'Subject' }).click();
    await page.keyboard.type('!');
    await assertFits(page);
    await page.getByRole('link', { name: 'Templates' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await dialog.getByRole('button').last().click();
    await page.waitForURL(/\/mail\/templates/);
  });
});
