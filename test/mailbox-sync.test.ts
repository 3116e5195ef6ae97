import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { Dovecot, dovecotMissing } from './dovecot.ts';
import { appForFile, type Json } from './harness.ts';
import { until } from './process.ts';
import { SmtpSink } from './smtp-sink.ts';
import { timeLimit } from './time-limit.ts';

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
