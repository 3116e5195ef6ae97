import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { browserPath, launchBrowser, noBrowser } from '#test/find-browser.ts';
import { appForFile, type Json } from '#test/harness.ts';

const { url, admin } = await appForFile();
const browser: Browser | undefined = browserPath === undefined ? undefined : await launchBrowser();
after(() => browser?.close());
const skip = browser === undefined && noBrowser;

let n = 0;
async function publish(fields: Json = {}): Promise<Json> {
  n += 1;
  const form = await admin.create('/api/forms/forms', {
    name: `Form ${n}`,
    status: 'published',
    submitAction: 'storeOnly',
    fields: ['who', 'cv'],
    requiredFields: ['who'],
    fieldSettings: { who: { type: 'text' }, cv: { type: 'files' } },
    ...fields,
  });
  return { ...form, path: `/f/default/${form.slug}` };
}
const submissionsOf = async (form: Json): Promise<Json[]> =>
  (await admin.get(`/api/forms/formSubmissions?filter[formId]=${form._id}`)).body.data;

/** Sends a request like a browser. */
const send = (path: string, body: URLSearchParams | FormData, language = 'en') =>
  fetch(`${url}${path}`, {
    method: 'POST',
    body,
    headers: { accept: 'text/html,*/*;q=0.8', 'accept-language': language },
    redirect: 'manual',
  });
const failureIn = (html: string): string => /class="(?:failure|closed)"[^>]*>([^<]*)</.exec(html)?.[1] ?? '';
const withFile = (bytes: number): FormData => {
  const body = new FormData();
  body.set('who', 'Ana');
  body.set('cv', new Blob([new Uint8Array(bytes)]), 'cv.txt');
  return body;
};

describe('the page of a form says in its language', () => {
  it('that too many answers were sent, and keeps the answers', async () => {
    const form = await publish({ language: 'de' });
    const answers = () => new URLSearchParams({ who: '', note: 'x' });
    for (let sent = 0; sent < 60; sent += 1) await (await send(form.path, answers())).text();
    const reply = await send(form.path, new URLSearchParams({ who: 'Kept <b>' }));
    const text = await reply.text();
    assert.equal(reply.status, 429);
    assert.ok(Number(reply.headers.get('retry-after')) > 0);
    assert.match(failureIn(text), /^In kurzer Zeit wurde zu oft gesendet/);
    assert.match(text, /value="Kept &lt;b&gt;"/);
    const file = await send(`${form.path}?embed=1`, withFile(10));
    const page = await file.text();
    assert.equal(file.status, 429);
    assert.match(failureIn(page), /^In kurzer Zeit/);
    assert.match(page, /<html lang="de" class="embedded"[\s\S]*Zurück zum Formular/);
    assert.equal(file.headers.get('x-frame-options'), null, 'it is shown in the frame of the form');
    assert.doesNotMatch(text + page, /Too many|try again/);
    const json = await fetch(`${url}/api/forms/forms/${form._id}/submit`, { method: 'POST', body: withFile(10) });
    assert.equal(((await json.json()) as Json).error.code, 'rate_limited', 'programs get the code');
  });

  it('that answers or files are too large', async () => {
    const form = await publish({ language: 'fr' });
    const long = await send(form.path, new URLSearchParams({ who: 'x'.repeat(300_000) }));
    assert.equal(long.status, 413);
    assert.match(failureIn(await long.text()), /^Vos réponses ou vos fichiers sont trop volumineux/);
    const large = await send(form.path, withFile(10_000_001));
    assert.equal(large.status, 413);
    assert.match(failureIn(await large.text()), /^Vos réponses ou vos fichiers sont trop volumineux/);
  });

  it('that it is full or closed, or does not exist', async () => {
    const full = await publish({ language: 'es', submissionLimit: 1 });
    const { text: page } = await admin.get(full.path);
    const startToken = /name="startToken" value="([^"]*)"/.exec(page)?.[1] ?? '';
    // A faster answer would count as a robot's, which does not count for the limit.
    await new Promise((resolve) => setTimeout(resolve, 2100));
    assert.equal((await send(full.path, new URLSearchParams({ who: 'A', startToken }))).status, 303);
    const second = await send(full.path, new URLSearchParams({ who: 'B', startToken }));
    assert.deepEqual(
      [second.status, failureIn(await second.text())],
      [409, 'Este formulario no admite más respuestas.'],
    );
    const closed = await publish({ closesAt: '2020-01-01T00:00:00Z' });
    const late = await send(closed.path, new URLSearchParams({ who: 'A' }), 'de-AT,de;q=0.9');
    assert.deepEqual([late.status, failureIn(await late.text())], [409, 'Dieses Formular ist geschlossen.']);
    const missing = await send('/f/default/nowhere', new URLSearchParams({ who: 'A' }), 'fr');
    assert.equal(missing.status, 404);
    assert.equal(failureIn(await missing.text()), 'Il n&#39;y a pas de formulaire à cette adresse.');
  });

  it('that an unknown field was sent, without the words of the API', async () => {
    const form = await publish({ language: 'de' });
    const reply = await send(form.path, new URLSearchParams({ who: 'A', isAdmin: 'true' }));
    assert.equal(reply.status, 422);
    assert.equal(failureIn(await reply.text()), 'isAdmin ist kein Feld dieses Formulars.');
  });
});

describe('a visitor who loses the connection', { skip }, () => {
  it('keeps the answers, and sends them again once', async () => {
    const form = await publish({ language: 'de' });
    const context = await (browser as Browser).newContext();
    const page = await context.newPage();
    await page.goto(`${url}${form.path}`);
    await page.locator('input[name=who]').fill('Ana');
    await page.waitForTimeout(2100);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Senden' }).click();
    await page.getByRole('alert').getByText('Die Verbindung wurde unterbrochen').waitFor();
    assert.equal(await page.locator('input[name=who]').inputValue(), 'Ana');
    await context.setOffline(false);
    // The connection is reset after the submission was stored, so only the answer is lost.
    await page.route(`**${form.path}`, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: 'Senden' }).click();
    await page.getByRole('button', { name: 'Senden' }).and(page.locator(':enabled')).waitFor();
    await page.unroute(`**${form.path}`);
    await page.getByRole('button', { name: 'Senden' }).click();
    await page.getByRole('status').waitFor();
    assert.deepEqual(
      (await submissionsOf(form)).map(({ status, data }) => [status, data.who]),
      [['processed', 'Ana']],
    );
    await context.close();
  });

  it('sees which files are too large before they are sent', async () => {
    const form = await publish({ language: 'fr' });
    const context = await (browser as Browser).newContext();
    const page = await context.newPage();
    await page.goto(`${url}${form.path}`);
    await page.locator('input[name=who]').fill('Ana');
    const large = { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(10_000_001) };
    await page.locator('input[name=cv]').setInputFiles(large);
    await page.getByRole('button', { name: 'Envoyer' }).click();
    await page.getByRole('alert').getByText('Un fichier peut faire 10 Mo au plus').waitFor();
    await page.locator('input[name=cv]').setInputFiles({ ...large, buffer: Buffer.alloc(1000) });
    await page.waitForTimeout(2100);
    await page.getByRole('button', { name: 'Envoyer' }).click();
    await page.getByRole('status').getByText('Merci').waitFor();
    assert.equal((await submissionsOf(form)).length, 1);
    await context.close();
  });
});
