import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { invalid, refused, types } from '#test/expect.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { long } from '#test/long.ts';
import { MailPages } from '#test/mail-pages.ts';
import { Mailbox } from '#test/mailbox.ts';
import { until } from '#test/process.ts';

const mailbox = new Mailbox();
const app = await appForFile(mailbox.env);
const { admin, sql } = app;
const pages = new MailPages(app);
const lists = '/api/communications/emailLists';

let addressCount = 0;
const newAddress = (): string => {
  addressCount += 1;
  return `person-${addressCount}@example.com`;
};
const newList = (fields: Json = {}): Promise<Json> => admin.create(lists, { name: 'Weekly news', ...fields });
const counts = async ({ _id }: Json): Promise<Json> => {
  const { memberCount, unsubscribedCount } = (await admin.get(`${lists}/${_id}`)).body;
  return { memberCount, unsubscribedCount };
};
const subscribe = (list: Json, body: Json) => admin.post(`/api/communications/email-lists/${list._id}/subscribe`, body);
const membersOf = (list: Json): Promise<Json[]> =>
  sql(
    'select id, email, status, name, variables, source from communications_email_list_members where email_list_id = $1 order by email',
    [list._id],
  );
const suppressionsOf = (email: string): Promise<Json[]> =>
  sql(
    'select id, reason, email_list_id, active, email_id from communications_email_suppressions where email_folded = lower($1) order by created_at',
    [email],
  );
const result = (over: Json = {}) => ({ subscribed: 0, pending: 0, alreadySubscribed: 0, rejected: [], ...over });

