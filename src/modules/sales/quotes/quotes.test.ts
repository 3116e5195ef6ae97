import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { simpleParser } from 'mailparser';
import { addDays, todayIn } from '#lib/days.ts';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { expireQuotes } from './jobs/expire-quotes.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'atrium-quotes-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));
const { admin, url, app, events, sql, tenant, user } = await appForFile({ DATA_DIR: dataDir });

const quotes = '/api/sales/quotes';
const today = todayIn('UTC');

/** A quote with two lines, for a contact with an address of its own. */
async function quoteOf(values: Json = {}, by: Client = admin): Promise<Json> {
  const email = `ada-${Math.random().toString(36).slice(2)}@customer.example`;
  const contact = await by.create('/api/sales/contacts', { firstName: 'Ada', lastName: 'Winter', email });
  const quote = await by.create(quotes, {
    name: 'Coffee bar',
    contactId: contact._id,
    currency: 'EUR',
    validUntil: addDays(today, 30),
    ...values,
  });
  const line = { quoteId: quote._id, quantity: 2, taxPercent: 19, unitPrice: 1234.5 };
  await by.create('/api/sales/quoteProducts', { ...line, name: 'Espresso machine', position: 1 });
  await by.create('/api/sales/quoteProducts', {
    ...line,
    name: 'Installation',
    quantity: 1,
    unitPrice: 200,
    position: 2,
  });
  return { ...quote, email };
}
const act = (id: string, action: string, body: Json = {}, by: Client = admin) =>
  by.post(`${quotes}/${id}/${action}`, body);
const sent = async (values: Json = {}, by: Client = admin): Promise<Json> => {
  const quote = await quoteOf(values, by);
  const reply = await act(quote._id, 'send', {}, by);
  assert.equal(reply.status, 200, reply.text);
  return { ...reply.body, email: quote.email };
};
const read = async (id: string): Promise<Json> => (await admin.get(`${quotes}/${id}`)).body;
const statuses = '/api/sales/quoteStatuses';
const statusId = async (key: string): Promise<string> =>
  (await admin.get(`${statuses}?filter[key]=${key}`)).body.data[0]._id;

