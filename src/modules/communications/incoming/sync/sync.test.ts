import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { Dovecot, dovecotMissing } from '#test/dovecot.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { SmtpSink } from '#test/smtp-sink.ts';
import { timeLimit } from '#test/time-limit.ts';

const missing = dovecotMissing();
if (missing !== undefined)
  process.stderr.write(`\nSKIPPED: mailboxes are NOT tested with a real server. ${missing}\n\n`);

const { admin, sql } = await appForFile();
const route = '/api/communications/mailbox-connection';
const emailsPath = '/api/communications/emails';

let numbers = 0;
const message = (subject: string, id = `m-${++numbers}@sender.example`, date = new Date()): string =>
  [
    'From: Ann <ann@sender.example>',
    'To: me@example.com',
    `Subject: ${subject}`,
    `Message-ID: <${id}>`,
    `Date: ${date.toUTCString()}`,
    '',
    `The text of ${subject}.`,
    '',
  ].join('\r\n');

describe('a mailbox', { skip: missing ?? false }, async () => {
  if (missing !== undefined) return;
  const dovecot = await Dovecot.start();
  const smtp = await SmtpSink.forFile({ disabledCommands: ['STARTTLS'] });
  after(async () => {
    await dovecot.remove();
    await smtp.close();
  });
  let users = 0;
  const newUser = () => `box-${++users}`;
  const input = (user: string, more: Json = {}) => ({
    provider: 'imap',
    email: `${user}@example.com`,
    imap: { host: '127.0.0.1', port: dovecot.port, secure: false, username: user, password: 'pass/word' },
    smtp: { host: '127.0.0.1', port: smtp.port, secure: false, username: user, password: 'right' },
    ...more,
  });
  const connect = async (user: string, more: Json = {}): Promise<Json> => {
    const reply = await admin.post(route, input(user, more));
    assert.equal(reply.status, 201, reply.text);
    return reply.body;
  };
  const subjects = async (id: string): Promise<string[]> => {
    const rows = await sql<{ subject: string }>(
      `select e.subject from communications_emails e where e.id in (select email_id from mailbox_locations where connection_id = $1) order by 1`,
      [id],
    );
    return rows.map(({ subject }) => subject);
  };
  const become = (id: string, expected: string[], ms = 20_000) =>
    until(
      `the mails ${expected.join()}`,
      async () => JSON.stringify(await subjects(id)) === JSON.stringify([...expected].sort()),
      ms,
    ).catch(async (error: Error) => {
      const [row] = await sql('select status, error from communications_mailbox_connections where id = $1', [id]);
      throw new Error(`${error.message}: ${await subjects(id)} ${JSON.stringify(row)}`);
    });
  const state = async (id: string): Promise<Json> => {
    const { body } = await admin.get(route);
    return body.data.find(({ _id }: Json) => _id === id);
  };

  it('is read: first what is there, then what comes', async () => {
    const user = newUser();
    await dovecot.deliver(user, message('One'), message('Two'));
    const { _id } = await connect(user);
    await become(_id, ['One', 'Two']);
    await until('an active mailbox', async () => (await state(_id)).status === 'active');
    const begun = Date.now();
    await dovecot.deliver(user, message('Three'));
    await become(_id, ['One', 'Two', 'Three'], timeLimit(3000));
    assert.ok(Date.now() - begun < timeLimit(3000));
    const { backfillTotal, backfillDone, error } = await state(_id);
    assert.deepEqual([backfillTotal, backfillDone, error], [2, 2, null]);
    const events = await sql(`select record from events where type = 'sync.completed' and record_id = $1`, [_id]);
    assert.ok(events.length >= 1);
    assert.deepEqual(Object.keys(events[0].record).sort(), [
      'connectionId',
      'created',
      'durationMs',
      'error',
      'fetched',
      'folders',
      'provider',
      'updated',
    ]);
  });

  it('lists the folders that are read, with what was found in them', async () => {
    const user = newUser();
    await dovecot.deliver(user, message('One'), message('Two'));
    const made = await connect(user);
    assert.deepEqual(made.folders, []);
    await become(made._id, ['One', 'Two']);
    await until('an active mailbox', async () => (await state(made._id)).status === 'active');
    const { folders, chosenFolders } = await state(made._id);
    const inbox = folders.find(({ role }: Json) => role === 'inbox');
    assert.deepEqual(inbox, { path: 'INBOX', name: 'INBOX', role: 'inbox', messages: 2, unread: 2, finished: true });
    assert.equal(folders[0].role, 'inbox');
    assert.deepEqual(chosenFolders, []);
    const changed = (await admin.patch(`${route}/${made._id}`, { signature: 'A' })).body;
    assert.deepEqual(changed.folders, folders);
  });

  it('counts in the event of a request what its run has stored, each message once', async () => {
    const user = newUser();
    const count = 7;
    await dovecot.deliver(user, ...Array.from({ length: count }, (_, n) => message(`Old ${n}`)));
    const { _id } = await connect(user);
    // The request arrives before the first run has begun, or while it runs. The answer must not come before the
    // messages are stored.
    const { status } = await admin.post('/api/communications/mailbox-sync/sync', { connectionId: _id });
    assert.equal(status, 202);
    const runs = () =>
      sql<{ record: Json }>(`select record from events where type = 'sync.completed' and record_id = $1 order by seq`, [
        _id,
      ]);
    await until('an event for the request', async () => (await runs()).length > 0);
    const [first] = await runs();
    assert.ok(first?.record.created > 0, JSON.stringify(first?.record));
    await until('an active mailbox', async () => (await state(_id)).status === 'active');
    const all = (await runs()).map(({ record }) => record.created);
    assert.equal(
      all.reduce((sum, created) => sum + created, 0),
      count,
    );
  });

  it('gets the read state of a mail that is changed as a record, one by one and in bulk', async () => {
    const user = newUser();
    await dovecot.deliver(user, message('A'), message('B'), message('C'));
    const { _id } = await connect(user);
    await become(_id, ['A', 'B', 'C']);
    await until('an active mailbox', async () => (await state(_id)).status === 'active');
    const rows = await sql<{ id: string; subject: string; conversation_id: string }>(
      'select id, subject, conversation_id from communications_emails where connection_id = $1 order by subject',
      [_id],
    );
    const idOf = (subject: string) => rows.find((row) => row.subject === subject)?.id ?? '';
    const unseen = () => dovecot.unseen(user);
    assert.equal((await admin.patch(`${emailsPath}/${idOf('A')}`, { read: true })).status, 200);
    await until('a mail that is read at the server', async () => (await unseen()) === 2);
    const whole = (await admin.get(`${emailsPath}/${idOf('B')}`)).body;
    const put = await admin.put(`${emailsPath}/${idOf('B')}`, { ...whole, read: true });
    assert.equal(put.status, 200, put.text);
    const operations = [{ op: 'update', _id: idOf('C'), record: { read: true } }];
    assert.equal((await admin.post(`${emailsPath}/bulk`, { operations })).status, 200);
    await until('mails that are read at the server', async () => (await unseen()) === 0);
    const conversation = `/api/communications/conversations/${rows[0]?.conversation_id}`;
    assert.equal((await admin.get(conversation)).body.unreadCount, 0);
    assert.equal((await admin.patch(`${emailsPath}/${idOf('A')}`, { read: false })).status, 200);
    await until('a mail that is unread again at the server', async () => (await unseen()) === 1);
    assert.equal((await admin.get(conversation)).body.unreadCount, 1);
    const { waiting } = (
      await sql<{ waiting: number }>('select count(*)::int as waiting from mailbox_changes where connection_id = $1', [
        _id,
      ])
    )[0] as { waiting: number };
    assert.ok(waiting <= 1);
  });

  it('keeps the read state equal on both sides', async () => {
    const user = newUser();
    await dovecot.deliver(user, message('Flags'));
    const { _id } = await connect(user);
    await become(_id, ['Flags']);
    const [mail] = await sql('select email_id as id from mailbox_locations where connection_id = $1', [_id]);
    const isRead = async () => (await sql('select read from communications_emails where id = $1', [mail.id]))[0].read;
    await dovecot.client(user, async (client) => {
      await client.mailboxOpen('INBOX');
      await client.messageFlagsAdd('1:*', ['\\Seen']);
    });
    await until('a read mail', isRead, 10_000);
    const [{ tenant }] = await sql(`select id::text as tenant from tenants where account_key = 'default'`);
    await sql(
      `insert into mailbox_changes (tenant_id, id, connection_id, kind, email_id) values ($1, gen_random_uuid(), $2, 'unseen', $3)`,
      [tenant, _id, mail.id],
    );
    await sql(`select pg_notify('atrium_mailboxes', '')`);
    await until('an unread message at the server', () =>
      dovecot.client(user, async (client) => {
        await client.mailboxOpen('INBOX');
        const [one] = await client.fetchAll('1:*', { flags: true });
        return one?.flags?.has('\\Seen') === false;
      }),
    );
  });

  it('does not bring back a mail that was deleted here, and keeps those deleted at the server', async () => {
    const user = newUser();
    await dovecot.deliver(user, message('Kept'), message('Deleted here'));
    const { _id } = await connect(user);
    await become(_id, ['Kept', 'Deleted here']);
    const [gone] = await sql(`select id from communications_emails where subject = 'Deleted here'`);
    assert.equal((await admin.delete(`${emailsPath}/${gone.id}`)).status, 204);
    await dovecot.client(user, async (client) => {
      await client.mailboxCreate('Later').catch(() => {});
      await client.mailboxOpen('INBOX');
      await client.messageMove('1:*', 'Later');
    });
    assert.equal((await admin.patch(`${route}/${_id}`, { folders: ['Later'] })).status, 200);
    await until(
      'the messages in the other folder',
      async () =>
        (
          await sql(
            `select 1 from mailbox_locations m join mailbox_folders f on f.id = m.folder_id where f.path = 'Later' and m.connection_id = $1`,
            [_id],
          )
        ).length === 2,
    );
    assert.deepEqual(await subjects(_id), ['Kept']);
    const [{ count }] = await sql(`select count(*)::int from communications_emails where subject = 'Kept'`);
    assert.equal(count, 1);
  });

  it('is read on demand, and says why it failed', async () => {
    const user = newUser();
    const { _id } = await connect(user);
    const reply = await admin.post('/api/communications/mailbox-sync/sync', { connectionId: _id });
    assert.equal(reply.status, 202, reply.text);
    const job = await until('the job', async () => {
      const { body } = await admin.get(`/api/data/jobs/${reply.body.jobId}`);
      return !['queued', 'running', 'retrying'].includes(body.state) && body;
    });
    assert.equal(job.lastError ?? null, null, JSON.stringify(job));
    const events = await sql(`select 1 from events where type = 'sync.completed' and record_id = $1`, [_id]);
    assert.equal(events.length, 1);
  });

  it('survives a restart of the server', async () => {
    const user = newUser();
    await dovecot.deliver(user, message('Before'));
    const { _id } = await connect(user);
    await become(_id, ['Before']);
    await dovecot.stop();
    await until('a failing mailbox', async () => (await state(_id)).status === 'failing');
    assert.match((await state(_id)).error, /refuses the connection/);
    assert.ok((await sql(`select 1 from events where type = 'sync.failed' and record_id = $1`, [_id])).length >= 1);
    await dovecot.start();
    await dovecot.deliver(user, message('After'));
    await admin.post('/api/communications/mailbox-sync/sync', { connectionId: _id });
    await become(_id, ['Before', 'After']);
    await until('an active mailbox', async () => (await state(_id)).status === 'active');
  });

  it('is disconnected, and its mails stay', async () => {
    const user = newUser();
    await dovecot.deliver(user, message('Stays'));
    const { _id } = await connect(user);
    await become(_id, ['Stays']);
    assert.equal((await admin.delete(`${route}/${_id}`)).status, 204);
    assert.equal((await sql('select 1 from mailbox_leases where connection_id = $1', [_id])).length, 0);
    assert.equal((await sql(`select 1 from communications_emails where subject = 'Stays'`)).length, 1);
  });
});