describe('subscribing', () => {
  it('adds an address with its event, counts it, and does not add it twice', async () => {
    const list = await newList();
    const email = newAddress();
    const reply = await subscribe(list, { email, name: 'Ada', variables: { plan: 'pro' } });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.body, result({ subscribed: 1 }));
    const [member] = await membersOf(list);
    assert.deepEqual(
      { ...member, id: '' },
      { id: '', email, status: 'subscribed', name: 'Ada', variables: { plan: 'pro' }, source: 'api' },
    );
    const [created] = await app.events(member.id);
    assert.equal(created?.type, 'emailListMember.created');
    assert.equal(created?.record.email, email);
    assert.equal(created?.actor_id, admin.userId);
    const read = await admin.get(`/api/communications/emailListMembers/${member.id}`);
    assert.deepEqual(created?.record, read.body);
    assert.deepEqual((await subscribe(list, { email: email.toUpperCase() })).body, result({ alreadySubscribed: 1 }));
    assert.deepEqual(await counts(list), { memberCount: 1, unsubscribedCount: 0 });
  });

  it('takes 10,000 addresses, lists the rejected ones, and updates the list once', async () => {
    const list = await newList();
    const emails = Array.from({ length: 9997 }, (_, n) => `many-${n}@example.com`);
    const reply = await subscribe(list, {
      emails: [...emails, 'MANY-1@example.com', 'not an address', `${'x'.repeat(300)}@example.com`],
    });
    assert.equal(reply.status, 200, reply.text.slice(0, 500));
    assert.equal(reply.body.subscribed, 9997);
    assert.deepEqual(
      reply.body.rejected.map(({ reason }: Json) => reason),
      ['duplicate', 'invalid', 'invalid'],
    );
    assert.deepEqual(await counts(list), { memberCount: 9997, unsubscribedCount: 0 });
    const events = await app.events(list._id);
    assert.ok(events.length <= 3, `${events.length} events of the list`);
    const [{ count }] = await sql(
      `select count(*)::int from events where type = 'emailListMember.created' and record->>'emailListId' = $1`,
      [list._id],
    );
    assert.equal(count, 9997);
    invalid(await subscribe(list, { emails: [...emails, ...Array.from({ length: 4 }, () => newAddress())] }), {
      emails: 'out_of_range',
    });
  });

  it('adds contacts by id, and rejects those without an address', async () => {
    const list = await newList();
    const email = newAddress();
    const contact = await admin.create('/api/sales/contacts', { firstName: 'Ada', lastName: 'Byron', email });
    const without = await admin.create('/api/sales/contacts', { lastName: 'Nobody' });
    const reply = await subscribe(list, { contactIds: [contact._id, without._id] });
    assert.deepEqual(reply.body, result({ subscribed: 1, rejected: [{ email: without._id, reason: 'noAddress' }] }));
    const [member] = await membersOf(list);
    assert.equal(member.name, 'Ada Byron');
  });

  it('rejects addresses that are suppressed, in any case of letters', async () => {
    const list = await newList();
    const email = newAddress();
    const made = await admin.create('/api/communications/emailSuppressions', {
      email: email.toUpperCase(),
      reason: 'bounced',
    });
    assert.deepEqual((await subscribe(list, { email })).body, result({ rejected: [{ email, reason: 'bounced' }] }));
    await admin.patch(`/api/communications/emailSuppressions/${made._id}`, { active: false });
    assert.deepEqual((await subscribe(list, { email })).body, result({ subscribed: 1 }));
  });

  it('again after unsubscribing needs an explicit wish', async () => {
    const list = await newList();
    const email = newAddress();
    await subscribe(list, { email });
    const reply = await admin.post(`${lists}/${list._id}/unsubscribe`, { email: email.toUpperCase() });
    assert.deepEqual([reply.status, reply.body.status], [200, 'unsubscribed']);
    assert.deepEqual(await counts(list), { memberCount: 0, unsubscribedCount: 1 });
    assert.deepEqual(
      (await subscribe(list, { email })).body,
      result({ rejected: [{ email, reason: 'unsubscribed' }] }),
    );
    assert.deepEqual((await subscribe(list, { email, resubscribe: true })).body, result({ subscribed: 1 }));
    assert.deepEqual(await counts(list), { memberCount: 1, unsubscribedCount: 0 });
    const [suppression, ...others] = await suppressionsOf(email);
    assert.deepEqual([suppression.active, others], [false, []]);
    const [member] = await membersOf(list);
    const events = await app.events(member.id);
    assert.deepEqual(types(events), ['emailListMember.created', 'emailListMember.updated', 'emailListMember.updated']);
    assert.deepEqual(events[2]?.previous, events[1]?.record);
    assert.deepEqual(
      events.map(({ record }) => record.status),
      ['subscribed', 'unsubscribed', 'subscribed'],
    );
  });

  it('counts right when many requests come at once', async () => {
    const list = await newList();
    const emails = Array.from({ length: 20 }, newAddress);
    await Promise.all([...emails, ...emails].map((email) => subscribe(list, { email })));
    assert.deepEqual(await counts(list), { memberCount: 20, unsubscribedCount: 0 });
    assert.equal((await membersOf(list)).length, 20);
  });

  it('is refused without permission, for an unknown list and without addresses', async () => {
    const list = await newList();
    const reader = await app.user({ permissions: ['communications:read'] });
    refused(await reader.post(`${lists}/${list._id}/subscribe`, { email: newAddress() }), 403, 'forbidden');
    const own = await app.user({ permissions: ['communications:write:own'] });
    refused(await own.post(`${lists}/${list._id}/subscribe`, { email: newAddress() }), 404, 'not_found');
    refused(await subscribe({ _id: 'x' }, { email: newAddress() }), 404, 'not_found');
    invalid(await subscribe(list, {}), { email: 'required' });
    invalid(await subscribe(list, { emails: [newAddress(), newAddress()], name: 'x' }), { name: 'invalid' });
    refused(await subscribe(await newList({ type: 'dynamic' }), { email: newAddress() }), 409, 'conflict');
    const other = await app.tenant();
    refused(await other.post(`${lists}/${list._id}/subscribe`, { email: newAddress() }), 404, 'not_found');
  });

  it('with dryRun changes nothing', async () => {
    const list = await newList();
    const reply = await admin.post(`${lists}/${list._id}/subscribe?dryRun=true`, { email: newAddress() });
    assert.deepEqual(reply.body, result({ subscribed: 1 }));
    assert.deepEqual(await membersOf(list), []);
  });
});

