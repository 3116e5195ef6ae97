import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { fetched, mailboxOf, rowsOf, store } from '#test/incoming-tools.ts';
import { explain, listStatement } from '#test/list-statements.ts';
import { mailEnv } from '#test/mail-outbox-tools.ts';
import { receiveMail } from '#test/mailbox-tools.ts';
import { until } from '#test/process.ts';
import { indexMails } from './sql/index-mails.ts';

const test = await appForFile(mailEnv);
const { admin, app, sql, tenant, user } = test;
const emails = '/api/communications/emails';
const conversations = '/api/communications/conversations';
const permissions = ['communications:read', 'sales:read', 'ui:read'];

const found = async (client: Client, path: string, q: string): Promise<string[]> => {
  const { status, body, text } = await client.get(`${path}?q=${encodeURIComponent(q)}&sort=createdAt&limit=100`);
  assert.equal(status, 200, text);
  return body.data.map(({ _id }: Json) => _id);
};
const unread = () => sql('select from communications_emails_words where words is null');
const allAreRead = () => until('the words of all mails', async () => (await unread()).length === 0, 30_000);
/** Indexes all mails at once, without waiting for the next poll of the server. */
async function wordsAreRead(): Promise<void> {
  while ((await app.services.db.transaction('1', (tx) => indexMails(tx, '1', 1000))) > 0);
  await allAreRead();
}
/** A conversation with one mail with these texts. */
async function conversation(mail: Json): Promise<{ id: string; mailId: string }> {
  const { _id: id } = await admin.create(conversations, { subject: 'A talk' });
  return { id, mailId: await receiveMail(test, admin, id, mail) };
}

describe('the text of a mail', () => {
  it('is searched by the beginnings of its words, together with its subject and people', async () => {
    const { mailId } = await conversation({
      subject: 'Harvest',
      from: 'flora@farm.example',
      text: 'Zucchini, and\nmarrows',
    });
    await allAreRead();
    for (const q of ['zucc', 'MARROWS zucchini', 'harvest zucchini', 'flora farm marr'])
      assert.deepEqual(await found(admin, emails, q), [mailId], q);
    for (const q of ['zucchini tomato', 'ucchini']) assert.deepEqual(await found(admin, emails, q), [], q);
    const { body } = await admin.get(`${emails}/aggregate?q=zucchini&groupBy=status`);
    assert.deepEqual(body.data, [{ status: 'received', count: 1 }]);
  });

  it('finds the conversation of the mail, and the palette finds both', async () => {
    const { id, mailId } = await conversation({ text: 'The gyroscope is broken' });
    const second = await receiveMail(test, admin, id, { text: 'Another gyroscope' });
    await wordsAreRead();
    assert.deepEqual(await found(admin, conversations, 'gyroscope'), [id]);
    assert.deepEqual(await found(admin, conversations, 'gyroscope brok'), [id]);
    assert.deepEqual(await found(admin, conversations, 'talk gyroscope'), [], 'all words are in one record');
    const { body } = await admin.get('/api/ui/search?q=gyroscope');
    assert.deepEqual(new Set(body.data.map(({ recordId }: Json) => recordId)), new Set([id, mailId, second]));
  });

  it('is that of its HTML when it has no other, without markup', async () => {
    const html =
      '<style>.clavichord { color: red }</style><p title="virginal">A <b>harpsi</b>chord &amp; <i>a spinet</i> f&uuml;r M&#252;nchen<script>lute()';
    const { id, mailId } = await conversation({ text: null, html });
    await wordsAreRead();
    for (const q of ['spinet', 'chord spinet', 'für münchen']) {
      assert.deepEqual(await found(admin, emails, q), [mailId], q);
      assert.deepEqual(await found(admin, conversations, q), [id], q);
    }
    for (const q of ['clavichord', 'virginal', 'lute', 'color']) assert.deepEqual(await found(admin, emails, q), [], q);
  });

  it('is read again when it changes, and forgotten with the mail', async () => {
    const { _id } = await admin.create(emails, { to: ['a@b.example'], subject: 'Draft', text: 'about pelicans' });
    await wordsAreRead();
    assert.deepEqual(await found(admin, emails, 'pelicans'), [_id]);
    await admin.patch(`${emails}/${_id}`, { text: 'about flamingos' });
    await wordsAreRead();
    assert.deepEqual(await found(admin, emails, 'pelicans'), []);
    assert.deepEqual(await found(admin, emails, 'flamingos draft'), [_id]);
    await admin.patch(`${emails}/${_id}`, { subject: 'Birds' });
    await wordsAreRead();
    assert.deepEqual(await found(admin, emails, 'flamingos birds'), [_id]);
    await admin.patch(`${emails}/${_id}`, { text: null });
    await wordsAreRead();
    assert.deepEqual(await found(admin, emails, 'flamingos'), []);
    await admin.patch(`${emails}/${_id}`, { text: 'herons' });
    await wordsAreRead();
    await admin.delete(`${emails}/${_id}`);
    assert.deepEqual(await sql('select from communications_emails_words where id = $1', [_id]), []);
    await admin.post(`${emails}/${_id}/restore`, {});
    await wordsAreRead();
    assert.deepEqual(await found(admin, emails, 'herons'), [_id]);
  });

  it('is not indexed again when only the state of the mail changes', async () => {
    const { mailId } = await conversation({ text: 'an ocarina' });
    await wordsAreRead();
    const place = () => sql('select ctid::text from communications_emails_words where id = $1', [mailId]);
    const before = await place();
    await admin.patch(`${emails}/${mailId}`, { read: true, tags: ['a'] });
    assert.deepEqual(await place(), before);
  });

  it('is searched by its index, for mails and for conversations', async () => {
    await conversation({ text: 'An astrolabe' });
    // Many other mails, so that the planner chooses the index.
    await sql(
      `insert into communications_emails (tenant_id, id, subject, text)
       select 1, gen_random_uuid(), md5(n::text), md5(n::text) || ' ' || md5((n + 1)::text) from generate_series(1, 5000) n`,
    );
    await wordsAreRead();
    await sql('vacuum analyze communications_emails, communications_emails_words, communications_conversations');
    for (const path of [emails, conversations]) {
      const plan = await explain(test, await listStatement(test, () => admin.get(`${path}?q=astrolabe`)));
      for (const index of ['emails_words_gin_idx', 'emails_gin_idx'])
        assert.ok(plan.includes(index), `${path}: ${plan}`);
    }
  });

  it('is read once by two nodes at the same time, and a change meanwhile is not lost', async () => {
    await wordsAreRead();
    const { _id } = await admin.create(emails, { to: ['a@b.example'], subject: 'Draft', text: 'ptarmigan' });
    await app.services.db.transaction('1', async (tx) => {
      await indexMails(tx, '1', 100);
      assert.equal(await app.services.db.transaction('1', (other) => indexMails(other, '1', 100)), 0);
      const changed = admin.patch(`${emails}/${_id}`, { text: 'capercaillie' });
      // The change waits for this transaction.
      await new Promise((resolve) => setTimeout(resolve, 200));
      void changed.catch(() => {});
    });
    await until('the change', async () => (await found(admin, emails, 'capercaillie')).length === 1);
    assert.deepEqual(await found(admin, emails, 'ptarmigan'), []);
  });
});

