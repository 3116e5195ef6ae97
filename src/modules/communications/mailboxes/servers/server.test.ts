import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { Dovecot, dovecotMissing } from '#test/dovecot.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { mime } from '#test/mail-corpus.ts';
import { mailEnv } from '#test/mail-outbox-tools.ts';
import { until } from '#test/process.ts';
import { receiverForFile } from '#test/receiver.ts';
import { SmtpSink } from '#test/smtp-sink.ts';
import { WebhookTools } from '#test/webhook-tools.ts';

const missing = dovecotMissing();
if (missing !== undefined)
  process.stderr.write(`\nSKIPPED: changes at mail servers are NOT tested with a real server. ${missing}\n\n`);

const test = await appForFile(mailEnv);
const { admin, sql, user } = test;
const route = '/api/communications/mailbox-connection';
const conversationsPath = '/api/communications/conversations';
const permissions = ['communications:read', 'communications:write', 'data:read', 'identity:read'];

describe('a mailbox and its server', { skip: missing ?? false }, async () => {
  if (missing !== undefined) return;
  const dovecot = await Dovecot.start();
  const smtp = await SmtpSink.forFile({ disabledCommands: ['STARTTLS'] });
  after(() => dovecot.remove());

  const connect = async (name: string, by: Client = admin, more: Json = {}): Promise<string> => {
    const server = { host: '127.0.0.1', secure: false, username: name };
    const reply = await by.post(route, {
      provider: 'imap',
      email: `${name}@example.com`,
      imap: { ...server, port: dovecot.port, password: 'pass/word' },
      smtp: { ...server, port: smtp.port, password: 'right' },
      ...more,
    });
    assert.equal(reply.status, 201, reply.text);
    return reply.body._id;
  };
  const mailOf = (subject: string): Promise<Json> =>
    until(`the mail ${subject}`, async () => {
      const [row] = await sql('select * from communications_emails where subject = $1', [subject]);
      return row;
    });
  const message = (name: string, subject: string, text = 'Text') =>
    mime({ from: 'Ann <ann@client.example>', to: `${name}@example.com`, subject, text });
  const seenAt = (name: string): Promise<boolean[]> =>
    dovecot.client(name, async (client) => {
      await client.mailboxOpen('INBOX');
      return (await client.fetchAll('1:*', { flags: true })).map(({ flags }) => flags?.has('\\Seen') ?? false);
    });
  const active = (id: string) =>
    until('an active mailbox', async () => {
      const { body } = await admin.get(route);
      return body.data.find((one: Json) => one._id === id)?.status === 'active';
    });

  it('has the read state that the inbox of the console shows, in both directions', async () => {
    await dovecot.deliver('reader', message('reader', 'Read me'));
    await connect('reader');
    const { id, conversation_id: conversation } = await mailOf('Read me');
    const mark = (read: boolean) => admin.post(`${conversationsPath}/${conversation}/read`, { read });
    assert.equal((await mark(true)).body.unreadCount, 0);
    await until('a seen message', async () => (await seenAt('reader'))[0] === true, 20_000);
    assert.equal((await mark(false)).body.unreadCount, 1);
    await until('an unseen message', async () => (await seenAt('reader'))[0] === false, 20_000);
    await dovecot.client('reader', async (client) => {
      await client.mailboxOpen('INBOX');
      await client.messageFlagsAdd('1:*', ['\\Seen']);
    });
    await until(
      'a read mail',
      async () => (await admin.get(`/api/communications/emails/${id}`)).body.read === true,
      20_000,
    );
    const { unreadCount } = (await admin.get(`${conversationsPath}/${conversation}`)).body;
    assert.equal(unreadCount, 0);
  });

  it('has its mails archived and put into the trash by those who may use it, and by nobody else', async () => {
    await dovecot.deliver('mover', message('mover', 'Archive me'), message('mover', 'Trash me'));
    const other = await user({ permissions });
    await connect('mover', admin, { sharing: 'everything' });
    const [archived, trashed] = [await mailOf('Archive me'), await mailOf('Trash me')];
    const move = (by: Client, { conversation_id: id }: Json, to: string) =>
      by.post(`${conversationsPath}/${id}/move`, { to });
    assert.equal((await move(other, archived, 'trash')).status, 200);
    assert.deepEqual(await sql(`select kind from mailbox_changes where email_id = $1`, [archived.id]), []);
    assert.equal((await move(admin, archived, 'archive')).body.status, 'closed');
    assert.equal((await move(admin, trashed, 'trash')).status, 200);
    await until('moved messages', async () => {
      const { INBOX, Archive, Trash } = await dovecot.counts('mover');
      return INBOX === 0 && Archive === 1 && Trash === 1;
    });
    for (const { id } of [archived, trashed])
      assert.equal((await admin.get(`/api/communications/emails/${id}`)).status, 200);
  });

  it('keeps a mail once when its message is moved at the server to a folder that is read', async () => {
    await dovecot.deliver('shifter', message('shifter', 'Moved there'));
    const id = await connect('shifter', admin, { folders: ['Later'] });
    const { id: mailId } = await mailOf('Moved there');
    await active(id);
    await dovecot.client('shifter', async (client) => {
      await client.mailboxCreate('Later');
      await client.mailboxOpen('INBOX');
      await client.messageMove('1:*', 'Later');
    });
    // Folders are listed every ten minutes, and at once when the choice changes.
    assert.equal((await admin.patch(`${route}/${id}`, { folders: ['Later', 'Other'] })).status, 200);
    const places = () =>
      sql(
        `select f.path, m.email_id as mail from mailbox_locations m join mailbox_folders f on f.id = m.folder_id
         where m.connection_id = $1 and not m.gone`,
        [id],
      );
    await until('the new place', async () => {
      const [place, ...more] = await places();
      return more.length === 0 && place?.path === 'Later' && place.mail === mailId;
    });
    assert.equal((await sql(`select 1 from communications_emails where subject = 'Moved there'`)).length, 1);
  });

  it('gets a copy of a sent mail into its folder of sent mail, once', async () => {
    await dovecot.client('sender', (client) => client.mailboxCreate('Sent'));
    const connectionId = await connect('sender');
    const send = async (subject: string, undoSeconds: number): Promise<Json> => {
      const written = { connectionId, to: 'ann@client.example', subject, body: 'Text', undoSeconds };
      const reply = await admin.post('/api/communications/mailbox-send', written);
      assert.equal(reply.status, 202, reply.text);
      return reply.body;
    };
    const own = await send('Copied by us', 0);
    // This server stores sent mail itself, so its copy is there before ours.
    const theirs = await send('Copied by the server', 3);
    const copy = {
      from: 'sender@example.com',
      to: 'ann@client.example',
      subject: 'Copied by the server',
      text: 'Text',
    };
    await dovecot.client('sender', (client) =>
      client.append('Sent', Buffer.from(mime({ ...copy, id: theirs.messageId }))),
    );
    const stored = () => sql('select 1 from mailbox_locations where connection_id = $1 and not gone', [connectionId]);
    await until('sent mails', async () => {
      const rows = await sql('select status from communications_emails where id = any($1)', [[own._id, theirs._id]]);
      return rows.every(({ status }) => status === 'sent');
    });
    await until('no open changes', async () => {
      const open = await sql('select 1 from mailbox_changes where connection_id = $1', [connectionId]);
      return open.length === 0 && (await stored()).length === 2;
    });
    assert.equal((await dovecot.counts('sender')).Sent, 2);
    const mails = await sql(
      `select subject, status from communications_emails where subject like 'Copied by%' order by 1`,
    );
    assert.deepEqual(mails, [
      { subject: 'Copied by the server', status: 'sent' },
      { subject: 'Copied by us', status: 'sent' },
    ]);
  });

  it('may hold messages of any size: large attachments are stored, and of the largest messages the beginning', async () => {
    const attachment = (subject: string, bytes: number) =>
      [
        'From: ann@client.example',
        'To: large@example.com',
        `Subject: ${subject}`,
        `Message-ID: <${bytes}@client.example>`,
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b\r\nContent-Type: text/plain\r\n\r\nSee the file.',
        '--b\r\nContent-Type: application/octet-stream; name=f.bin\r\nContent-Disposition: attachment; filename=f.bin\r\nContent-Transfer-Encoding: base64\r\n',
        Buffer.alloc(bytes, 7).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
        '--b--',
        '',
      ].join('\r\n');
    await dovecot.deliver('large', attachment('20 MB', 20_000_000), attachment('41 MB', 31_000_000));
    await connect('large');
    const [whole, cut] = [await mailOf('20 MB'), await mailOf('41 MB')];
    const [{ size }] = await sql('select size from data_stored_files where id = $1', [whole.attachment_ids[0]]);
    assert.equal(Number(size), 20_000_000);
    assert.equal(cut.text.trim(), 'See the file.');
    assert.match(cut.metadata.notes.join(), /larger than the limit/);
  });

  it('reports runs to webhooks', async () => {
    const receiver = await receiverForFile();
    const tools = new WebhookTools(test, receiver);
    const completed = await tools.register(['sync.completed']);
    const failed = await tools.register(['sync.failed']);
    await dovecot.deliver('hooks', message('hooks', 'For webhooks'));
    const id = await connect('hooks');
    const keys = ['connectionId', 'created', 'durationMs', 'error', 'fetched', 'folders', 'provider', 'updated'];
    const dataOf = (path: string): Promise<Json> =>
      until(
        'a delivery',
        () => receiver.at(path).find(({ body }) => body.data.record?.connectionId === id)?.body.data.record,
        30_000,
      );
    const done = await dataOf(completed.path);
    assert.deepEqual(Object.keys(done).sort(), keys);
    assert.deepEqual([done.created, done.error], [1, null]);
    await dovecot.stop();
    try {
      assert.match((await dataOf(failed.path)).error, /refuses the connection/);
    } finally {
      await dovecot.start();
    }
  });

  it('keeps its unread mails when a colleague looks at them, and the assignee marks them as read', async () => {
    await dovecot.deliver('watched', message('watched', 'Watched'));
    const colleague = await user({ permissions });
    await connect('watched', admin, { sharing: 'everything' });
    const { id, conversation_id: conversation } = await mailOf('Watched');
    const read = (by: Client) => by.post(`${conversationsPath}/${conversation}/read`, {});
    assert.equal((await read(colleague)).body.unreadCount, 1);
    assert.deepEqual(await sql('select 1 from mailbox_changes where email_id = $1', [id]), []);
    await admin.patch(`${route}/${(await mailOf('Watched')).connection_id}`, { sharing: 'nothing' });
    await until('a private mail', async () => (await mailOf('Watched')).visibility === 'private');
    await admin.post(`${conversationsPath}/${conversation}/assign`, { userId: colleague.userId });
    assert.equal((await read(colleague)).body.unreadCount, 0);
    await until('a seen message', async () => (await seenAt('watched'))[0] === true, 20_000);
  });

  it('says what its own server says, when a colleague has the same mail', async () => {
    const colleague = await user({ permissions });
    const text = message('both', 'For both of us');
    await dovecot.deliver('one-of-two', text);
    await connect('one-of-two');
    const { id, conversation_id: conversation } = await mailOf('For both of us');
    const unread = async (by: Client): Promise<boolean> => {
      const { unreadCount, readByIds, unreadByIds } = (await by.get(`${conversationsPath}/${conversation}`)).body;
      return unreadCount > 0 ? !(readByIds ?? []).includes(by.userId) : (unreadByIds ?? []).includes(by.userId);
    };
    const state = async () => [await unread(admin), await unread(colleague)];
    await dovecot.deliver('two-of-two', text);
    const second = await connect('two-of-two', colleague);
    await until('the copy', async () => {
      const rows = await sql('select from mailbox_locations where connection_id = $1 and email_id = $2', [second, id]);
      return rows.length > 0;
    });
    assert.deepEqual(await state(), [true, true]);
    const flag = (name: string, verb: 'messageFlagsAdd' | 'messageFlagsRemove') =>
      dovecot.client(name, async (client) => {
        await client.mailboxOpen('INBOX');
        await client[verb]('1:*', ['\\Seen']);
      });
    await flag('two-of-two', 'messageFlagsAdd');
    await until('read by the colleague', async () => !(await unread(colleague)), 20_000);
    assert.equal(await unread(admin), true);
    await admin.post(`${conversationsPath}/${conversation}/read`, {});
    await flag('two-of-two', 'messageFlagsRemove');
    await until('unread for the colleague', () => unread(colleague), 20_000);
    assert.equal(await unread(admin), false);
    await colleague.post(`${conversationsPath}/${conversation}/read`, { opened: true });
    assert.deepEqual(await state(), [false, false]);
    await until('a seen message', async () => (await seenAt('two-of-two'))[0] === true, 20_000);
  });

  it('that cannot send says so, although it can be read', async () => {
    const id = await connect('onesided');
    await active(id);
    const error = 'Mail cannot be sent: The mail server refused the connection.';
    await sql(`update communications_mailbox_connections set status = 'failing', error = $2 where id = $1`, [
      id,
      error,
    ]);
    const { status, body } = await admin.post('/api/communications/mailbox-sync/sync', { connectionId: id });
    assert.equal(status, 202);
    await until('the run', async () => (await admin.get(`/api/data/jobs/${body.jobId}`)).body.state === 'completed');
    const [shown] = (await admin.get(route)).body.data.filter((one: Json) => one._id === id);
    assert.deepEqual([shown.status, shown.error], ['failing', error]);
  });

  it('says when it was read last, also when there was no news', async () => {
    const id = await connect('silent');
    await active(id);
    const readAt = async () =>
      (await admin.get(route)).body.data.find((one: Json) => one._id === id).lastSyncedAt as string | null;
    await sql(
      `update communications_mailbox_connections set last_synced_at = now() - interval '3 days' where id = $1`,
      [id],
    );
    assert.ok(Date.now() - Date.parse((await readAt()) ?? '') < 120_000, `${await readAt()}`);
  });

  it('of a team is read by its members, until they leave it', async () => {
    const [member, other] = [await user({ permissions }), await user({ permissions })];
    const team = await admin.create('/api/identity/teams', { name: 'Support' });
    const membership = await admin.create('/api/identity/teamUsers', { teamId: team._id, userId: member.userId });
    await dovecot.deliver('team', message('team', 'For the team'));
    await connect('team', admin, { teamIds: [team._id], sharing: 'nothing' });
    const { id, conversation_id: conversation } = await mailOf('For the team');
    const paths = [`/api/communications/emails/${id}`, `${conversationsPath}/${conversation}`];
    paths.push(`${paths[0]}/history`, `${conversationsPath}/${conversation}/messages`);
    const statuses = (by: Client) => Promise.all(paths.map(async (path) => (await by.get(path)).status));
    assert.deepEqual(await statuses(member), [200, 200, 200, 200]);
    const [{ _id: connection }] = (await member.get(route)).body.data;
    for (const refusal of [
      await member.delete(`${route}/${connection}`),
      await member.patch(`${route}/${connection}`, { sharing: 'everything' }),
    ])
      assert.equal(refusal.status, 403, refusal.text);
    assert.deepEqual(await statuses(other), [404, 404, 404, 404]);
    assert.equal((await admin.delete(`/api/identity/teamUsers/${membership._id}`)).status, 204);
    assert.deepEqual(await statuses(member), [404, 404, 404, 404]);
    assert.deepEqual((await member.get(route)).body.data, []);
    assert.doesNotMatch((await member.get('/api/communications/emails?limit=200')).text, /For the team/);
  });
});
