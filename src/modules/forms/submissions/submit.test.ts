import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const { admin, anonymous, sql } = app;
const formsPath = '/api/forms/forms';
const contactsPath = '/api/sales/contacts';
let n = 0;
const next = (): number => {
  n += 1;
  return n;
};
const address = () => `visitor${next()}@example.com`;
const isCompany = { field: 'kind', operator: 'eq', value: 'company' };
const rule = (then: string, fields: string[]) => ({ if: isCompany, then, fields });

const publish = (fields: Record<string, unknown>, by: Client = admin): Promise<Json> =>
  by.create(formsPath, {
    name: `Form ${next()}`,
    status: 'published',
    modelKey: 'sales.contacts',
    fields: ['email', 'firstName', 'lastName'],
    submitAction: 'createRecord',
    ...fields,
  });
const submit = (form: Json, data: Json, more: Json = {}) =>
  anonymous.post(`${formsPath}/${form._id}/submit`, { data, ...more });
const submissionsOf = async (form: Json): Promise<Json[]> =>
  (await admin.get(`/api/forms/formSubmissions?filter[formId]=${form._id}&sort=createdAt`)).body.data;
const contactsWith = async (email: string): Promise<Json[]> =>
  (await admin.get(`${contactsPath}?filter[email]=${encodeURIComponent(email)}`)).body.data;
const thanks = { message: 'Thank you. We have received your answers.', redirectUrl: null };

