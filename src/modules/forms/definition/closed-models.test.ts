import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoWrites, refused } from '#test/expect.ts';
import { appForFile, type Json } from '#test/harness.ts';

const app = await appForFile({ LOG_LEVEL: 'silent' });
const { admin, anonymous, sql } = app;
const forms = '/api/forms/forms';

const registry: Json[] = (await admin.get('/api/data/models?limit=200')).body.data;
const nameOf = ({ moduleKey, slug }: Json): string => `${moduleKey}.${slug}`;
const open = new Set(registry.filter(({ openToForms }) => openToForms).map(nameOf));

const formOf = (modelKey: string, fields: string[], submitAction = 'createRecord') => ({
  name: `Form of ${modelKey}`,
  status: 'published',
  modelKey,
  submitAction,
  fields,
});

describe('a published form', () => {
  it('writes no model of settings, identity, integrations, AI or data', async () => {
    for (const model of registry.filter(({ moduleKey }) => /^(identity|integrations|ai|data|forms)$/.test(moduleKey)))
      assert.ok(!open.has(nameOf(model)), nameOf(model));
    for (const name of ['ui.settings', 'ui.screens', 'ui.dashboards', 'ui.savedViews', 'marketing.webRedirects'])
      assert.ok(!open.has(name), name);
    for (const submitAction of ['createRecord', 'updateRecord', 'upsertRecord']) {
      const reply = await assertNoWrites(app, ['forms_forms'], () =>
        admin.post(forms, formOf('ui.settings', ['key', 'value'], submitAction)),
      );
      refused(reply, 422, 'validation_failed', 'modelKey');
    }
    const draft = await admin.create(forms, { ...formOf('ui.settings', ['key']), status: 'draft' });
    refused(await admin.patch(`${forms}/${draft._id}`, { status: 'published' }), 422, 'validation_failed', 'modelKey');
  });

  it('writes business models, their notes and tasks, and custom models', async () => {
    for (const name of [
      'sales.contacts',
      'sales.leads',
      'sales.accounts',
      'sales.opportunities',
      'sales.tasks',
      'sales.notes',
      'sales.contactNotes',
      'sales.leadTasks',
      'ui.supportTickets',
      'communications.referrals',
    ])
      assert.ok(open.has(name), name);
    assert.ok(!open.has('sales.contactFiles'));
    const custom = await admin.post('/api/data/models', { moduleKey: 'sales', slug: 'rsvps' });
    assert.equal(custom.status, 201, custom.text);
    assert.equal((await admin.get('/api/data/models/sales/rsvps')).body.openToForms, true);
    const field = await admin.post('/api/data/models/sales/rsvps/fields', { key: 'guest', type: 'text' });
    assert.equal(field.status, 201, field.text);
    const form = await admin.create(forms, formOf('sales.rsvps', ['guest']));
    const reply = await anonymous.post(`${forms}/${form._id}/submit`, { data: { guest: 'Ann' } });
    assert.ok(reply.status < 300, reply.text);
    const { body } = await admin.get('/api/sales/rsvps');
    assert.deepEqual(
      body.data.map(({ guest }: Json) => guest),
      ['Ann'],
    );
  });

  it('of a model that was closed since takes no submission, by its page and by the API', async () => {
    const form = await admin.create(forms, formOf('sales.contacts', ['lastName']));
    await sql(`update forms_forms set model_key = 'ui.settings', fields = '{key,label}' where id = $1`, [form._id]);
    await assertNoWrites(app, ['ui_settings', 'forms_form_submissions'], async () => {
      refused(
        await anonymous.post(`${forms}/${form._id}/submit`, { data: { key: 'ai.approval', label: 'x' } }),
        409,
        'conflict',
      );
      const page = await anonymous.get(`/f/${admin.accountKey}/${form.slug}`);
      assert.match(page.text, /closed/i);
    });
  });
});
