import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';

const app = await appForFile();
const { admin, anonymous } = app;
const formsPath = '/api/forms/forms';
const good = {
  name: 'Contact us, pléase!',
  status: 'published',
  modelKey: 'sales.contacts',
  fields: ['email', 'lastName'],
  submitAction: 'createRecord',
};
const rule = (field: string, then: string, fields: string[]) => ({
  if: { field, operator: 'eq', value: 1 },
  then,
  fields,
});

describe('saving a form', () => {
  it('gives a published form an address', async () => {
    const first = await admin.create(formsPath, good);
    assert.equal(first.slug, 'contact-us-please');
    assert.ok(first.publishedAt);
    const second = await admin.create(formsPath, good);
    assert.equal(second.slug, 'contact-us-please-2');
  });

  it('leaves drafts incomplete, and checks them when they are published', async () => {
    const draft = await admin.create(formsPath, { ...good, status: 'draft', fields: ['nope'] });
    const reply = await admin.patch(`${formsPath}/${draft._id}`, { status: 'published' });
    assert.equal(reply.status, 422);
    assert.equal(reply.body.error.details[0].field, 'fields');
    assert.match(reply.body.error.message, /nope/);
  });

  it('keeps any submitAction in a draft, and refuses an unknown one when the form is published', async () => {
    const draft = await admin.create(formsPath, { ...good, status: 'draft', submitAction: 'doMagic' });
    assert.equal(draft.submitAction, 'doMagic');
    const refused = await admin.patch(`${formsPath}/${draft._id}`, { status: 'published' });
    assert.equal(refused.status, 422);
    assert.equal(refused.body.error.details[0].field, 'submitAction');
    assert.equal(refused.body.error.details[0].code, 'not_an_option');
    const corrected = await admin.patch(`${formsPath}/${draft._id}`, { status: 'published', submitAction: 'create' });
    assert.equal(corrected.status, 200, corrected.text);
    assert.equal(corrected.body.submitAction, 'create');
  });

  it('refuses what visitors could not fill in or must not decide, with the field and the remedy', async () => {
    const cases: [Record<string, unknown>, string, RegExp][] = [
      [{ fields: [] }, 'fields', /at least one/],
      [{ fields: ['email', 'accountId'] }, 'fields', /accountId.*defaultValues/],
      [{ fields: ['email', 'version'] }, 'fields', /version/],
      [{ fields: ['email', 'createdBy'] }, 'fields', /createdBy/],
      [{ modelKey: 'identity.users', fields: ['email'] }, 'modelKey', /not written by visitors/],
      [{ modelKey: 'identity.roles', fields: ['name'] }, 'modelKey', /not written by visitors/],
      [{ modelKey: 'integrations.webhooks', fields: ['url'] }, 'modelKey', /not written by visitors/],
      [
        { fieldSettings: { extra: { type: 'magic' } }, fields: ['email', 'extra'] },
        'fieldSettings.extra.type',
        /one of/,
      ],
      [
        { fieldSettings: { extra: { type: 'choice' } }, fields: ['email', 'extra'] },
        'fieldSettings.extra.options',
        /required/,
      ],
      [{ fieldSettings: { consent: { type: 'text' } }, fields: ['email', 'consent'] }, 'fields', /consent/],
      [{ fieldSettings: { '1x': { type: 'text' } }, fields: ['email', '1x'] }, 'fields', /letter/],
      [{ requiredFields: ['phone'] }, 'requiredFields', /phone/],
      [{ steps: [{ title: 'A', fields: ['phone'] }] }, 'steps.0.fields', /phone/],
      [{ logic: [{ if: {} }] }, 'logic.0', /operator/],
      [{ logic: [rule('phone', 'show', ['email'])] }, 'logic.0.if', /phone/],
      [{ defaultValues: { createdBy: admin.userId } }, 'defaultValues.createdBy', /may write/],
      [{ defaultValues: { email: 'nope' } }, 'defaultValues.email', /email/],
      [{ submitAction: 'callWebhook' }, 'submitUrl', /required/],
      [{ submitAction: 'sendEmail' }, 'notifyEmails', /notifyUserIds/],
      [{ submitAction: 'upsertRecord', fields: ['lastName'] }, 'fields', /email/],
      [{ submitAction: 'doMagic' }, 'submitAction', /createRecord, updateRecord.*callWebhook/],
      [{ submitAction: 'Create' }, 'submitAction', /createRecord/],
      [{ slug: 'Über/uns' }, 'slug', /lower case/],
      [{ theme: { primaryColor: 'red;}body{display:none' } }, 'theme.primaryColor', /#2e7d32/],
      [{ theme: { font: 'Comic' } }, 'theme.font', /serif/],
      [{ theme: { css: 'x' } }, 'theme.css', /one of|not one/],
      [{ redirectUrl: 'https://evil.example/x' }, 'redirectUrl', /forms\.redirectHosts/],
      [{ captcha: true }, 'captcha', /forms\.captcha/],
    ];
    for (const [change, field, message] of cases) {
      const reply = await admin.post(formsPath, { ...good, ...change });
      assert.equal(reply.status, 422, JSON.stringify(change));
      const found = reply.body.error.details.find((detail: Json) => detail.field === field);
      assert.ok(found, `${JSON.stringify(change)}: ${reply.text}`);
      assert.match(found.message, message);
    }
  });

  it('allows redirects to this server, to websites of the account and to hosts of the setting', async () => {
    const own = new URL(app.url);
    await admin.create(formsPath, { ...good, redirectUrl: `${own.origin}/thanks` });
    await admin.create('/api/marketing/websites', { name: 'W', domain: 'Shop.example.com' });
    await admin.create(formsPath, { ...good, redirectUrl: 'https://shop.example.com/thanks' });
    const setting = { key: 'forms.redirectHosts', value: ['www.example.net'] };
    assert.equal((await admin.post('/api/ui/settings', { ...setting, value: 'www.example.net' })).status, 422);
    await admin.create('/api/ui/settings', setting);
    await admin.create(formsPath, { ...good, redirectUrl: 'https://www.example.net/' });
  });

  it('needs the permissions that its submissions use', async () => {
    const maker = await app.user({ permissions: ['forms:*', 'support:read'] });
    const refused = await maker.post(formsPath, good);
    assert.equal(refused.status, 403);
    assert.match(refused.text, /sales:write/);
    const own = await app.user({ permissions: ['forms:*', 'sales:write:own', 'sales:read:own'] });
    const form = await own.create(formsPath, good);
    assert.equal(form.ownerId, own.userId);
    // The administrator's form reaches all contacts, so a user with less reach may not change which fields it writes.
    const wide = await admin.create(formsPath, good);
    assert.equal((await own.patch(`${formsPath}/${wide._id}`, { fields: ['email'] })).status, 403);
  });

  it('hides no field from itself that the saver may not write', async () => {
    const narrow = await app.user({
      permissions: ['forms:*', 'sales:*'],
      hiddenFields: { 'sales.contacts': ['phone'] },
      readOnlyFields: { 'sales.contacts': ['title'] },
    });
    for (const key of ['phone', 'title']) {
      const reply = await narrow.post(formsPath, { ...good, fields: ['email', key] });
      assert.equal(reply.status, 422, key);
      assert.equal((await narrow.post(formsPath, { ...good, defaultValues: { [key]: 'x' } })).status, 422, key);
    }
  });

  it('lets only administrators of forms act for another user', async () => {
    const maker = await app.user({ permissions: ['forms:read', 'forms:write', 'sales:*'] });
    const form = await maker.create(formsPath, good);
    const reply = await maker.patch(`${formsPath}/${form._id}`, { ownerId: admin.userId });
    assert.equal(reply.status, 403);
    assert.match(reply.text, /forms:admin/);
    assert.equal((await maker.post(formsPath, { ...good, ownerId: admin.userId })).status, 403);
    assert.equal((await admin.patch(`${formsPath}/${form._id}`, { ownerId: admin.userId })).status, 200);
  });

  it('makes personal links that update one record, for a while', async () => {
    const contact = await admin.create('/api/sales/contacts', { lastName: 'Before', email: 'p@example.com' });
    const other = await admin.create('/api/sales/contacts', { lastName: 'Other' });
    const form = await admin.create(formsPath, { ...good, submitAction: 'updateRecord', fields: ['lastName'] });
    const submit = (more: Json) =>
      anonymous.post(`${formsPath}/${form._id}/submit`, { data: { lastName: 'After' }, ...more });
    const { url } = (await admin.post(`${formsPath}/${form._id}/prefill-link`, { recordId: contact._id })).body;
    const page = await anonymous.get(url.replace(app.url, ''));
    assert.match(page.text, /value="Before"/);
    const prefillToken = new URL(url).searchParams.get('prefill') ?? '';
    const forged = prefillToken.replace(contact._id, other._id);
    for (const token of [undefined, forged, 'x', `${prefillToken}x`])
      assert.equal((await submit(token === undefined ? {} : { prefillToken: token })).status, 201);
    const nameOf = async ({ _id }: Json) => (await admin.get(`/api/sales/contacts/${_id}`)).body.lastName;
    assert.equal(await nameOf(contact), 'Before');
    assert.equal(await nameOf(other), 'Other');
    assert.equal((await submit({ prefillToken })).status, 201);
    assert.equal(await nameOf(contact), 'After');
    const late = { recordId: contact._id, expiresAt: '2020-01-01T00:00:00Z' };
    assert.equal((await admin.post(`${formsPath}/${form._id}/prefill-link`, late)).status, 422);
    const stranger = await app.user({ permissions: ['forms:*'] });
    assert.equal((await stranger.post(`${formsPath}/${form._id}/prefill-link`, { recordId: contact._id })).status, 403);
  });
});