describe('the text of a mail is not searched', () => {
  it('for another tenant', async () => {
    await conversation({ text: 'A theodolite' });
    await wordsAreRead();
    const other = await tenant();
    for (const path of [emails, conversations]) assert.deepEqual(await found(other, path, 'theodolite'), []);
  });

  it('for people from whom it is hidden', async () => {
    const { id, mailId } = await conversation({ subject: 'Sextant', text: 'A chronometer' });
    await wordsAreRead();
    const hidden = await user({ permissions, hiddenFields: { 'communications.emails': ['text'] } });
    for (const path of [emails, conversations]) assert.deepEqual(await found(hidden, path, 'chronometer'), []);
    assert.deepEqual(await found(hidden, emails, 'sextant'), [mailId]);
    assert.deepEqual(await found(hidden, conversations, 'sextant'), [id]);
    const { mailId: ofHtml } = await conversation({ text: null, html: '<p>A barometer</p>' });
    await wordsAreRead();
    assert.deepEqual(await found(admin, emails, 'barometer'), [ofHtml]);
    const withoutHtml = await user({ permissions, hiddenFields: { 'communications.emails': ['html'] } });
    for (const path of [emails, conversations]) assert.deepEqual(await found(withoutHtml, path, 'barometer'), []);
    const withoutSubjects = await user({ permissions, hiddenFields: { 'communications.emails': ['subject'] } });
    for (const path of [emails, conversations])
      assert.deepEqual(await found(withoutSubjects, path, 'sextant chronometer'), []);
    const withoutConversations = await user({
      permissions,
      hiddenFields: { 'communications.emails': ['conversationId'] },
    });
    assert.deepEqual(await found(withoutConversations, conversations, 'chronometer'), []);
    const narrow = await user({ permissions: ['communications:read:own'] });
    for (const path of [emails, conversations]) assert.deepEqual(await found(narrow, path, 'chronometer'), []);
  });

  it('for colleagues of somebody whose mailbox shares metadata only; they find it themselves', async () => {
    const ada = await user({ permissions: ['communications:read', 'communications:write'] });
    const mailbox = await mailboxOf(test, ada, { sharing: 'metadata' });
    const source = [
      'From: client@metadata.example',
      `To: ${mailbox.email}`,
      'Subject: Astronomy',
      'Message-ID: <1@metadata.example>',
      '',
      'About a quadrant',
    ];
    const [mail, thread] = await rowsOf(test, (await store(mailbox, fetched(source.join('\r\n'))))[0]);
    await wordsAreRead();
    const colleague = await user({ permissions });
    assert.equal(
      (await colleague.get(`${conversations}/${thread.id}`)).status,
      200,
      'the conversation itself is shared',
    );
    for (const q of ['quadrant', 'astronomy']) {
      assert.deepEqual(await found(ada, emails, q), [mail.id], q);
      assert.deepEqual(await found(ada, conversations, q), [thread.id], q);
      for (const stranger of [colleague, admin])
        for (const path of [emails, conversations]) assert.deepEqual(await found(stranger, path, q), [], q);
    }
  });
});
