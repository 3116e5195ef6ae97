import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inTransaction } from '#core/context.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { fetched, mailboxOf as newMailbox, store, type TestMailbox } from '#test/incoming-tools.ts';
import { long } from '#test/long.ts';
import { type CorpusMessage, corpus, mime, oddMessages, threadCorpus } from '#test/mail-corpus.ts';
import { until } from '#test/process.ts';
import { refreshConversations } from '../../conversations/privacy/refresh.ts';
import { recountConversations } from '../../conversations/recount.ts';
import type { Mailbox, StoredMessage } from '../../messages/reading/message.ts';
import { applySharing } from '../sharing/apply-sharing.ts';
import { linkMailsOf } from './link-contacts.ts';

const test = await appForFile();
const { admin, sql, tenant, user } = test;
const mailboxOf = (by: Client, settings?: Partial<Mailbox>) => newMailbox(test, by, settings);

const emailOf = async ({ emailId }: StoredMessage | undefined = { emailId: null, outcome: 'known' }): Promise<Json> =>
  (await sql('select * from communications_emails where id = $1', [emailId]))[0];
const conversationOf = async (stored: StoredMessage | undefined): Promise<Json> => {
  const { conversation_id: id } = await emailOf(stored);
  return (await sql('select * from communications_conversations where id = $1', [id]))[0];
};

