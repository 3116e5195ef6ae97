import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';
import { Mailbox, mailsSettled } from '#test/mailbox.ts';
import { until } from '#test/process.ts';
import { receiverForFile, signatureOf } from '#test/receiver.ts';

/** A captcha provider that accepts the token `solved`. */
const asked: URLSearchParams[] = [];
let broken = false;
const captcha = http.createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const form = new URLSearchParams(text);
    asked.push(form);
    if (broken) response.writeHead(500).end('oops');
    else response.end(JSON.stringify({ success: form.get('response') === 'solved' && request.url === '/siteverify' }));
  });
});
await new Promise<void>((resolve) => captcha.listen(0, '127.0.0.1', resolve));
after(() => captcha.close());
const provider = `http://127.0.0.1:${(captcha.address() as AddressInfo).port}`;

const receiver = await receiverForFile();
const mailbox = new Mailbox();
const app = await appForFile({
  ...mailbox.env,
  WEBHOOK_ALLOW_PRIVATE: 'true',
  HCAPTCHA_URL: provider,
  TURNSTILE_URL: provider,
});
const { admin, anonymous, sql } = app;
const formsPath = '/api/forms/forms';
const secret = 'a secret of sixteen';

const publish = (fields: Json): Promise<Json> =>
  admin.create(formsPath, {
    name: 'F',
    status: 'published',
    fields: ['who'],
    fieldSettings: { who: { type: 'email' } },
    ...fields,
  });
const submit = (form: Json, more: Json = {}) =>
  anonymous.post(`${formsPath}/${form._id}/submit`, { data: { who: 'ada@example.com' }, ...more });
const submissionsOf = async (form: Json): Promise<Json[]> =>
  (await admin.get(`/api/forms/formSubmissions?filter[formId]=${form._id}&sort=createdAt`)).body.data;

describe('the mail about a submission', () => {
  const desk = 'desk@example.com';
  const mailsTo = async (address: string) => {
    await mailsSettled(app);
    return mailbox.all(address).filter(({ subject }) => subject.startsWith('New submission: '));
  };

  it('has the answers, for users and addresses that are notified, once each', async () => {
    const colleague = await app.user({ permissions: ['forms:read'] });
    const [{ email: theirs }] = await sql('select email from identity_users where id = $1', [colleague.userId]);
    const form = await publish({
      title: 'Ask us\n anything',
      submitAction: 'sendEmail',
      notifyEmails: [desk, desk.toUpperCase()],
      notifyUserIds: [colleague.userId],
      fields: ['who', 'topics', 'urgent', 'remarks'],
      fieldSettings: {
        who: { type: 'email', label: 'Your address' },
        topics: { type: 'list', label: 'Topics', options: ['price', 'delivery'] },
        urgent: { type: 'boolean', label: 'Urgent' },
        remarks: { type: 'longText', label: 'Remarks' },
      },
    });
    const remarks = '<b>Bold</b> & more';
    const data = { who: 'ada@example.com', topics: ['price', 'delivery'], urgent: true, remarks };
    assert.equal((await submit(form, { data })).status, 201);
    for (const address of [desk, theirs]) {
      const mails = await mailsTo(address);
      assert.equal(mails.length, 1, address);
      assert.equal(mails[0]?.subject, 'New submission: Ask us anything');
      assert.equal(
        mails[0]?.text.trim(),
        `Your address: ada@example.com\n\nTopics: price, delivery\n\nUrgent: yes\n\nRemarks: ${remarks}`,
      );
      assert.match(mails[0]?.raw ?? '', /&lt;b&gt;Bold&lt;\/b&gt; &amp; more/);
    }
    assert.equal((await submissionsOf(form))[0].status, 'processed');
  });

  it('is not sent for robots, nor for answers that are refused', async () => {
    const quiet = 'quiet@example.com';
    const form = await publish({ submitAction: 'storeOnly', notifyEmails: [quiet] });
    assert.equal((await submit(form, { website_url_confirm: 'x' })).status, 201);
    assert.equal((await submit(form, { data: { who: 'nobody' } })).status, 422);
    assert.deepEqual(await mailsTo(quiet), []);
    assert.equal((await submit(form)).status, 201);
    assert.equal((await mailsTo(quiet)).length, 1);
  });
});

