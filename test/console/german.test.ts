import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { modules } from '../../src/app.ts';
import { functionTable } from '../../src/core/formulas/index.ts';
import { defaultWorkspaces } from '../../src/modules/identity/tenants/default-screens.ts';
import { appForFile, type Json } from '../harness.ts';
import { journey, journeys } from './harness.ts';
import { settled } from './open-page.ts';
import { addressOf, consolePages } from './pages.ts';

/** The pages that users see most. */
const mainPages = [
  'home',
  'list-sales-contacts',
  'record-sales-contacts',
  'new-sales-opportunities',
  'screen',
  'dashboard',
  'mail',
  'admin',
  'profile',
  'not-found',
];

const locales = new URL('../../web/src/locales/', import.meta.url);
const namespaces = readdirSync(new URL('en/', locales));

type Texts = { readonly [key: string]: string | Texts };

/** The texts of a namespace by their full keys. */
function textsOf(language: string, file: string): Map<string, string> {
  const found = new Map<string, string>();
  const collect = (texts: Texts, prefix: string) => {
    for (const [key, text] of Object.entries(texts))
      if (typeof text === 'string') found.set(prefix + key, text);
      else collect(text, `${prefix}${key}.`);
  };
  collect(JSON.parse(readFileSync(new URL(`${language}/${file}`, locales), 'utf8')), '');
  return found;
}

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*([^},\s]+)/g)].map(([, name]) => name ?? '').sort();

/** Messages for codes of the server. Its own sentences are English, so only other languages translate them. */
const onlyGerman = /^problems\./;

const { url, tenant } = await appForFile();
const account = await tenant();
await account.create('/api/sales/contacts', { firstName: 'Ada', lastName: 'King' });

describe('the English texts', () => {
  it('have a name for every background job', () => {
    const known = textsOf('en', 'admin.json');
    const unnamed = modules.flatMap(({ jobs = [] }) => jobs).filter(({ name }) => !known.has(`jobs.names.${name}`));
    assert.deepEqual(
      unnamed.map(({ name }) => name),
      [],
    );
  });
});

describe('the German texts', () => {
  it('have the keys and the placeholders of the English ones', () => {
    assert.deepEqual(readdirSync(new URL('de/', locales)), namespaces);
    for (const file of namespaces) {
      const [english, german] = [textsOf('en', file), textsOf('de', file)];
      const keys = [...german.keys()].filter((key) => !(file === 'common.json' && onlyGerman.test(key)));
      assert.deepEqual(keys.sort(), [...english.keys()].sort(), file);
      for (const [key, text] of english) {
        // A plural form may leave out the number.
        if (/_(?:zero|one|two|few|many|other)$/.test(key)) continue;
        assert.deepEqual(placeholders(german.get(key) ?? ''), placeholders(text), `${file} ${key}`);
      }
    }
  });

  it('have a word for every label of the models', async () => {
    const german = JSON.parse(readFileSync(new URL('../metadata/labels/de.json', locales), 'utf8'));
    const missing = new Set<string>();
    const need = (kind: string, label: string | undefined) => {
      if (label !== undefined && german[kind][label] === undefined) missing.add(`${kind}: ${label}`);
    };
    for (const model of (await account.get('/api/data/models')).body.data) {
      need('models', model.label);
      need('models', model.labelPlural);
      for (const field of model.fields) {
        need('fields', field.label);
        need('groups', field.group);
        need('help', field.help);
        // Codes such as EUR are the same in every language.
        for (const { label } of field.options ?? []) if (!/^[A-Z]{3}$/.test(label)) need('options', label);
      }
    }
    assert.deepEqual([...missing], [], 'add them to web/src/metadata/labels/de.json');
  });

  it('have a sentence for every function of formulas', () => {
    const { help } = JSON.parse(readFileSync(new URL('../metadata/labels/de.json', locales), 'utf8'));
    const missing = functionTable.filter((one) => help[one.help] === undefined).map((one) => one.help);
    assert.deepEqual(missing, [], 'add them to web/src/metadata/labels/de.json');
  });

  it('have a word for every name and description of the ready workspaces, screens and dashboards', () => {
    const { ready } = JSON.parse(readFileSync(new URL('../metadata/labels/de.json', locales), 'utf8'));
    const texts = defaultWorkspaces.flatMap(({ workspace, dashboard, screens }) =>
      [workspace, ...(dashboard ? [dashboard, ...(dashboard.widgets as Json[])] : []), ...screens].flatMap(
        ({ name, title, description }: Json) => [name, title, description].filter((text) => text !== undefined),
      ),
    );
    assert.ok(texts.includes('Pipeline by stage'));
    assert.deepEqual(
      texts.filter((text) => ready[text] === undefined),
      [],
      'add them to web/src/metadata/labels/de.json',
    );
  });

  it('address people formally', () => {
    const informal = /\b(?:du|dein|deine|deinen|deinem|deiner|dich|dir|kannst|hast|musst)\b/i;
    for (const file of namespaces)
      for (const [key, text] of textsOf('de', file)) assert.doesNotMatch(text, informal, `${file} ${key}`);
  });
});