describe('a message of a mailbox', () => {
  it('becomes a mail and a conversation, with events', async () => {
    const mailbox = await mailboxOf(admin);
    const [stored] = await store(
      mailbox,
      fetched(
        mime({
          from: 'Jane Doe <jane@customer.example>',
          to: mailbox.email,
          subject: 'Offer',
          text: 'Please send it.',
        }),
      ),
    );
    assert.equal(stored?.outcome, 'created');
    const mail = await emailOf(stored);
    assert.equal(mail.from, 'jane@customer.example');
    assert.equal(mail.from_name, 'Jane Doe');
    assert.deepEqual(
      [mail.direction, mail.status, mail.category, mail.read],
      ['inbound', 'received', 'personal', false],
    );
    const conversation = await conversationOf(stored);
    assert.deepEqual(
      [conversation.subject, conversation.preview, conversation.status, Number(conversation.unread_count)],
      ['Offer', 'Please send it.', 'open', 1],
    );
    assert.deepEqual(conversation.participants, ['jane@customer.example', mailbox.email]);
    const events = await sql('select type, record from events where record_id = any($1) order by type', [
      [stored?.emailId, conversation.id],
    ]);
    assert.deepEqual(
      events.map(({ type }: Json) => type),
      ['conversation.created', 'email.created'],
    );
    const { messageCount, visibility, preview } = events[0].record;
    assert.deepEqual([messageCount, visibility, preview], [1, 'private', 'Please send it.']);
  });

  it('is stored once, whatever the number of folders and mailboxes, and does not come back', async () => {
    const one = await mailboxOf(admin);
    const other = await user({ permissions: ['communications:read'] });
    const two = await mailboxOf(other, { sharing: 'nothing' });
    const text = mime({ from: 'a@customer.example', to: one.email, subject: 'Once', text: 'Same' });
    const [first, again] = await store(one, fetched(text), fetched(text, { folder: 'other' }));
    assert.deepEqual([first?.outcome, again?.outcome], ['created', 'known']);
    assert.equal(again?.emailId, first?.emailId);
    const [copy] = await store(two, fetched(`Received: by two\r\nDelivered-To: ${two.email}\r\n${text}`));
    assert.deepEqual([copy?.outcome, copy?.emailId], ['known', first?.emailId]);
    const mail = await emailOf(first);
    assert.deepEqual([...mail.viewer_ids].sort(), [admin.userId, other.userId].sort());
    assert.equal((await admin.delete(`/api/communications/emails/${first?.emailId}`)).status, 204);
    const [deleted] = await store(one, fetched(text));
    assert.deepEqual(deleted, { emailId: null, outcome: 'known' });
  });

  it('is not stored when its sender is blocked', async () => {
    const mailbox = await mailboxOf(admin, { blocklist: ['spam.example', 'x@ok.example'] });
    const from = (address: string) => fetched(mime({ from: address, to: mailbox.email, subject: 'Hi', text: address }));
    const stored = await store(mailbox, from('a@mail.spam.example'), from('x@ok.example'), from('y@ok.example'));
    assert.deepEqual(
      stored.map(({ outcome }) => outcome),
      ['left out', 'left out', 'created'],
    );
  });

  it('that shares a Message-ID with another one is its own mail', async () => {
    const mailbox = await mailboxOf(admin);
    const with_ = (text: string) =>
      fetched(mime({ from: 'a@dup.example', to: mailbox.email, subject: 'Dup', text, id: '<dup@dup.example>' }));
    const stored = await store(mailbox, with_('one'), with_('two'));
    assert.deepEqual(
      stored.map(({ outcome }) => outcome),
      ['created', 'created'],
    );
  });

  it('is linked to contact, account and the only open deal', async () => {
    const mailbox = await mailboxOf(admin);
    const account = await admin.create('/api/sales/accounts', { name: 'Linked', domain: 'linked.example' });
    const contact = await admin.create('/api/sales/contacts', { email: 'Kim@linked.example', accountId: account._id });
    const deal = await admin.create('/api/sales/opportunities', { name: 'Deal', contactId: contact._id });
    await admin.create('/api/sales/opportunities', { name: 'Old', contactId: contact._id, stage: 'won' });
    const [stored, colleague] = await store(
      mailbox,
      fetched(mime({ from: 'kim@Linked.example', to: mailbox.email, subject: 'L', text: 'x' })),
      fetched(mime({ from: 'new@linked.example', to: mailbox.email, subject: 'M', text: 'y' })),
    );
    const mail = await emailOf(stored);
    assert.deepEqual(
      [mail.contact_id, mail.account_id, mail.opportunity_id, mail.visibility],
      [contact._id, account._id, deal._id, 'linked'],
    );
    const other = await emailOf(colleague);
    assert.deepEqual([other.contact_id, other.account_id, other.visibility], [null, account._id, 'private']);
    await admin.create('/api/sales/contacts', { email: 'new@linked.example' });
    await linkMailsOf(mailbox.context);
    assert.equal((await emailOf(colleague)).visibility, 'linked');
    assert.equal((await conversationOf(colleague)).visibility, 'linked');
  });

  it('makes a contact only when the tenant wants it, and only of people', async () => {
    const mailbox = await mailboxOf(admin, { createsContacts: true });
    await store(
      mailbox,
      fetched(mime({ from: '"Roe, Richard" <rr@made.example>', to: mailbox.email, subject: 'A', text: 'x' })),
      fetched(
        mime({
          from: 'list@made.example',
          to: mailbox.email,
          subject: 'B',
          text: 'y',
          headers: ['List-Id: <l.made.example>'],
        }),
      ),
    );
    const made = await sql(`select first_name, last_name from sales_contacts where email like '%made.example'`);
    assert.deepEqual(made, [{ first_name: 'Richard', last_name: 'Roe' }]);
  });

  it('is seen only by those whom its mailbox shares it with, attachments included', async () => {
    const owner = await user({ permissions: ['communications:read', 'data:read'] });
    const mailbox = await mailboxOf(owner, { sharing: 'nothing' });
    const [stored] = await store(mailbox, fetched(oddMessages(mailbox.email).attachment as string));
    const mail = await emailOf(stored);
    const [file] = mail.attachment_ids;
    const statuses = async (by: Client) => [
      (await by.get(`/api/communications/emails/${stored?.emailId}`)).status,
      (await by.get(`/api/communications/conversations/${mail.conversation_id}`)).status,
      (await by.get(`/api/data/storedFiles/${file}/content`)).status,
    ];
    assert.deepEqual(await statuses(owner), [200, 200, 200]);
    assert.deepEqual(await statuses(admin), [404, 404, 404]);
    await applySharing(mailbox.context, { ...mailbox, sharing: 'metadata' });
    assert.deepEqual(await statuses(admin), [404, 200, 404]);
    assert.equal((await conversationOf(stored)).preview, '');
    await applySharing(mailbox.context, { ...mailbox, sharing: 'everything' });
    assert.deepEqual(await statuses(admin), [200, 200, 200]);
    await applySharing(mailbox.context, mailbox);
    assert.deepEqual(await statuses(admin), [404, 404, 404]);
  });

  it('answers a mail of ours: the mail says when, and a closed conversation opens', async () => {
    const mailbox = await mailboxOf(admin);
    const sent = await admin.create('/api/communications/emails', {
      to: ['c@reply.example'],
      from: mailbox.email,
      subject: 'Question',
      status: 'sent',
      direction: 'outbound',
      type: 'single',
      messageId: '<q1@ours.example>',
    });
    const copy = mime({
      from: mailbox.email,
      to: 'c@reply.example',
      subject: 'Question',
      text: 'q',
      id: '<q1@ours.example>',
    });
    const [known] = await store(mailbox, fetched(copy, { folder: 'sent' }));
    assert.deepEqual(known, { emailId: sent._id, outcome: 'known' });
    const answer = {
      from: 'c@reply.example',
      to: mailbox.email,
      subject: 'Re: Question',
      inReplyTo: '<q1@ours.example>',
    };
    const [automatic] = await store(
      mailbox,
      fetched(mime({ ...answer, text: 'away', headers: ['Auto-Submitted: auto-replied'] })),
    );
    const conversation = await conversationOf(automatic);
    assert.equal(
      (await sql('select conversation_id from communications_emails where id = $1', [sent._id]))[0].conversation_id,
      conversation.id,
    );
    await admin.patch(`/api/communications/conversations/${conversation.id}`, {
      status: 'closed',
      closedAt: new Date().toISOString(),
    });
    assert.deepEqual(await sql('select kind from mail_facts where email_id = $1', [sent._id]), []);
    await store(mailbox, fetched(mime({ ...answer, text: 'yes' }), { receivedAt: new Date(Date.now() + 1000) }));
    assert.equal((await conversationOf(automatic)).status, 'open');
    await until(
      'repliedAt',
      async () => (await emailOf({ emailId: sent._id, outcome: 'known' })).replied_at !== null,
      20_000,
    );
  });
});