/** The mails that an address got, oldest first. */
async function mailsTo(address: string, count = 1) {
  return eventually(async () => {
    const folder = path.join(dataDir, 'mail');
    const files = readdirSync(folder).filter((name) => name.endsWith('.eml'));
    const texts = files.map((name) => readFileSync(path.join(folder, name))).filter((text) => text.includes(address));
    assert.ok(texts.length >= count, `${texts.length} mails to ${address}`);
    return Promise.all(texts.map((text) => simpleParser(text)));
  });
}
/** The path of the customer's page, from the mail. */
async function linkOf({ email }: Json): Promise<string> {
  const [mail] = await mailsTo(email);
  const found = /\/q\/[0-9a-z]+\.[\w-]{43}/.exec(mail?.text ?? '');
  assert.ok(found, mail?.text);
  return found[0];
}
const page = async (link: string) => {
  const reply = await fetch(url + link, { redirect: 'manual' });
  return { status: reply.status, text: await reply.text(), headers: reply.headers };
};
const submit = (link: string, form: Record<string, string>) =>
  fetch(url + link, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

describe('a quote that is sent', () => {
  it('is mailed to its contact with a link and a PDF, and has the status sent', async () => {
    await admin.patch('/api/identity/company', { name: 'Kestrel Coffee' });
    const quote = await sent();
    assert.equal(quote.status, 'sent');
    assert.ok(quote.sentAt);
    const [mail] = await mailsTo(quote.email);
    assert.equal(mail?.subject, `Quote ${quote.number} from Kestrel Coffee`);
    assert.match(mail?.text ?? '', /Hello Ada Winter,/);
    const [pdf] = mail?.attachments ?? [];
    assert.equal(pdf?.filename, `Quote ${quote.number}.pdf`);
    assert.equal(pdf?.content.subarray(0, 5).toString(), '%PDF-');
    const updated = (await events(quote._id)).filter(({ type }) => type === 'quote.updated');
    assert.equal(updated.at(-1)?.record.status, 'sent');
  });

  it('keeps its link out of the record of the mail, and stores only a hash of the token', async () => {
    const quote = await sent();
    const link = await linkOf(quote);
    const token = link.slice('/q/'.length);
    const { body, text } = await admin.get(`/api/communications/emails?filter[contactId]=${quote.contactId}`);
    assert.equal(body.data.length, 1, text);
    assert.ok(body.data[0].text.includes('/q/-/hidden'));
    assert.ok(!text.includes(token));
    const files = await admin.get(`/api/sales/quoteFiles?filter[quoteId]=${quote._id}`);
    assert.equal(files.body.data[0].mimeType, 'application/pdf');
  });

  it('needs an address: that of the contact, or another one', async () => {
    const quote = await admin.create(quotes, { name: 'Nobody' });
    const refused = await act(quote._id, 'send');
    assert.equal(refused.status, 422, refused.text);
    assert.equal(refused.body.error.details[0].field, 'to');
    const to = 'someone@else.example';
    assert.equal((await act(quote._id, 'send', { to, message: 'As discussed.' })).status, 200);
    const [mail] = await mailsTo(to);
    assert.match(mail?.text ?? '', /^As discussed\.\n/);
  });

  it('is not sent after its last day', async () => {
    const quote = await quoteOf({ validUntil: addDays(today, -2) });
    const refused = await act(quote._id, 'send');
    assert.equal(refused.status, 422, refused.text);
    assert.equal(refused.body.error.details[0].field, 'validUntil');
  });

  it('has a PDF with the lines that it has from then on, also when others change them meanwhile', async () => {
    const quote = await quoteOf();
    const lines = '/api/sales/quoteProducts';
    const [line] = (await admin.get(`${lines}?filter[quoteId]=${quote._id}&sort=position`)).body.data;
    const [reply, ...changes] = await Promise.all([
      act(quote._id, 'send'),
      ...[3, 4, 5].map((quantity) => admin.patch(`${lines}/${line._id}`, { quantity })),
    ]);
    assert.ok([200, 409].includes(reply.status), reply.text);
    for (const change of changes) assert.ok([200, 422].includes(change.status), change.text);
    if (reply.status === 409) return;
    const after = await read(quote._id);
    const files = (await admin.get(`/api/sales/quoteFiles?filter[quoteId]=${quote._id}`)).body.data;
    assert.deepEqual([after.total, after.status, files.length], [reply.body.total, 'sent', 1]);
    // The same content gives the same bytes.
    const bytesAt = (path: string) => admin.get(path).then(({ text }) => text);
    const stored = await bytesAt(`/api/data/storedFiles/${files[0].storedFileId}/content`);
    assert.match(stored, /^%PDF-/);
    assert.equal(stored, await bytesAt(`${quotes}/${quote._id}/pdf`));
  });

  it('is at the version of If-Match, or is not sent', async () => {
    const quote = await quoteOf();
    const { version } = await read(quote._id);
    const late = await admin.post(`${quotes}/${quote._id}/send`, {}, { 'if-match': `"${version + 1}"` });
    assert.equal(late.status, 412, late.text);
    assert.equal((await read(quote._id)).status, 'draft');
  });

  it('needs the permission for mails', async () => {
    const quote = await quoteOf();
    const seller = await user({ permissions: ['sales:*'] });
    const reply = await act(quote._id, 'send', {}, seller);
    assert.deepEqual([reply.status, reply.body.error.details[0].code], [403, 'missing_scope']);
  });

  it('is sent by nobody without the scope', async () => {
    const reader = await user({ permissions: ['sales:read'] });
    const quote = await quoteOf();
    assert.equal((await act(quote._id, 'send', {}, reader)).status, 403);
    const stranger = await tenant();
    assert.equal((await act(quote._id, 'send', {}, stranger)).status, 404);
  });
});

describe('a sent quote', () => {
  const isSentError = (reply: Json) => {
    assert.equal(reply.status, 422, reply.text);
    assert.equal(reply.body.error.code, 'document_sent');
  };

  it('changes neither its fields nor its lines, by whatever way', async () => {
    const { _id: id, number } = await sent();
    const lines = '/api/sales/quoteProducts';
    const [line] = (await admin.get(`${lines}?filter[quoteId]=${id}`)).body.data;
    isSentError(await admin.patch(`${quotes}/${id}`, { discount: 10 }));
    isSentError(await admin.patch(`${quotes}/${id}`, { status: 'draft' }));
    const [draft] = (await admin.get('/api/sales/quoteStatuses?filter[key]=draft')).body.data;
    isSentError(await admin.patch(`${quotes}/${id}`, { statusId: draft._id }));
    isSentError(await admin.patch(`${quotes}/${id}`, { terms: 'Others' }));
    isSentError(await admin.put(`${quotes}/${id}`, { name: 'Other' }));
    isSentError(await admin.post(lines, { quoteId: id, name: 'More' }));
    isSentError(await admin.patch(`${lines}/${line._id}`, { quantity: 5 }));
    isSentError(await admin.delete(`${lines}/${line._id}`));
    const bulk = await admin.post(`${lines}/bulk`, {
      operations: [{ method: 'update', id: line._id, record: { quantity: 5 } }],
    });
    assert.ok(bulk.text.includes('document_sent') || bulk.status === 422, bulk.text);
    assert.equal((await read(id)).number, number);
    assert.equal((await admin.get(`${lines}?filter[quoteId]=${id}`)).body.data.length, 2);
  });

  it('gets another owner, and a later last day, but no earlier one', async () => {
    const { _id: id, validUntil } = await sent();
    const other = await user({ permissions: ['sales:*'] });
    assert.equal((await admin.patch(`${quotes}/${id}`, { ownerId: other.userId })).status, 200);
    assert.equal((await admin.patch(`${quotes}/${id}`, { validUntil: addDays(validUntil, 1) })).status, 200);
    isSentError(await admin.patch(`${quotes}/${id}`, { validUntil: addDays(validUntil, -1) }));
  });

  it('does not get back a line that was deleted while it was a draft', async () => {
    const quote = await quoteOf();
    const lines = '/api/sales/quoteProducts';
    const [line] = (await admin.get(`${lines}?filter[quoteId]=${quote._id}`)).body.data;
    assert.equal((await admin.delete(`${lines}/${line._id}`)).status, 204);
    assert.equal((await act(quote._id, 'send')).status, 200);
    isSentError(await admin.post(`${lines}/${line._id}/restore`, {}));
  });

  it('is deleted with its lines, and restored with them', async () => {
    const { _id: id } = await sent();
    assert.equal((await admin.delete(`${quotes}/${id}`)).status, 204);
    const restored = await admin.post(`${quotes}/${id}/restore`, {});
    assert.equal(restored.status, 200, restored.text);
    assert.equal((await admin.get(`/api/sales/quoteProducts?filter[quoteId]=${id}`)).body.data.length, 2);
  });

  it('expires when its last day is over where the account is, and is open again when it is extended', async () => {
    await admin.patch('/api/identity/company', { timeZone: 'Pacific/Kiritimati' });
    const there = todayIn('Pacific/Kiritimati');
    const over = await sent({ validUntil: there });
    const valid = await sent({ validUntil: addDays(there, 1) });
    await expireAt(over._id, addDays(there, -1));
    await app.services.jobs.enqueueForPlatform(app.services, expireQuotes);
    await eventually(async () => assert.equal((await read(over._id)).status, 'expired'));
    assert.equal((await read(valid._id)).status, 'sent');
    const last = (await events(over._id)).at(-1);
    assert.deepEqual([last?.type, last?.actor_id], ['quote.updated', null]);
    assert.match((await page(await linkOf(over))).text, /was valid until/);
    assert.equal((await admin.patch(`${quotes}/${over._id}`, { validUntil: addDays(there, 5) })).body.status, 'sent');
    assert.match((await page(await linkOf(over))).text, /Accept the quote/);
    await admin.patch('/api/identity/company', { timeZone: null });
  });
});

describe('the status of a quote', () => {
  const isNow = (moment: string): boolean => Math.abs(Date.parse(moment) - Date.now()) < 60_000;
  const patched = async (id: string, values: Json): Promise<Json> => {
    const { status, body, text } = await admin.patch(`${quotes}/${id}`, values);
    assert.equal(status, 200, text);
    return body;
  };

  it('sets its time once, whether the text or the reference is written, by PATCH, PUT and in bulk', async () => {
    const times = { sent: 'sentAt', accepted: 'acceptedAt', rejected: 'rejectedAt' };
    for (const [key, field] of Object.entries(times)) {
      const id = await statusId(key);
      for (const write of [{ statusId: id }, { status: key }]) {
        const made = await quoteOf();
        const body = await patched(made._id, write);
        assert.ok(
          isNow(body[field]) && body.status === key && body.statusId === id,
          `${field} by ${JSON.stringify(write)}`,
        );
        const [event] = (await events(made._id)).slice(-1);
        assert.equal(event?.record[field], body[field]);
        const draft = await quoteOf();
        const put = await admin.put(`${quotes}/${draft._id}`, { name: 'All of it', ...write });
        assert.ok(isNow(put.body[field]), put.text);
        assert.ok(isNow((await admin.create(quotes, write))[field]));
      }
    }
    const operations = [
      { op: 'create', record: { statusId: await statusId('sent'), sentAt: '2025-01-02T03:04:05.000Z' } },
    ];
    const { body } = await admin.post(`${quotes}/bulk`, { operations });
    assert.equal(body.results[0].record.sentAt, '2025-01-02T03:04:05.000Z');
  });

  it('keeps the time of an earlier status', async () => {
    const { _id: id, sentAt } = await patched((await quoteOf())._id, { statusId: await statusId('sent') });
    const accepted = await patched(id, { statusId: await statusId('accepted') });
    assert.equal(accepted.sentAt, sentAt);
    assert.equal((await patched(id, { status: 'sent' })).acceptedAt, accepted.acceptedAt);
    const same = await admin.put(`${quotes}/${id}`, await read(id));
    assert.equal(same.body.sentAt, sentAt, same.text);
  });

  it('sets the time of a decision by the category of a status of the tenant, too', async () => {
    const signed = await admin.create(statuses, { name: 'Signed', category: 'won' });
    const body = await patched((await quoteOf())._id, { statusId: signed._id });
    assert.deepEqual([body.status, body.rejectedAt], ['signed', null]);
    assert.ok(isNow(body.acceptedAt));
  });

  it('locks a quote that it makes a sent one', async () => {
    for (const key of ['sent', 'accepted', 'rejected', 'expired']) {
      const { _id: id } = await patched((await quoteOf())._id, { statusId: await statusId(key) });
      const reply = await admin.patch(`${quotes}/${id}`, { discount: 10 });
      assert.deepEqual([reply.status, reply.body.error.code], [422, 'document_sent'], key);
    }
  });

  it('is that of the request when an expired quote is extended at the same time', async () => {
    const { _id: id } = await patched((await quoteOf())._id, { statusId: await statusId('expired') });
    const values = { validUntil: addDays(today, 60), statusId: await statusId('cancelled') };
    assert.equal((await patched(id, values)).status, 'cancelled');
  });
});

/** Moves the last day of a quote, which no client can do. */
async function expireAt(id: string, day: string): Promise<void> {
  await sql('update sales_quotes set valid_until = $2::date where id = $1::uuid', [id, day]);
}

describe('the page of a quote', () => {
  it('shows lines and amounts, and downloads the PDF', async () => {
    const link = await linkOf(await sent());
    const { status, text, headers } = await page(link);
    assert.equal(status, 200);
    assert.match(text, /Espresso machine/);
    assert.match(text, /€2,469\.00/);
    assert.doesNotMatch(text, /<script/);
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.match(headers.get('x-robots-tag') ?? '', /noindex/);
    const pdf = await fetch(`${url}${link}/pdf`);
    assert.equal(pdf.headers.get('content-type'), 'application/pdf');
    assert.equal(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
      '%PDF-',
    );
    assert.match((await page(`${link}/quote.css`)).text, /--primary/);
  });

  it('accepts with a name, notes time and address, and tells the owner', async () => {
    const quote = await sent();
    const link = await linkOf(quote);
    const nameless = await submit(link, { do: 'accept', name: ' ' });
    assert.equal(nameless.status, 422);
    assert.match(await nameless.text(), /Enter your full name/);
    const accepted = await submit(link, { do: 'accept', name: 'Ada Winter', comment: 'Please hurry.' });
    assert.deepEqual([accepted.status, accepted.headers.get('location')], [303, link]);
    const after = await read(quote._id);
    assert.deepEqual(
      [after.status, after.decidedBy, after.decidedFrom, after.decisionComment],
      ['accepted', 'Ada Winter', '127.0.0.1', 'Please hurry.'],
    );
    assert.ok(after.acceptedAt);
    assert.match((await page(link)).text, /was accepted by Ada Winter/);
    await eventually(async () => {
      const mails = await mailsTo('admin@example.com');
      assert.ok(mails.some(({ subject }) => subject === `Ada Winter accepted quote ${quote.number}`));
    });
    const second = await submit(link, { do: 'decline' });
    assert.equal(second.status, 303);
    assert.equal((await read(quote._id)).status, 'accepted');
  });

  it('accepts once when two accept at once', async () => {
    const quote = await sent();
    const link = await linkOf(quote);
    await Promise.all(['Ada', 'Bob'].map((name) => submit(link, { do: 'accept', name })));
    const accepted = (await events(quote._id)).filter(({ record }) => record?.status === 'accepted');
    assert.equal(accepted.length, 1);
    const again = await act(quote._id, 'accept', { name: 'Staff' });
    assert.equal(again.status, 409, again.text);
    assert.match(again.body.error.message, /accepted/);
  });

  it('declines with a reason, and turns a comment into a note', async () => {
    const quote = await sent();
    const link = await linkOf(quote);
    const commented = await submit(link, { do: 'comment', comment: 'Is <b>delivery</b> included?' });
    assert.equal(commented.headers.get('location'), `${link}?comment=sent`);
    const notes = await admin.get(`/api/sales/quoteNotes?filter[quoteId]=${quote._id}`);
    assert.equal(notes.body.data[0].content, 'Is <b>delivery</b> included?');
    await submit(link, { do: 'decline', comment: 'Too expensive' });
    const after = await read(quote._id);
    assert.deepEqual([after.status, after.decisionComment], ['rejected', 'Too expensive']);
    assert.ok(after.rejectedAt);
  });

  it('shows nothing for a wrong token, or that of another quote that was deleted', async () => {
    assert.equal((await page('/q/1.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')).status, 404);
    assert.equal((await page('/q/nonsense')).status, 404);
    const quote = await sent();
    const link = await linkOf(quote);
    await admin.delete(`${quotes}/${quote._id}`);
    assert.equal((await page(link)).status, 404);
  });

  it('is that of the tenant of the token only', async () => {
    const other = await tenant();
    const link = await linkOf(await sent({ name: 'Theirs' }, other));
    assert.match((await page(link)).text, /Theirs/);
    const mine = await linkOf(await sent());
    const swapped = `${mine.split('.')[0]}.${link.split('.')[1]}`;
    assert.equal((await page(swapped)).status, 404);
  });

  it('speaks the language of the company', async () => {
    await admin.patch('/api/identity/company', { language: 'de' });
    const quote = await sent();
    const [mail] = await mailsTo(quote.email);
    assert.match(mail?.subject ?? '', /^Angebot Q-/);
    const { text } = await page(await linkOf(quote));
    assert.match(text, /<html lang="de">/);
    assert.match(text, /Angebot annehmen/);
    assert.match(text, /2\.469,00/);
    await admin.patch('/api/identity/company', { language: null });
  });
});

describe('the next version of a quote', () => {
  it('is a draft with the lines of the older one, which can no longer be accepted', async () => {
    const quote = await sent({ terms: 'Net' });
    const link = await linkOf(quote);
    const { status, body, text } = await act(quote._id, 'revise');
    assert.equal(status, 200, text);
    assert.deepEqual(
      [body.number, body.revision, body.status, body.previousVersionId, body.terms, body.sentAt],
      [`${quote.number}-v2`, 2, 'draft', quote._id, 'Net', null],
    );
    assert.equal((await admin.get(`/api/sales/quoteProducts?filter[quoteId]=${body._id}`)).body.data.length, 2);
    assert.equal((await read(quote._id)).replacedById, body._id);
    const late = await act(quote._id, 'accept', { name: 'Ada' });
    assert.equal(late.status, 409, late.text);
    const shown = await page(link);
    assert.match(shown.text, /replaced by a newer version/);
    assert.doesNotMatch(shown.text, /Espresso|<form|\/pdf"/);
    assert.equal((await page(`${link}/pdf`)).status, 404);
    assert.equal((await act(quote._id, 'revise')).status, 409);
    assert.equal((await act(body._id, 'revise')).status, 409);
    await act(body._id, 'send', { to: 'v2@customer.example' });
    const third = await act(body._id, 'revise');
    assert.equal(third.body.number, `${quote.number}-v3`);
  });

  it('leaves the status of the older one as it is, by whatever way it is written', async () => {
    const quote = await sent();
    await act(quote._id, 'revise');
    for (const values of [{ status: 'accepted' }, { statusId: await statusId('accepted') }]) {
      const reply = await admin.patch(`${quotes}/${quote._id}`, values);
      assert.deepEqual([reply.status, reply.body.error.code], [422, 'document_sent'], reply.text);
    }
    assert.equal((await act(quote._id, 'order')).status, 409);
  });

  it('is refused once there is an order', async () => {
    const quote = await sent();
    await act(quote._id, 'accept');
    await act(quote._id, 'order');
    const reply = await act(quote._id, 'revise');
    assert.equal(reply.status, 409);
    assert.match(reply.body.error.message, /has the order/);
  });
});

describe('the order of a quote', () => {
  it('has its lines and addresses, and is made once', async () => {
    const quote = await sent({ billingCity: 'Hamburg' });
    assert.equal((await act(quote._id, 'order')).status, 409);
    assert.equal((await act(quote._id, 'accept', { name: 'Ada by phone' })).body.status, 'accepted');
    const { status, body, text, headers } = await act(quote._id, 'order');
    assert.equal(status, 201, text);
    assert.equal(headers.get('location'), `/api/sales/orders/${body._id}`);
    assert.deepEqual(
      [body.quoteId, body.status, body.billingCity, body.contactId, body.currency],
      [quote._id, 'draft', 'Hamburg', quote.contactId, 'EUR'],
    );
    const lines = await admin.get(`/api/sales/orderProducts?filter[orderId]=${body._id}&sort=position`);
    assert.deepEqual(
      lines.body.data.map(({ name, quantity, unitPrice }: Json) => [name, quantity, unitPrice]),
      [
        ['Espresso machine', 2, 1234.5],
        ['Installation', 1, 200],
      ],
    );
    const second = await act(quote._id, 'order');
    assert.equal(second.status, 409, second.text);
    assert.ok(second.body.error.message.includes(body.number));
  });

  it('is one when two order at once', async () => {
    const quote = await sent();
    await act(quote._id, 'accept');
    const replies = await Promise.all([act(quote._id, 'order'), act(quote._id, 'order')]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409]);
  });

  it('stays one when a deleted order is restored', async () => {
    const quote = await sent();
    await act(quote._id, 'accept');
    const first = (await act(quote._id, 'order')).body;
    const path = (order: Json) => `/api/sales/orders/${order._id}`;
    await admin.delete(path(first));
    const second = (await act(quote._id, 'order')).body;
    const refusal = await admin.request('POST', `${path(first)}/restore`);
    assert.equal(refusal.status, 409, refusal.text);
    assert.ok(refusal.body.error.message.includes(`Cancel or delete ${second.number} first.`), refusal.text);
    await admin.post(`${path(second)}/cancel`, {});
    assert.equal((await admin.request('POST', `${path(first)}/restore`)).status, 200);
    assert.equal((await act(quote._id, 'order')).status, 409);
  });
});