describe('members that are written one by one', () => {
  const members = '/api/communications/emailListMembers';

  const waitForCounts = (list: Json, memberCount: number, unsubscribedCount: number) =>
    until(`${memberCount} members`, async () => {
      const found = await counts(list);
      return found.memberCount === memberCount && found.unsubscribedCount === unsubscribedCount;
    });

  it('are counted too, once for each request', async () => {
    const list = await newList();
    const first = await admin.create(members, { emailListId: list._id, email: newAddress() });
    await waitForCounts(list, 1, 0);
    const operations = Array.from({ length: 50 }, () => ({
      op: 'create',
      record: { emailListId: list._id, email: newAddress() },
    }));
    const before = (await app.events(list._id)).length;
    assert.equal((await admin.post(`${members}/bulk`, { operations })).status, 200);
    await waitForCounts(list, 51, 0);
    assert.equal((await app.events(list._id)).length, before + 1);
    await admin.patch(`${members}/${first._id}`, { status: 'unsubscribed' });
    await waitForCounts(list, 50, 1);
    await admin.delete(`${members}/${first._id}`);
    await waitForCounts(list, 50, 0);
  });

  it('come back with their list', async () => {
    const list = await newList();
    await subscribe(list, { emails: [newAddress(), newAddress()] });
    assert.equal((await admin.delete(`${lists}/${list._id}`)).status, 204);
    assert.equal((await admin.post(`${lists}/${list._id}/restore`, {})).status, 200);
    assert.equal((await membersOf(list)).length, 2);
    assert.deepEqual(await counts(list), { memberCount: 2, unsubscribedCount: 0 });
  });
});

describe('importing', () => {
  it('reads CSV with names and variables, and lists the rejected addresses', async () => {
    const list = await newList();
    const csv =
      '\ufeffName;E-Mail;City\r\n"Ada ""A"" Byron";ada@csv.example;London\r\n;grace@csv.example;\r\n\r\nx;nothing;y\r\n';
    const reply = await admin.request('POST', `${lists}/${list._id}/import`, csv, { 'content-type': 'text/csv' });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.body, result({ subscribed: 2, rejected: [{ email: 'nothing', reason: 'invalid' }] }));
    const [ada, grace] = await membersOf(list);
    assert.deepEqual([ada.name, ada.variables, ada.source], ['Ada "A" Byron', { City: 'London' }, 'import']);
    assert.deepEqual([grace.name, grace.variables], [null, null]);
  });

  it('takes 50,000 addresses', long, async () => {
    const list = await newList();
    const csv = Array.from({ length: 50_000 }, (_, n) => `import-${n}@example.com`).join('\n');
    const reply = await admin.request('POST', `${lists}/${list._id}/import`, csv, { 'content-type': 'text/csv' });
    assert.equal(reply.body?.subscribed, 50_000, reply.text.slice(0, 500));
    assert.deepEqual(await counts(list), { memberCount: 50_000, unsubscribedCount: 0 });
    const more = `${csv}\none-more@example.com`;
    const refusal = await admin.request('POST', `${lists}/${list._id}/import`, more, { 'content-type': 'text/csv' });
    invalid(refusal, { csv: 'out_of_range' });
  });

  it('takes rows as JSON, and says what is wrong with a file', async () => {
    const list = await newList();
    const rows = [{ email: newAddress(), name: 'A' }, { email: newAddress() }];
    assert.deepEqual((await admin.post(`${lists}/${list._id}/import`, { rows })).body, result({ subscribed: 2 }));
    invalid(await admin.post(`${lists}/${list._id}/import`, { csv: 'name,city\na,b' }), { csv: 'required' });
    invalid(await admin.post(`${lists}/${list._id}/import`, { csv: 'email\n"open' }), { csv: 'invalid_format' });
    invalid(await admin.post(`${lists}/${list._id}/import`, {}), { rows: 'required' });
    const elsewhere = await admin.request('POST', lists, 'name\nx', { 'content-type': 'text/csv' });
    refused(elsewhere, 415, 'unsupported_media_type');
  });
});