describe('submitting a form', () => {
  it('creates a record and a submission, for the owner of the form, with events that name the form', async () => {
    const form = await publish({ defaultValues: { title: 'Lead' }, successMessage: 'Thanks!' });
    const email = address();
    const source = {
      pageUrl: 'https://example.com/a',
      utmSource: 'news',
      utmCampaign: 'spring',
      referrer: 'https://x.example',
    };
    const reply = await submit(form, { email, firstName: 'Ada' }, source);
    assert.equal(reply.status, 201, reply.text);
    assert.deepEqual(reply.body, { message: 'Thanks!', redirectUrl: null });
    const [contact] = await contactsWith(email);
    assert.equal(contact.firstName, 'Ada');
    assert.equal(contact.title, 'Lead');
    assert.equal(contact.ownerId, admin.userId);
    const [submission] = await submissionsOf(form);
    assert.equal(submission.status, 'processed');
    assert.equal(submission.recordId, contact._id);
    assert.equal(submission.contactId, contact._id);
    assert.equal(submission.utmCampaign, 'spring');
    assert.deepEqual(submission.data, { email, firstName: 'Ada' });
    const [event] = await app.events(submission._id);
    assert.equal(event?.type, 'formSubmission.created');
    const history = (await admin.get(`${contactsPath}/${contact._id}/history`)).body.data;
    assert.equal(history[0].actor._id, admin.userId);
    assert.equal(history[0].actor.via, 'form');
    assert.equal(history[0].actor.viaId, form._id);
  });

  it('writes records for short names of actions as for the long ones', async () => {
    const created = await publish({ submitAction: 'create', defaultValues: { title: 'Lead' } });
    const email = address();
    assert.equal((await submit(created, { email, firstName: 'Ada' })).status, 201);
    const [contact] = await contactsWith(email);
    assert.equal(contact.title, 'Lead');
    assert.equal((await submissionsOf(created))[0].recordId, contact._id);
    const upserted = await publish({ submitAction: 'upsert' });
    assert.equal((await submit(upserted, { email, lastName: 'Lovelace' })).status, 201);
    const contacts = await contactsWith(email);
    assert.equal(contacts.length, 1);
    assert.equal(contacts[0].lastName, 'Lovelace');
  });

  it('does not thank visitors of a form whose action is unknown, and stores nothing', async () => {
    const form = await publish({});
    // The form was published before actions were checked.
    await sql("update forms_forms set submit_action = 'doMagic' where id = $1", [form._id]);
    const email = address();
    const reply = await submit(form, { email, firstName: 'Ada' });
    assert.equal(reply.status, 409, reply.text);
    assert.match(reply.body.error.message, /submitAction/);
    assert.deepEqual(await submissionsOf(form), []);
    assert.deepEqual(await contactsWith(email), []);
    const page = await anonymous.get(`/f/${admin.accountKey}/${form.slug}`);
    assert.match(page.text, /does not work at the moment/);
  });

  it('refuses fields that the form does not have, by name, whatever the record would take', async () => {
    const form = await publish({ defaultValues: { title: 'Lead' } });
    for (const key of ['title', 'ownerId', '_id', 'createdBy', 'version', 'accountId', '__proto__x', 'constructor']) {
      const reply = await submit(form, { email: address(), [key]: 'x' });
      assert.equal(reply.status, 422, key);
      assert.equal(reply.body.error.details[0].field, key);
      assert.equal(reply.body.error.details[0].code, 'unknown_field');
    }
    const flat = await anonymous.post(`${formsPath}/${form._id}/submit`, { email: address(), phone: '1' });
    assert.equal(flat.body.error.details[0].field, 'phone');
    assert.deepEqual(await submissionsOf(form), []);
  });

  it('checks answers as the model does, and own fields by their settings', async () => {
    const form = await publish({
      fields: ['email', 'lastName', 'budget', 'size', 'topics'],
      requiredFields: ['lastName'],
      fieldSettings: {
        budget: { type: 'choice', options: ['small', 'big'] },
        size: { type: 'integer', min: 1, max: 10 },
        topics: { type: 'list', options: ['a', 'b'] },
      },
    });
    const reply = await submit(form, { email: 'nope', budget: 'huge', size: 11, topics: ['c'] });
    assert.equal(reply.status, 422);
    const fields = reply.body.error.details.map(({ field }: Json) => field).sort();
    assert.deepEqual(fields, ['budget', 'email', 'lastName', 'size', 'topics']);
    const good = await submit(form, { email: address(), lastName: 'L', budget: 'big', size: 3, topics: ['a', 'b'] });
    assert.equal(good.status, 201, good.text);
    const [submission] = await submissionsOf(form);
    assert.equal(submission.data.budget, 'big');
    assert.deepEqual(submission.data.topics, ['a', 'b']);
  });

  it('takes an HTML form with flat fields', async () => {
    const form = await publish({
      fields: ['email', 'lastName', 'topics', 'agree'],
      fieldSettings: { topics: { type: 'list', options: ['a', 'b'] }, agree: { type: 'boolean' } },
    });
    const email = address();
    const body = `email=${email}&lastName=L&topics=a&topics=b&agree=on&utmSource=x&website_url_confirm=`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await anonymous.post(`${formsPath}/${form._id}/submit`, body, headers);
    assert.equal(reply.status, 201, reply.text);
    const [submission] = await submissionsOf(form);
    assert.deepEqual(submission.data, { email, lastName: 'L', topics: ['a', 'b'], agree: true });
    assert.equal(submission.utmSource, 'x');
  });

  it('stores the same submission once, also from 20 connections at a time', async () => {
    const form = await publish({});
    const email = address();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => submit(form, { email, lastName: 'L' }, { submissionToken: 'once' })),
    );
    assert.deepEqual(
      replies.map(({ status }) => status),
      Array(20).fill(201),
    );
    assert.equal((await submissionsOf(form)).length, 1);
    assert.equal((await contactsWith(email)).length, 1);
    const again = await submit(form, { email, lastName: 'Other' }, { submissionToken: 'once' });
    assert.deepEqual(again.body, replies[0]?.body);
    assert.equal((await submissionsOf(form)).length, 1);
  });

  it('takes as many submissions as the limit allows, also at the same time', async () => {
    const form = await publish({ submissionLimit: 5 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => submit(form, { email: address(), lastName: 'L' })),
    );
    const statuses = replies.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [...Array(5).fill(201), ...Array(15).fill(409)]);
    assert.equal((await submissionsOf(form)).length, 5);
  });

  it('answers a submission again that got the last place', async () => {
    const form = await publish({ submissionLimit: 1 });
    const once = { submissionToken: 'last' };
    const data = { email: address(), lastName: 'L' };
    assert.equal((await submit(form, data, once)).status, 201);
    assert.equal((await submit(form, data, once)).status, 201);
    assert.equal((await submit(form, data)).status, 409);
  });

  it('fills empty fields of a known address, and makes no second record', async () => {
    const form = await publish({ submitAction: 'upsertRecord' });
    const email = address();
    const known = await admin.create(contactsPath, { email, lastName: 'Known' });
    const asKnown = await submit(form, { email: email.toUpperCase(), firstName: 'New', lastName: 'Other' });
    const asUnknown = await submit(form, { email: address(), firstName: 'New', lastName: 'Other' });
    assert.deepEqual(asKnown.body, asUnknown.body);
    assert.deepEqual(asKnown.body, thanks);
    const contact = (await admin.get(`${contactsPath}/${known._id}`)).body;
    assert.equal(contact.lastName, 'Known');
    assert.equal(contact.firstName, 'New');
    const over = await publish({ submitAction: 'upsertRecord', overwrites: true });
    await submit(over, { email, lastName: 'Changed' });
    assert.equal((await admin.get(`${contactsPath}/${known._id}`)).body.lastName, 'Changed');
    const fresh = address();
    await Promise.all(Array.from({ length: 8 }, () => submit(form, { email: fresh, lastName: 'L' })));
    assert.equal((await contactsWith(fresh)).length, 1);
  });

  it('gives the same answer when the record cannot be written, and keeps the answers', async () => {
    const maker = await app.user({ permissions: ['forms:*', 'sales:*'] });
    const form = await publish({}, maker);
    assert.equal((await submit(form, { email: address(), lastName: 'A' })).status, 201);
    await admin.patch(`/api/identity/users/${maker.userId}`, { roles: [] });
    const reply = await submit(form, { email: address(), lastName: 'B' });
    assert.deepEqual(reply.body, thanks);
    const [, failed] = await submissionsOf(form);
    assert.equal(failed.status, 'failed');
    assert.equal(failed.error.code, 'forbidden');
    assert.equal(failed.data.lastName, 'B');
    await admin.delete(`/api/identity/users/${maker.userId}`);
    await submit(form, { email: address(), lastName: 'C' });
    assert.match((await submissionsOf(form))[2].error.message, /owner of the form is not active/);
  });

  it('keeps submissions of robots apart, and answers them as it answers people', async () => {
    const form = await publish({});
    const email = address();
    const trapped = await submit(form, { email, lastName: 'L' }, { website_url_confirm: 'http://spam.example' });
    assert.deepEqual([trapped.status, trapped.body], [201, thanks]);
    const forged = await submit(form, { email, lastName: 'L' }, { startToken: `abc.${'A'.repeat(43)}` });
    assert.deepEqual([forged.status, forged.body], [201, thanks]);
    assert.deepEqual(
      (await submissionsOf(form)).map(({ status }) => status),
      ['spam', 'spam'],
    );
    assert.deepEqual(await contactsWith(email), []);
  });

  it('limits the submissions of one address in a minute', async () => {
    const form = await publish({ submitAction: 'storeOnly' });
    const replies = [];
    for (let index = 0; index < 62; index += 1) replies.push(await submit(form, { lastName: 'L' }));
    assert.equal(replies.filter(({ status }) => status === 201).length, 60);
    assert.equal(replies.at(-1)?.status, 429);
    assert.ok(Number(replies.at(-1)?.headers.get('retry-after')) > 0);
  });

  it('is possible only while the form is published and open', async () => {
    const data = { email: address(), lastName: 'L' };
    const draft = await admin.create(formsPath, { name: 'D', status: 'draft', fields: ['email'] });
    const missing = await submit({ _id: crypto.randomUUID() }, data);
    const hidden = await submit(draft, data);
    assert.equal(hidden.status, 404);
    assert.equal(
      hidden.body.error.message.replace(draft._id, ''),
      missing.body.error.message.replace(/[0-9a-f-]{36}/, ''),
    );
    const form = await publish({ opensAt: new Date(Date.now() + 60_000).toISOString() });
    assert.equal((await submit(form, data)).status, 409);
    await admin.patch(`${formsPath}/${form._id}`, {
      opensAt: null,
      closesAt: new Date(Date.now() - 1000).toISOString(),
    });
    assert.equal((await submit(form, data)).status, 409);
    await admin.patch(`${formsPath}/${form._id}`, { closesAt: null });
    assert.equal((await submit(form, data)).status, 201);
    await admin.patch(`${formsPath}/${form._id}`, { status: 'closed' });
    assert.equal((await submit(form, data)).status, 404);
    await admin.delete(`${formsPath}/${form._id}`);
    assert.equal((await submit(form, data)).status, 404);
  });

  it('asks for consent when the form has a text for it', async () => {
    const form = await publish({ consentText: 'I agree.' });
    const refused = await submit(form, { email: address(), lastName: 'L' });
    assert.equal(refused.body.error.details[0].field, 'consent');
    assert.equal((await submit(form, { email: address(), lastName: 'L' }, { consent: true })).status, 201);
    assert.equal((await submissionsOf(form))[0].consentGiven, true);
  });

  it('stores when and where the visitor agreed, at new and known contacts', async () => {
    const form = await publish({ consentText: 'I agree.' });
    const email = address();
    const before = Date.now();
    await submit(form, { email, lastName: 'L' }, { consent: true });
    const [contact] = await contactsWith(email);
    assert.equal(contact.consentSource, 'webForm');
    assert.ok(Math.abs(Date.parse(contact.consentGivenAt) - before) < 60_000);
    const known = await admin.create(contactsPath, { email: address(), lastName: 'K' });
    const fields = ['email', 'lastName', 'emailOptIn'];
    const optIn = await publish({ submitAction: 'upsertRecord', overwrites: true, fields });
    await submit(optIn, { email: known.email, lastName: 'K', emailOptIn: true });
    assert.partialDeepStrictEqual((await contactsWith(known.email))[0], { emailOptIn: true, consentSource: 'webForm' });
    const plain = await publish({});
    const other = address();
    await submit(plain, { email: other, lastName: 'L' });
    assert.partialDeepStrictEqual((await contactsWith(other))[0], { consentGivenAt: null, consentSource: null });
  });

  it('takes one submission of an address when the form says so, and does not tell who has answered', async () => {
    const form = await publish({ multipleSubmissions: false });
    const email = address();
    const first = await submit(form, { email, lastName: 'L' });
    const second = await submit(form, { email, lastName: 'M' });
    assert.deepEqual(second.body, first.body);
    assert.deepEqual(
      (await submissionsOf(form)).map(({ status }) => status),
      ['processed', 'duplicate'],
    );
    assert.equal((await contactsWith(email)).length, 1);
  });

  it('needs a session of its account when the form says so', async () => {
    const form = await publish({ loginNeeded: true, multipleSubmissions: false });
    const path = `${formsPath}/${form._id}/submit`;
    const body = { data: { email: address(), lastName: 'L' } };
    assert.equal((await anonymous.post(path, body)).status, 401);
    const other = await app.tenant();
    assert.equal((await other.post(path, body)).status, 403);
    assert.equal((await admin.post(path, body)).status, 201);
    assert.equal((await submissionsOf(form))[0].userId, admin.userId);
    assert.equal((await admin.post(path, body)).status, 409);
  });

  it('applies logic: hidden fields are not stored, and fields can be required by an answer', async () => {
    const form = await publish({
      fields: ['email', 'kind', 'budget', 'lastName'],
      fieldSettings: { kind: { type: 'choice', options: ['person', 'company'] }, budget: { type: 'number' } },
      logic: [rule('show', ['budget']), rule('require', ['budget'])],
    });
    const email = address();
    assert.equal((await submit(form, { email, lastName: 'L', kind: 'company' })).status, 422);
    assert.equal((await submit(form, { email, lastName: 'L', kind: 'person', budget: 5 })).status, 201);
    assert.deepEqual((await submissionsOf(form))[0].data, { email, kind: 'person', lastName: 'L' });
  });

  it('is open to pages of every origin, without cookies', async () => {
    const form = await publish({});
    const path = `${formsPath}/${form._id}/submit`;
    const origin = { origin: 'https://other.example' };
    const asked = {
      ...origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    const preflight = await anonymous.request('OPTIONS', path, undefined, asked);
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
    assert.equal(preflight.headers.get('access-control-allow-credentials'), null);
    const reply = await anonymous.post(path, { data: { nope: 1 } }, origin);
    assert.equal(reply.status, 422);
    assert.equal(reply.headers.get('access-control-allow-origin'), '*');
    assert.equal((await anonymous.request('OPTIONS', contactsPath, undefined, asked)).status, 405);
  });
});

