import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { browserPath, launchBrowser, noBrowser } from '#test/find-browser.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';

const app = await appForFile();
const { admin, anonymous } = app;
const formsPath = '/api/forms/forms';
const browser: Browser | undefined = browserPath === undefined ? undefined : await launchBrowser();
after(() => browser?.close());
const skip = browser === undefined && noBrowser;

let n = 0;
const publish = (fields: Json = {}): Promise<Json> => {
  n += 1;
  return admin.create(formsPath, {
    name: `Page ${n}`,
    status: 'published',
    modelKey: 'sales.contacts',
    fields: ['email', 'firstName', 'lastName'],
    requiredFields: ['email'],
    submitAction: 'createRecord',
    ...fields,
  });
};
const pathOf = ({ slug }: Json) => `/f/default/${slug}`;
const submissionsOf = async (form: Json): Promise<Json[]> =>
  (await admin.get(`/api/forms/formSubmissions?filter[formId]=${form._id}&sort=createdAt`)).body.data;
const hiddenIn = (html: string, name: string): string =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
const rule = (field: string, value: unknown, then: string, fields: string[]) => ({
  if: { field, operator: 'eq', value },
  then,
  fields,
});

/** Opens a page of the browser, and collects its errors. */
async function open(path: string, options: { javaScriptEnabled?: boolean } = {}) {
  const context = await (browser as Browser).newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  await page.goto(path.startsWith('http') ? path : `${app.url}${path}`);
  return { page, complaints, close: () => context.close() };
}
/** Waits, because answers within two seconds count as a robot's. */
const asPerson = (page: Page) => page.waitForTimeout(2100);