describe('the webhook of a form', () => {
  it('gets the submission, signed, after the visitor has the answer', async () => {
    const form = await publish({ submitAction: 'callWebhook', submitUrl: receiver.url('/a'), submitSecret: secret });
    assert.deepEqual(form.submitSecret, { set: true });
    assert.equal((await submit(form, { utmSource: 'x' })).status, 201);
    const [arrival] = await receiver.received('/a');
    const [submission] = await submissionsOf(form);
    assert.equal(arrival?.headers['x-platform-signature'], signatureOf(secret, arrival?.raw as Buffer));
    assert.equal(arrival?.headers['x-platform-delivery'], submission._id);
    assert.deepEqual(arrival?.body.data, { who: 'ada@example.com' });
    assert.equal(arrival?.body.utmSource, 'x');
    await until('it is processed', async () => (await submissionsOf(form))[0].status === 'processed');
  });

  it('is tried again while the receiver fails, and says why it waits', async () => {
    receiver.answer(500);
    const form = await publish({ submitAction: 'callWebhook', submitUrl: receiver.url('/b') });
    await submit(form);
    await receiver.received('/b');
    await until('the reason is stored', async () => (await submissionsOf(form))[0].error !== null);
    const [waiting] = await submissionsOf(form);
    assert.equal(waiting.status, 'received');
    assert.match(waiting.error.message, /answered 500/);
    receiver.well();
    await sql(`update jobs set run_at = now() where name = 'forms.deliver-submission'`);
    await until('it is processed', async () => (await submissionsOf(form))[0].status === 'processed', 30_000);
    assert.equal((await submissionsOf(form))[0].error, null);
  });

  it('does not get submissions of robots', async () => {
    const form = await publish({ submitAction: 'callWebhook', submitUrl: receiver.url('/c') });
    await submit(form, { website_url_confirm: 'x' });
    await submit(form);
    await receiver.received('/c');
    assert.equal(receiver.at('/c').length, 1);
  });

  it('gets a submission once, also when several compete for the last place', async () => {
    const form = await publish({ submitAction: 'callWebhook', submitUrl: receiver.url('/d'), submissionLimit: 1 });
    await Promise.all(Array.from({ length: 5 }, () => submit(form)));
    await receiver.received('/d');
    await until('it is processed', async () => (await submissionsOf(form))[0].status === 'processed');
    assert.equal(receiver.at('/d').length, 1);
  });
});

describe('the captcha of a form', () => {
  it('is asked for, and checked at the provider', async () => {
    const setting = {
      key: 'forms.captcha',
      value: { provider: 'turnstile', siteKey: 'site-key' },
      secretValue: 'shh-secret',
    };
    assert.equal((await admin.post('/api/ui/settings', { ...setting, value: { provider: 'x' } })).status, 422);
    await admin.create('/api/ui/settings', setting);
    const form = await publish({ captcha: true });
    const page = await anonymous.get(`/f/default/${form.slug}`);
    assert.match(page.text, /data-sitekey="site-key"/);
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /script-src 'self' https:\/\/challenges\.cloudflare\.com/,
    );
    assert.doesNotMatch(page.text, /shh-secret/);
    const missing = await submit(form);
    assert.equal(missing.body.error.details[0].field, 'captchaToken');
    assert.equal((await submit(form, { captchaToken: 'wrong' })).status, 422);
    assert.equal((await submit(form, { captchaToken: 'solved' })).status, 201);
    assert.equal(asked.at(-1)?.get('secret'), 'shh-secret');
    const flat = await anonymous.post(
      `${formsPath}/${form._id}/submit`,
      'who=a@example.com&cf-turnstile-response=solved',
      {
        'content-type': 'application/x-www-form-urlencoded',
      },
    );
    assert.equal(flat.status, 201, flat.text);
    broken = true;
    assert.equal((await submit(form, { captchaToken: 'solved' })).status, 503);
    assert.equal((await submissionsOf(form)).length, 2);
  });
});
