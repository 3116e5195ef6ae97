import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Stage } from '#test/faults/stage.ts';
import type { Client, Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { ScriptedImap } from '#test/scripted-imap.ts';
import { SmtpSink } from '#test/smtp-sink.ts';

const imap = await ScriptedImap.start();
after(() => imap.close());
const smtp = await SmtpSink.forFile({ disabledCommands: ['STARTTLS'] });
const stage = await Stage.forFile();
const boxes = ['box-1', 'box-2', 'box-3', 'box-4'];
let messages = 0;

const connect = async (by: Client, name: string): Promise<string> => {
  const server = { host: '127.0.0.1', secure: false, username: name, password: 'right' };
  const reply = await by.post('/api/communications/mailbox-connection', {
    provider: 'imap',
    email: `${name}@example.com`,
    imap: { ...server, port: imap.port },
    smtp: { ...server, port: smtp.port },
  });
  assert.equal(reply.status, 201, reply.text);
  return reply.body._id;
};
const send = async (by: Client, connectionId: string, to: string, more: Json = {}): Promise<string> => {
  const written = { connectionId, to, subject: `To ${to}`, body: 'Text', undoSeconds: 0, ...more };
  const reply = await by.post('/api/communications/mailbox-send', written);
  assert.equal(reply.status, 202, reply.text);
  return reply.body._id;
};
const deliverToAll = (): void => {
  messages += 1;
  for (const box of boxes)
    imap.deliver(
      box,
      `Subject: News ${messages}\r\nMessage-ID: <${messages}@${box}.example>\r\n\r\nText of ${messages}`,
    );
};
/** Waits until every mailbox has all its messages, each once. */
const allStored = (ms: number) =>
  until(
    `${messages} messages of each mailbox`,
    async () => {
      const [{ mails, different, places }] = await stage.sql<Json>(
        `select count(*)::int as mails, count(distinct message_id)::int as different,
           (select count(*)::int from mailbox_locations where not gone) as places
         from communications_emails where direction = 'inbound'`,
      );
      assert.ok(mails <= messages * boxes.length && mails === different, `${mails} mails, ${different} different`);
      return places === messages * boxes.length && mails === places;
    },
    ms,
  );
const holders = async (): Promise<Map<string, number>> => {
  const rows = await stage.sql<Json>(
    'select node, count(*)::int from mailbox_leases where node is not null group by 1',
  );
  return new Map(rows.map(({ node, count }) => [node, count]));
};
const statusOf = async (id: string): Promise<Json> => {
  const [row] = await stage.sql<Json>('select status, unconfirmed, error from communications_emails where id = $1', [
    id,
  ]);
  return row;
};

describe('two nodes', () => {
  it('share the mailboxes; when one is killed, the other reads its mailboxes within a minute and sends nothing twice', async (t) => {
    smtp.reactions.set('stuck@client.example', { end: 'silent' });
    const first = await stage.start();
    const admin = await stage.admin(first);
    const ids: string[] = [];
    for (const box of boxes) ids.push(await connect(admin, box));
    const [id = ''] = ids;
    deliverToAll();
    await allStored(120_000);
    // The first node hands a mail over, and never learns whether the server took it.
    const stuck = await send(admin, id, 'stuck@client.example');
    await until('the mail at its server', () => smtp.arrived('stuck@client.example').length === 1);
    const second = await stage.start();
    await until('equal shares', async () => [...(await holders()).values()].join() === '2,2', 60_000);
    deliverToAll();
    await allStored(30_000);
    assert.ok(imap.mostSessions <= 1, `${imap.mostSessions} sessions of one mailbox`);

    const waiting = await send(admin, id, 'waits@client.example', { undoSeconds: 10 });
    const scheduled = await send(admin, ids[1] ?? '', 'later@client.example', {
      sendAt: new Date(Date.now() + 6000).toISOString(),
    });
    await first.stop('SIGKILL');
    const killedAt = Date.now();
    deliverToAll();
    await until('one node', async () => [...(await holders()).values()].join() === '4', 60_000);
    await allStored(60_000 - (Date.now() - killedAt));
    t.diagnostic(`the other node had read all mailboxes after ${Date.now() - killedAt} ms`);
    assert.ok(Date.now() - killedAt < 60_000);
    // The claims of a node that died end after a minute.
    await stage.sql('update mail_outbox set lease_until = now() where email_id = $1', [stuck]);
    await until('a mail that says it', async () => (await statusOf(stuck)).status === 'failed', 90_000);
    const { unconfirmed, error } = await statusOf(stuck);
    assert.equal(unconfirmed, true);
    assert.match(error, /may have arrived/);
    for (const one of [waiting, scheduled])
      await until('the other mails', async () => (await statusOf(one)).status === 'sent', 30_000);

    // No node runs when the next mail is due.
    const late = await send(await stage.admin(second), ids[2] ?? '', 'late@client.example', {
      sendAt: new Date(Date.now() + 1500).toISOString(),
    });
    await second.stop('SIGKILL');
    await sleep(1500);
    await stage.start();
    await until('the late mail', async () => (await statusOf(late)).status === 'sent', 30_000);
    for (const name of ['stuck', 'waits', 'later', 'late'])
      assert.equal(smtp.arrived(`${name}@client.example`).length, 1, name);
  });
});