describe('the page of a form', () => {
  it('shows the fields, and has strict headers', async () => {
    const form = await publish({ title: 'Talk to us', description: 'One\n\nTwo', language: 'de' });
    const reply = await anonymous.get(pathOf(form));
    assert.equal(reply.status, 200);
    assert.match(reply.text, /<html lang="de"/);
    assert.match(reply.text, />Senden</);
    const policy = reply.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self';/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.equal(reply.headers.get('x-frame-options'), 'DENY');
    assert.equal(reply.headers.get('set-cookie'), null);
    const embedded = await anonymous.get(`${pathOf(form)}?embed=1`);
    // `*` would exclude sandboxed pages.
    assert.doesNotMatch(embedded.headers.get('content-security-policy') ?? '', /frame-ancestors/);
    assert.equal(embedded.headers.get('x-frame-options'), null);
  });

  it('says what is wrong in the language of the form, else in that of the visitor', async () => {
    const fieldSettings = {
      amount: { type: 'integer', min: 2, max: 9 },
      day: { type: 'date' },
      color: { type: 'choice', options: ['red', 'green'] },
      note: { type: 'text', maxLength: 3 },
      terms: { type: 'boolean' },
    };
    const fields = ['email', ...Object.keys(fieldSettings), 'lastName'];
    const requiredFields = ['terms', 'lastName'];
    const settings = { fields, fieldSettings, requiredFields, consentText: 'OK?', submitAction: 'storeOnly' };
    const form = await publish(settings);
    const wrong = 'email=x&amount=1&day=x&color=blue&note=long';
    const send = (of: Json, language: string, text = wrong) =>
      anonymous.post(pathOf(of), text, { ...formHeaders, 'accept-language': language });
    const problemsIn = (html: string) => [...html.matchAll(/class="problem"[^>]*>([^<]*)</g)].map(([, text]) => text);
    const german = await send(form, 'xx, fr;q=0.5, de-AT;q=0.9, en;q=0.1');
    assert.equal(german.status, 422);
    assert.match(german.text, /<html lang="de-AT"/);
    assert.match(german.text, /Bitte prüfen Sie Ihre Angaben/);
    assert.deepEqual(problemsIn(german.text), [
      'Email: Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel anna@example.com.',
      'Amount: Der Wert muss mindestens 2 sein.',
      'Day: Bitte geben Sie ein Datum ein.',
      'Color: Bitte wählen Sie aus den angebotenen Antworten.',
      'Note: Bitte geben Sie höchstens 3 Zeichen ein.',
      'Terms: Bitte stimmen Sie zu.',
      'Last name: Diese Angabe ist erforderlich.',
    ]);
    const consent = await send(form, 'de', 'terms=true&lastName=L&amount=3');
    assert.deepEqual(problemsIn(consent.text), ['Bitte stimmen Sie zu.']);
    assert.match((await send(form, 'de', 'amount=10')).text, /Der Wert darf höchstens 9 sein/);
    assert.match((await send(form, 'de', 'amount=2.5')).text, /Bitte geben Sie eine ganze Zahl ein/);
    for (const language of ['', 'xx', 'de;q=0', '*', '"><script>'])
      assert.match((await send(form, language)).text, /<html lang="en"[\s\S]*This must be at least 2/, language);
    const french = await publish({ ...settings, language: 'fr' });
    assert.match((await send(french, 'de')).text, /<html lang="fr"[\s\S]*Cette réponse est obligatoire/);
    const closed = await publish({ ...settings, closesAt: '2020-01-01T00:00:00Z' });
    assert.match((await send(closed, 'de')).text, /Dieses Formular ist geschlossen/);
    const page = await anonymous.get(pathOf(closed), { 'accept-language': 'de' });
    assert.match(page.text, /Dieses Formular ist geschlossen/);
    const done = await anonymous.get(`${pathOf(form)}/done`, { 'accept-language': 'de' });
    assert.match(done.text, /Vielen Dank/);
    const json = await anonymous.post(
      `${formsPath}/${form._id}/submit`,
      { data: { amount: 1 } },
      { 'accept-language': 'de' },
    );
    assert.equal(json.body.error.details[0].message, 'amount must be at least 2.');
  });

  it('is missing for forms that are not published, and for other addresses', async () => {
    const draft = await admin.create(formsPath, { name: 'D', slug: 'a-draft' });
    for (const path of [
      pathOf(draft),
      '/f/default/nope',
      '/f/nobody/x',
      '/f/-/nope.js',
      '/f/default',
      '/f/default/a/b/c',
    ])
      assert.equal((await anonymous.get(path)).status, 404, path);
  });

  it('keeps answers and shows problems beside their fields', async () => {
    const form = await publish();
    const page = await anonymous.get(pathOf(form));
    const body = `email=nope&lastName=${encodeURIComponent('"><script>')}&startToken=${hiddenIn(page.text, 'startToken')}`;
    const reply = await anonymous.post(pathOf(form), body, formHeaders);
    assert.equal(reply.status, 422);
    assert.match(reply.text, /value="nope"/);
    assert.match(reply.text, /value="&quot;&gt;&lt;script&gt;"/);
    assert.match(reply.text, /class="problem" id="f-email-problem">Email: /);
    const unknown = await anonymous.post(pathOf(form), 'email=a@example.com&ownerId=x', formHeaders);
    assert.equal(unknown.status, 422);
    assert.match(unknown.text, /ownerId is not a field of this form/);
  });

  it('takes a page that was sent too fast, or without its token, as that of a robot', async () => {
    const form = await publish();
    const page = await anonymous.get(pathOf(form));
    const token = hiddenIn(page.text, 'startToken');
    for (const body of [`email=a@example.com&startToken=${token}`, 'email=a@example.com']) {
      const reply = await anonymous.post(pathOf(form), body, formHeaders);
      assert.equal(reply.status, 303);
      assert.equal(reply.headers.get('location'), `${pathOf(form)}/done`);
    }
    const statuses = (await submissionsOf(form)).map(({ status }) => status);
    assert.deepEqual(statuses, ['spam', 'spam']);
  });

  it('works without scripts, with files, and keeps where the visitor came from', { skip }, async () => {
    const form = await publish({
      fields: ['email', 'lastName', 'kind', 'topics', 'cv'],
      steps: [{ title: 'You', fields: ['email', 'lastName'] }],
      fieldSettings: {
        kind: { type: 'choice', options: ['person', 'company'] },
        topics: { type: 'list', options: ['a', 'b'] },
        cv: { type: 'files', label: 'Your CV' },
      },
      consentText: 'I agree.',
      successMessage: 'Thanks a lot!',
    });
    const { page, close } = await open(`${pathOf(form)}?utm_source=news&utm_campaign=spring`, {
      javaScriptEnabled: false,
    });
    await page.getByLabel('Email').fill('plain@example.com');
    await page.getByLabel('Last name').fill('Plain');
    await page.getByLabel('Kind').selectOption('company');
    await page.getByLabel('A', { exact: true }).check();
    await page
      .getByLabel('Your CV')
      .setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('me') });
    await page.getByLabel('I agree.').check();
    await asPerson(page);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thanks a lot!').waitFor();
    const [submission] = await submissionsOf(form);
    assert.equal(submission.status, 'processed');
    assert.deepEqual(submission.data, {
      email: 'plain@example.com',
      lastName: 'Plain',
      kind: 'company',
      topics: ['a'],
    });
    assert.equal(submission.utmCampaign, 'spring');
    assert.equal(submission.consentGiven, true);
    assert.ok(submission.durationSeconds >= 2);
    const files = await admin.get(`/api/forms/formSubmissionFiles?filter[formSubmissionId]=${submission._id}`);
    assert.equal(files.body.data.length, 1);
    await close();
  });

  it('goes step by step with scripts, and shows and skips what logic decides', { skip }, async () => {
    const form = await publish({
      fields: ['email', 'kind', 'budget', 'lastName'],
      fieldSettings: {
        kind: { type: 'choice', label: 'Kind', options: ['person', 'company'] },
        budget: { type: 'number', label: 'Budget' },
      },
      steps: [
        { title: 'You', fields: ['email', 'kind'] },
        { title: 'Money', fields: ['budget'] },
        { title: 'Name', fields: ['lastName'] },
      ],
      logic: [rule('kind', 'company', 'show', ['budget']), rule('kind', 'company', 'require', ['budget'])],
      theme: { primaryColor: '#2e7d32', font: 'serif' },
    });
    const { page, complaints, close } = await open(pathOf(form));
    await page.getByText('Step 1 / 2').waitFor();
    await page.getByLabel('Email').fill('steps@example.com');
    await page.getByLabel('Kind').selectOption('company');
    await page.getByText('Step 1 / 3').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('Budget').waitFor();
    // A required field without an answer keeps the step open.
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Step 2 / 3').waitFor();
    await page.getByLabel('Budget').fill('5');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByLabel('Last name').fill('Steps');
    await asPerson(page);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you.').waitFor();
    const [submission] = await submissionsOf(form);
    assert.deepEqual(submission.data, { email: 'steps@example.com', kind: 'company', budget: 5, lastName: 'Steps' });
    assert.match(submission.pageUrl, /\/f\/default\//);
    assert.deepEqual(complaints, []);
    await close();
  });

  it('shows hostile texts of every setting as texts', { skip }, async () => {
    const evil = `"><img src=x onerror=alert(1)><script>alert(2)</script></title></textarea>'\u2028{{7*7}}`;
    const form = await publish({
      name: evil,
      slug: 'hostile',
      title: evil,
      description: evil,
      submitLabel: evil.slice(0, 100),
      successMessage: evil,
      consentText: evil,
      fields: ['email', 'one', 'two', 'three'],
      fieldSettings: {
        email: { label: evil, help: evil, placeholder: evil },
        one: { type: 'choice', label: evil, help: evil, options: [{ value: evil, label: evil }] },
        two: { type: 'list', label: evil, options: [{ value: evil, label: evil }] },
        three: { type: 'longText', label: evil, placeholder: evil },
      },
      steps: [{ title: evil, fields: ['email'] }],
      logic: [rule('one', evil, 'require', ['three'])],
      theme: {},
      language: '"><b>',
    });
    for (const path of [
      pathOf(form),
      `${pathOf(form)}/done`,
      `${pathOf(form)}?embed=1&utm_source=${encodeURIComponent(evil)}`,
    ]) {
      const { page, complaints, close } = await open(path);
      await page.waitForTimeout(200);
      assert.equal(await page.locator('img').count(), 0, path);
      assert.equal(await page.locator('body script').count(), 0, path);
      assert.deepEqual(complaints, [], path);
      assert.match((await page.locator('main').textContent()) ?? '', /<script>alert\(2\)<\/script>/);
      await close();
    }
  });

  it('is put on pages of other sites, follows its height, and keeps their UTM parameters', { skip }, async () => {
    const form = await publish({
      fields: ['email', 'lastName', 'notes'],
      fieldSettings: { notes: { type: 'longText' } },
    });
    const other = http.createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<h1>Shop</h1><div data-atrium-form></div><script src="${app.url}${pathOf(form)}/embed.js" async></script>`,
      );
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const shop = `http://localhost:${(other.address() as AddressInfo).port}/`;
    const { page, close } = await open(`${shop}?utm_source=shop&utm_campaign=embed`);
    const frame = page.frameLocator('[data-atrium-form] iframe');
    await frame.getByLabel('Email').fill('embed@example.com');
    const height = async () => (await page.locator('iframe').boundingBox())?.height;
    await until('the frame has the height of the form', async () => (await height()) !== 420);
    await asPerson(page);
    await frame.getByRole('button', { name: 'Send' }).click();
    await frame.getByText('Thank you.').waitFor();
    const [submission] = await submissionsOf(form);
    assert.equal(submission.utmSource, 'shop');
    assert.match(submission.pageUrl, /^http:\/\/localhost/);
    await close();
    other.closeAllConnections();
    other.close();
  });
});