/**
 * English texts that must not appear. Texts of a single word, or with a placeholder, could be data or a label of a
 * model, so they are left out.
 */
const differing = new Set(
  namespaces.flatMap((file) => {
    const german = textsOf('de', file);
    return [...textsOf('en', file)].flatMap(([key, text]) =>
      text === german.get(key) || /\{\{/.test(text) || !/\s/.test(text) ? [] : [text],
    );
  }),
);
const germanTexts = new Set(namespaces.flatMap((file) => [...textsOf('de', file).values()]));

/** Runs in the page: returns its texts, including those for screen readers. */
const visibleTexts = `[...new Set([
  ...document.body.innerText.split('\\n'),
  ...[...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((element) =>
    ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? '')),
])].map((text) => text.trim()).filter((text) => text !== '')`;

journeys('the console in German', () => {
  journey(
    url,
    'names models, fields and options in German, and what the account added in its own words',
    async (opened) => {
      const change = await account.post('/api/data/models/sales/opportunities/fields', {
        key: 'stageOfMind',
        label: 'Stage',
        type: 'text',
      });
      assert.equal(change.status, 201, change.text);
      const deal = await account.create('/api/sales/opportunities', {
        name: 'Engine',
        stage: 'negotiation',
        stageOfMind: 'Hopeful',
      });
      const page = await opened.openConsole({ as: account, language: 'de', at: `/m/sales/opportunities/${deal._id}` });
      await page.getByRole('link', { name: 'Verkaufschancen' }).first().waitFor();
      await page.getByText('Verhandlung').first().waitFor();
      const terms = page.getByRole('tabpanel', { name: 'Details' }).locator('dt');
      await terms.getByText('Phase', { exact: true }).waitFor();
      await terms.getByText('Stage', { exact: true }).waitFor();
    },
  );

  journey(
    url,
    'names ready workspaces, screens and dashboards in German, and renamed ones by their own words',
    async (opened) => {
      const { body } = await account.get('/api/ui/screens?filter[name]=Leads&limit=1');
      const leads = body.data[0];
      const renamed = await account.patch(`/api/ui/screens/${leads._id}`, { name: 'Prospects' });
      assert.equal(renamed.status, 200, renamed.text);
      // A name that the account has chosen stays, even when a default screen has the same name.
      await account.create('/api/ui/dashboards', { name: 'Pipeline', widgets: [{ type: 'text', content: 'Own' }] });
      await account.create('/api/ui/dashboards', { name: 'Open tickets', widgets: [] });
      const page = await opened.openConsole({ as: account, language: 'de', at: '/' });
      const sidebar = page.locator('nav, aside');
      for (const name of ['Verkaufschancen', 'Kontakte', 'Prospects'])
        await sidebar.getByRole('link', { name, exact: true }).first().waitFor();
      // The sidebar opens one workspace at a time.
      await sidebar.getByRole('button', { name: 'Verwaltung', exact: true }).click();
      await sidebar.getByRole('link', { name: 'Ankündigungen', exact: true }).first().waitFor();
      await page.getByRole('heading', { name: 'Vertrieb', exact: true }).waitFor();
      await page.getByRole('heading', { name: 'Verwaltung', exact: true }).waitFor();
      // The link of the sidebar is disappearing, so use the one in the page.
      await page.getByRole('main').getByRole('link', { name: 'Kontakte', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Kontakte', level: 1, exact: true }).waitFor();
      await page.goto('/app/dashboards');
      await page.getByText('Offene Geschäfte, gewonnener Umsatz und neue Leads.').click();
      await page.getByRole('region', { name: 'Pipeline nach Phase', exact: true }).waitFor();
      await page.goto('/app/dashboards');
      await page.getByRole('heading', { name: 'Open tickets', exact: true }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('textbox').fill('Ankünd');
      await page.getByRole('dialog').getByText('Ankündigungen', { exact: true }).first().waitFor();
    },
  );

  journey(url, 'has no English text of ours left', async ({ openConsole }) => {
    const labels = new Set<string>();
    for (const model of (await account.get('/api/data/models')).body.data) {
      labels.add(model.label).add(model.labelPlural);
      for (const field of model.fields) {
        labels.add(field.label);
        for (const option of field.options ?? []) labels.add(option.label);
      }
    }
    const page = await openConsole({ as: account, language: 'de' });
    const left: string[] = [];
    for (const one of consolePages.filter(({ name }) => mainPages.includes(name))) {
      const at = await addressOf(one, account);
      assert.ok(at, one.name);
      await page.goto(`/app${at}`);
      await settled(page);
      for (const text of await page.evaluate<string[]>(visibleTexts)) {
        if (labels.has(text)) continue;
        const isKey = /^(?:[a-z][A-Za-z]*:)?[a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)+$/.test(text);
        if (isKey || (differing.has(text) && !germanTexts.has(text))) left.push(`${one.name}: ${text}`);
      }
    }
    assert.deepEqual(left, []);
  });
});