describe('double opt-in', () => {
  it('holds for forms too, whatever the form sets: strangers type any address', async () => {
    const list = await newList({ doubleOptIn: true });
    const form = await admin.create('/api/forms/forms', {
      name: 'Newsletter',
      status: 'published',
      modelKey: 'communications.emailListMembers',
      fields: ['email'],
      submitAction: 'createRecord',
      defaultValues: { emailListId: list._id, status: 'subscribed' },
    });
    const email = newAddress();
    const reply = await app.anonymous.post(`/api/forms/forms/${form._id}/submit`, { data: { email } });
    assert.equal(reply.status, 201, reply.text);
    assert.deepEqual(
      (await membersOf(list)).map(({ status }) => status),
      ['pending'],
    );
    const { link } = await mailbox.next(email, /confirm your subscription/);
    await pages.post(link);
    assert.deepEqual(
      (await membersOf(list)).map(({ status }) => status),
      ['subscribed'],
    );
    const open = await newList();
    await admin.patch(`/api/forms/forms/${form._id}`, { defaultValues: { emailListId: open._id } });
    await app.anonymous.post(`/api/forms/forms/${form._id}/submit`, { data: { email: newAddress() } });
    assert.deepEqual(
      (await membersOf(open)).map(({ status }) => status),
      ['subscribed'],
    );
  });

  it('adds an address once its owner confirms; opening the link alone changes nothing', async () => {
    const list = await newList({ doubleOptIn: true, name: '<script>alert(1)</script>' });
    const email = newAddress();
    assert.deepEqual((await subscribe(list, { email })).body, result({ pending: 1 }));
    assert.deepEqual(await counts(list), { memberCount: 0, unsubscribedCount: 0 });
    const { link } = await mailbox.next(email, /confirm your subscription/);
    const page = await pages.visit(link);
    assert.equal(page.status, 200);
    assert.match(page.text, /&lt;script&gt;alert\(1\)/);
    assert.doesNotMatch(page.text, /<script/);
    assert.equal((await membersOf(list))[0].status, 'pending');
    const confirmed = await pages.post(link);
    assert.match(confirmed.text, /You are subscribed/);
    assert.equal((await membersOf(list))[0].status, 'subscribed');
    assert.deepEqual(await counts(list), { memberCount: 1, unsubscribedCount: 0 });
    assert.match((await pages.post(link)).text, /You are subscribed/);
    assert.deepEqual(await counts(list), { memberCount: 1, unsubscribedCount: 0 });
  });

  it('takes back an unsubscription only when it is confirmed, and an old link does not', async () => {
    const list = await newList({ doubleOptIn: true });
    const email = newAddress();
    await subscribe(list, { email });
    const { link } = await mailbox.next(email, /confirm/);
    await pages.post(link);
    await admin.post(`${lists}/${list._id}/unsubscribe`, { email });
    assert.match((await pages.post(link)).text, /You are not subscribed/);
    assert.deepEqual((await subscribe(list, { email })).body, result({ pending: 1 }));
    assert.equal((await suppressionsOf(email))[0].active, true);
    await pages.post((await mailbox.next(email, /confirm/)).link);
    assert.equal((await suppressionsOf(email))[0].active, false);
    assert.deepEqual(await counts(list), { memberCount: 1, unsubscribedCount: 0 });
  });
});