describe('threads of messages', () => {
  /** Conversations as sets of message names. */
  async function threadsIn(mailbox: TestMailbox): Promise<string[]> {
    const rows = await sql(
      `select array_agg(e.headers->>'x-mailer' order by e.headers->>'x-mailer') as names from communications_emails e
       where e.connection_id = $1 group by e.conversation_id`,
      [mailbox.connectionId],
    );
    return rows.map(({ names }) => names.join(' ')).sort();
  }

  /** Checks that recomputing all conversations from the database changes nothing. */
  async function assertComplete({ context, tenantId }: TestMailbox): Promise<void> {
    const versions = () =>
      sql('select id, version from communications_conversations where tenant_id = $1 order by id', [tenantId]);
    const before = await versions();
    await inTransaction(context, async (within) => {
      const ids = before.map(({ id }) => id);
      await recountConversations(within, ids);
      await refreshConversations(within, ids);
    });
    assert.deepEqual(await versions(), before);
  }

  for (const [name, seed, sharing] of [
    ['in order', 0, 'contacts'],
    ['shuffled', 7, 'everything'],
    ['shuffled again', 11, 'metadata'],
  ] as const) {
    it(`equal those of an oracle, ${name}`, async () => {
      const owner = await tenant();
      await owner.create('/api/sales/contacts', { lastName: 'Known', email: 'person3@threads.example' });
      const mailbox = await mailboxOf(owner, { sharing });
      const { messages, expected } = threadCorpus(mailbox.email, 300, seed);
      for (let n = 0; n < messages.length; n += 25) {
        const batch = messages.slice(n, n + 25);
        await store(
          mailbox,
          ...batch.map(({ source, folder }: CorpusMessage) => fetched(source, { folder, receivedAt: undefined })),
        );
      }
      assert.deepEqual(await threadsIn(mailbox), expected);
      await assertComplete(mailbox);
    });
  }

  it('are one conversation when two nodes store messages of one thread at the same time', async () => {
    const mailbox = await mailboxOf(await tenant());
    const other = await mailboxOf(admin, { ...mailbox });
    const { messages, expected } = threadCorpus(mailbox.email, 120, 3);
    const run = async (box: TestMailbox, part: readonly CorpusMessage[]) => {
      for (let n = 0; n < part.length; n += 5)
        await store(
          box,
          ...part.slice(n, n + 5).map(({ source, folder }) => fetched(source, { folder, receivedAt: undefined })),
        );
    };
    const box = { ...other, ...mailbox, context: mailbox.context };
    await Promise.all([run(mailbox, messages), run(box, [...messages].reverse())]);
    assert.deepEqual(await threadsIn(mailbox), expected);
  });
});

describe('messages of every odd kind', () => {
  it('are stored as far as they can be read', async () => {
    const mailbox = await mailboxOf(await tenant());
    const odd = oddMessages(mailbox.email);
    for (const [name, source] of Object.entries(odd)) {
      const [stored] = await store(mailbox, fetched(source));
      assert.equal(stored?.outcome, 'created', name);
    }
    const mails = await sql('select * from communications_emails where connection_id = $1', [mailbox.connectionId]);
    const bySubject = (text: string) => mails.find(({ subject }: Json) => subject === text);
    assert.equal(bySubject('winmail').attachment_ids.length, 1);
    assert.equal(bySubject('שלום עולם').text.trim(), 'מה שלומך?');
    assert.equal(bySubject('many').to.length, 1000);
    assert.match(bySubject('many').metadata.notes.join(), /left out/);
    assert.ok(bySubject('large').attachment_ids.length === 1);
    const [{ size }] = await sql('select size from data_stored_files where id = $1', [
      bySubject('large').attachment_ids[0],
    ]);
    assert.equal(Number(size), 20_000_000);
    assert.ok(bySubject('no date').sent_at > new Date(Date.now() - 60_000));
  });

  it('in thousands take little time, and are stored once each', long, async () => {
    const mailbox = await mailboxOf(await tenant());
    const count = process.env.ATRIUM_FAULTS === 'full' ? 10_000 : 2000;
    const started = Date.now();
    let created = 0;
    const batches = [...corpus(mailbox.email, count, 100)];
    for (const batch of batches) {
      for (const { outcome } of await store(mailbox, ...batch.map((source) => fetched(source))))
        created += outcome === 'created' ? 1 : 0;
    }
    assert.equal(created, count);
    assert.ok(Date.now() - started < 30 * count, `${Date.now() - started} ms`);
    for (const batch of batches.slice(-2))
      for (const { outcome } of await store(mailbox, ...batch.map((source) => fetched(source))))
        assert.notEqual(outcome, 'created');
  });
});