describe('files of a form', () => {
  const send = (form: Json, parts: Record<string, string | File[]>) => {
    const body = new FormData();
    for (const [key, value] of Object.entries(parts))
      if (typeof value === 'string') body.append(key, value);
      else for (const file of value) body.append(key, file);
    return fetch(`${anonymous.url}${formsPath}/${form._id}/submit`, { method: 'POST', body });
  };

  it('belong to the submission, and only those who read submissions get them', async () => {
    const form = await publish({
      fields: ['email', 'lastName', 'resume'],
      requiredFields: ['resume'],
      fieldSettings: { resume: { type: 'files', label: 'CV' } },
    });
    const file = new File(['hello'], 'cv.txt', { type: 'text/plain' });
    const sent = await send(form, { email: address(), lastName: 'L', resume: [file] });
    assert.equal(sent.status, 201, await sent.text());
    const [submission] = await submissionsOf(form);
    const files = (await admin.get(`/api/forms/formSubmissionFiles?filter[formSubmissionId]=${submission._id}`)).body
      .data;
    assert.equal(files.length, 1);
    assert.equal(files[0].name, 'cv.txt');
    assert.equal((await admin.get(files[0].url)).text, 'hello');
    assert.equal((await anonymous.get(files[0].url)).status, 401);
    const seller = await app.user({ permissions: ['sales:*', 'data:read'] });
    assert.equal((await seller.get(files[0].url)).status, 403);
    const without = await send(form, { email: address(), lastName: 'L' });
    assert.equal(without.status, 422);
    const stray = await send(form, { email: address(), lastName: 'L', resume: [file], email2: [file] });
    assert.equal(stray.status, 422);
    const left = await sql('select count(*)::int as n from file_uploads');
    assert.equal(left[0].n, 0);
  });

  it('are refused when they are too large or too many, or the form does not exist', async () => {
    const form = await publish({ fields: ['email', 'lastName', 'cv'], fieldSettings: { cv: { type: 'files' } } });
    const large = new File([new Uint8Array(10_000_001)], 'a.bin');
    assert.equal((await send(form, { email: address(), lastName: 'L', cv: [large] })).status, 413);
    const small = new File(['x'], 'a.txt');
    assert.equal((await send(form, { lastName: 'L', cv: Array(11).fill(small) })).status, 413);
    assert.equal((await send({ _id: crypto.randomUUID() }, { cv: [small] })).status, 404);
    await sleep(200);
    assert.equal((await sql('select count(*)::int as n from file_uploads'))[0].n, 0);
  });
});