describe('unsubscribing', () => {
  const setUp = async (fields: Json = {}) => {
    const list = await newList(fields);
    const email = newAddress();
    await subscribe(list, { email });
    const mail = await pages.mail({ to: [email], emailListId: list._id });
    return { list, email, mail, url: mail.links.unsubscribeUrl };
  };

  it('by one click (RFC 8058) stops mail of the list at once', async () => {
    const { list, email, mail, url } = await setUp();
    const reply = await pages.post(url, { 'List-Unsubscribe': 'One-Click' });
    assert.equal(reply.status, 200);
    const [suppression, ...others] = await suppressionsOf(email);
    assert.deepEqual(
      { ...suppression, id: '' },
      { id: '', reason: 'unsubscribed', email_list_id: list._id, active: true, email_id: mail.id },
    );
    assert.deepEqual(others, []);
    assert.deepEqual(types(await app.events(suppression.id)), ['emailSuppression.created']);
    assert.equal((await membersOf(list))[0].status, 'unsubscribed');
    assert.deepEqual(await counts(list), { memberCount: 0, unsubscribedCount: 1 });
    assert.deepEqual(await pages.facts(mail.id), { unsubscribed: 1 });
  });

  it('works with any body or none, as multipart, and many times at once', async () => {
    const { email, list, url } = await setUp();
    const boundary = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const replies = await Promise.all([
      pages.visit(url, 'POST'),
      pages.post(url),
      pages.visit(url, 'POST', { 'content-type': 'multipart/form-data; boundary=x' }, boundary),
      ...Array.from({ length: 10 }, () => pages.post(url, { 'List-Unsubscribe': 'One-Click' })),
    ]);
    for (const { status, text } of replies) assert.equal(status, 200, text);
    assert.equal((await suppressionsOf(email)).length, 1);
    assert.deepEqual(await counts(list), { memberCount: 0, unsubscribedCount: 1 });
  });

  it('from a mail of no list stops all mailings, and of a deleted mail too', async () => {
    const { list, email } = await setUp();
    const mail = await pages.mail({ to: [email] });
    await admin.delete(`/api/communications/emails/${mail.id}`);
    assert.equal((await pages.post(mail.links.unsubscribeUrl)).status, 200);
    const [suppression] = await suppressionsOf(email);
    assert.deepEqual([suppression.email_list_id, suppression.active, suppression.email_id], [null, true, null]);
    assert.equal((await membersOf(list))[0].status, 'unsubscribed');
  });

  it('shows the lists of the address, escaped, and none of others', async () => {
    const { email, url } = await setUp({ name: '<script>alert("x")</script> & Co' });
    const other = await newList({ name: 'Other list' });
    await newList({ name: 'Not theirs' });
    await subscribe(other, { email });
    const page = await pages.visit(url);
    assert.equal(page.status, 200);
    assert.match(page.text, /&lt;script&gt;alert\(&quot;x&quot;\)&lt;\/script&gt; &amp; Co/);
    assert.doesNotMatch(page.text, /<script/);
    assert.match(page.text, /Other list/);
    assert.doesNotMatch(page.text, /Not theirs/);
    assert.match(page.text, new RegExp(email));
    assert.match(page.headers.get('content-security-policy') ?? '', /form-action 'self'/);
    assert.equal(page.headers.get('x-robots-tag'), 'noindex');
    assert.equal(page.headers.get('cache-control'), 'no-store');
  });

  it('from the page changes the chosen lists, and subscribing again takes it back', async () => {
    const { list, email, url } = await setUp();
    const other = await newList({ name: 'Other' });
    await subscribe(other, { email });
    const hidden = await newList({ name: 'Added meanwhile' });
    await subscribe(hidden, { email });
    const form = { form: 'preferences', do: 'save', shown: [list._id, other._id] };
    const saved = await pages.post(url, { ...form, list: other._id });
    assert.match(saved.text, /Your preferences are saved/);
    const statuses = async () =>
      (await Promise.all([list, other, hidden].map(membersOf))).map(([member]) => member.status);
    assert.deepEqual(await statuses(), ['unsubscribed', 'subscribed', 'subscribed']);
    await pages.post(url, { ...form, list: [list._id, other._id] });
    assert.deepEqual(await statuses(), ['subscribed', 'subscribed', 'subscribed']);
    assert.equal((await suppressionsOf(email))[0].active, false);
    await pages.post(url, { form: 'preferences', do: 'stop' });
    assert.deepEqual(await statuses(), ['unsubscribed', 'unsubscribed', 'unsubscribed']);
    assert.match((await pages.visit(url)).text, /Get mailings again/);
    const resumed = await pages.post(url, { form: 'preferences', do: 'resume' });
    assert.match(resumed.text, /You get mailings again/);
    assert.ok((await suppressionsOf(email)).every(({ email_list_id, active }) => email_list_id !== null || !active));
  });

  it('does not touch lists of other tenants, or lists that the address is not in', async () => {
    const { url, email } = await setUp();
    const foreign = await newList({ name: 'Foreign' });
    await pages.post(url, { form: 'preferences', do: 'save', shown: [foreign._id], list: [foreign._id] });
    assert.deepEqual(await membersOf(foreign), []);
    assert.deepEqual(await suppressionsOf(email), []);
  });

  it('needs a token for unsubscribing', async () => {
    const { mail, email } = await setUp();
    for (const url of [mail.links.viewUrl, mail.links.openUrl, mail.links.clickUrl('https://example.com/')]) {
      const token = (url.split('/').at(-1) as string).replace('.gif', '');
      assert.equal((await pages.post(`/m/u/${token}`)).status, 404);
    }
    assert.deepEqual(await suppressionsOf(email), []);
    assert.equal((await pages.visit(mail.links.unsubscribeUrl, 'DELETE')).status, 405);
  });
});
