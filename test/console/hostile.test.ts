import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { Samples, type Values } from '../conformance-samples.ts';
import { browserPath } from '../find-browser.ts';
import { appForFile, type Json } from '../harness.ts';
import { journey, journeys } from './harness.ts';
import { navigate, settled } from './open-page.ts';

const { app, url, admin } = await appForFile();
const attack = 'globalThis.hacked=1';
const image = `<img src=x onerror=${attack}>`;
const markup = `${image}<script>${attack}</script><svg onload=${attack}>"'{{constructor.constructor('${attack}')()}}`;
const link = `javascript:${attack}`;
const texts = {
  text: markup,
  longText: `${markup}\n[x](${link})\n<a href="${link}">x</a>`,
  choice: markup,
  json: markup,
};

/** A hostile value for a field; undefined where its type allows only harmless ones. */
function hostileValue({ type }: Field): Json {
  if (type.name === 'list') return [markup, link];
  // Use an image of this server, because the console may show it.
  if (type.name === 'url') return `${url}/app/icon.svg#"onerror="${attack}`;
  return texts[type.name as keyof typeof texts];
}

const samples = new Samples(app.registry, admin);

/** Creates a record with hostile values in every field that accepts them. */
async function createHostile(model: Model): Promise<Json> {
  const values: Values = await samples.full(model);
  const harmless = { ...values };
  for (const field of model.writable) {
    const value = hostileValue(field);
    if (value !== undefined && field.declared.to === undefined) values[field.key] = value;
  }
  for (let tries = 0; tries < 5; tries += 1) {
    const { status, body, text } = await admin.post(model.path, values);
    if (status === 201) return body;
    assert.equal(status, 422, text);
    for (const { field } of body.error.details as { field: string }[]) {
      const key = field.split(/[.[]/)[0] as string;
      values[key] = harmless[key] ?? null;
    }
  }
  throw new Error(`no hostile record of ${model.name} was accepted`);
}

/** Runs in the page: finds elements that a hostile text has created. */
const findHarm = `[
  ...(globalThis.hacked === undefined ? [] : ['a script ran']),
  ...[...document.querySelectorAll('img[src="x"], svg[onload], [onerror], [onload]')].map((node) => node.outerHTML),
  ...[...document.querySelectorAll('a[href], area[href], form[action], iframe[src]')]
    .map((node) => node.getAttribute('href') ?? node.getAttribute('action') ?? node.getAttribute('src') ?? '')
    .filter((address) => /^\\s*(javascript|data|vbscript):/i.test(address)),
]`;

async function assertHarmless(page: Page): Promise<void> {
  await settled(page);
  assert.deepEqual(await page.evaluate<string[]>(findHarm), [], page.url());
}

/** Models that together have fields of every type, and a board, a calendar and their own HTML. */
const names = [
  'sales.contacts',
  'sales.opportunities',
  'ui.supportTickets',
  'communications.emailTemplates',
  'support.supportArticles',
];

/** Adds hostile labels and options of custom fields, because users write those too. */
async function addHostileFields(): Promise<void> {
  const fields = '/api/data/models/sales/contacts/fields';
  await admin.create(fields, { key: 'evilText', type: 'text', label: image });
  await admin.create(fields, {
    key: 'evilChoice',
    type: 'choice',
    options: [{ value: image, label: image }],
    label: image,
  });
}

if (browserPath !== undefined) await addHostileFields();

journeys('texts that try to run', () => {
  for (const name of names) {
    journey(url, `stay texts in all views and forms of ${name}`, async ({ openConsole }) => {
      const model = app.registry.models.find((one) => one.name === name);
      assert.ok(model, name);
      const { _id } = await createHostile(model);
      const list = `/m/${model.moduleKey}/${model.slug}`;
      const page = await openConsole({ as: admin, at: list });
      await assertHarmless(page);
      for (const at of [`${list}?view=board`, `${list}?view=calendar`, `${list}/${_id}`, `${list}/new`, '/']) {
        await navigate(page, at);
        await assertHarmless(page);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      await navigate(page, list);
      await assertHarmless(page);
      await navigate(page, `${list}?q=${encodeURIComponent(image)}`);
      await assertHarmless(page);
    });
  }

  journey(url, 'stay texts in the address', async ({ openConsole, expectRefusal }) => {
    expectRefusal(404, /^\/api\//);
    const evil = encodeURIComponent(markup);
    const page = await openConsole({ as: admin, at: `/m/${evil}/${evil}` });
    await assertHarmless(page);
    for (const at of [`/m/sales/contacts/${evil}`, `/s/${evil}`, `/dashboards/${evil}`, `/${evil}`, `/admin/${evil}`]) {
      await navigate(page, at);
      await assertHarmless(page);
    }
  });
});
