import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import net from 'node:net';
import { after, describe, it } from 'node:test';
import pino from 'pino';
import type { Services } from '#core/context.ts';
import { samples } from '#test/bounce-samples.ts';
import { Dovecot, dovecotMissing } from '#test/dovecot.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { timeLimit } from '#test/time-limit.ts';
import { verpAddress } from '../../../messages/verp.ts';
import { BounceMailbox } from './bounce-mailbox.ts';
import { readMailboxUrl } from './settings.ts';

const missing = dovecotMissing();
if (missing !== undefined) process.stderr.write(`\nSKIPPED: the mailbox for bounces is NOT tested. ${missing}\n\n`);

const { app, admin, tenant, sql } = await appForFile();
const tenants = await sql(`select id from tenants where account_key = 'default'`);
const tenantId: string = tenants[0].id;

/** Services with another mailbox, and with a log that the test can read. */
function servicesWith(url: string): { services: Services; lines: Json[] } {
  const lines: Json[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const settings = { ...app.services.settings, bounceMailbox: readMailboxUrl(url) };
  return { services: { ...app.services, settings, log }, lines };
}

const warnings = (lines: Json[]): string[] => lines.filter(({ level }) => level >= 40).map(({ msg }) => msg);

const emails = '/api/communications/emails';
let addresses = 0;
async function sentMail(by = admin): Promise<Json> {
  const to = `person-${++addresses}@receiver.example`;
  return by.create(emails, { to: [to], subject: 'Our news', status: 'sent', sentAt: new Date().toISOString() });
}
const about = ({ _id, to }: Json, returnTo = verpAddress(app.services, tenantId, _id, 'bounces.example')) => ({
  messageId: `${_id}@sender.example`,
  to: to[0],
  returnTo,
});
const sample = (name: string) => {
  const found = samples.find((one) => one.name === name);
  assert.ok(found, name);
  return found;
};
const factsOf = async (id: string): Promise<string> =>
  (await sql('select kind from mail_facts where email_id = $1 order by kind', [id])).map(({ kind }) => kind).join();

/** Runs the mailbox until `run` is done. */
async function running<T>(services: Services, run: () => Promise<T>): Promise<T> {
  const mailbox = new BounceMailbox(services);
  await mailbox.start();
  try {
    return await run();
  } finally {
    await mailbox.stop();
  }
}

describe('the mailbox for bounces', { skip: missing ?? false }, async () => {
  if (missing !== undefined) return;
  const dovecot = await Dovecot.start();
  after(() => dovecot.remove());
  let users = 0;
  const newUser = () => `bounces-${++users}`;
  const countsBecome = (user: string, expected: Record<string, number>) =>
    until(
      `${user} to have ${JSON.stringify(expected)}`,
      async () => {
        const counts = await dovecot.counts(user);
        return Object.entries(expected).every(([folder, count]) => (counts[folder] ?? 0) === count);
      },
      45_000,
    );

  it('is read: each message is applied and moved, and those that nobody understands are kept', async () => {
    const user = newUser();
    const other = await tenant();
    const [hard, qmail, complaint, reply, automatic, theirs] = [
      await sentMail(),
      await sentMail(),
      await sentMail(),
      await sentMail(),
      await sentMail(),
      await sentMail(other),
    ];
    const returned = sample('Postfix, unknown user');
    await dovecot.deliver(
      user,
      returned.message(about(hard)),
      sample('qmail').message(about(qmail)),
      sample('a complaint').message(about(complaint)),
      sample('a reply').message(about(reply)),
      sample('an automatic answer').message(about(automatic)),
      // The return address is not ours, so the tenant is found by the Message-ID.
      returned.message(about(theirs, 'bounces@sender.example')),
      returned.message(about({ _id: randomUUID(), to: ['x@y.example'] }, 'bounces@sender.example')),
      'Subject: cheap watches\r\n\r\nBuy now',
      randomBytes(5000).toString('latin1'),
    );
    const { services, lines } = servicesWith(dovecot.url(user));
    await running(services, () => countsBecome(user, { INBOX: 0, Processed: 6, Unrecognised: 3 }));
    const facts = await Promise.all([hard, qmail, complaint, reply, automatic, theirs].map(({ _id }) => factsOf(_id)));
    assert.deepEqual(facts, ['bounced', 'bounced', 'complained', 'replied', '', 'bounced']);
    const mail = (await admin.get(`${emails}/${hard._id}`)).body;
    assert.deepEqual([mail.bounceType, /User unknown/.test(mail.error)], ['hard', true]);
    const suppressed = await other.get('/api/communications/emailSuppressions');
    assert.deepEqual(
      suppressed.body.data.map(({ email }: Json) => email),
      theirs.to,
    );
    assert.deepEqual(warnings(lines), []);
  });

  it('is read as soon as a message arrives, also a large one', async () => {
    const user = newUser();
    const { services } = servicesWith(dovecot.url(user));
    await running(services, async () => {
      const first = await sentMail();
      await dovecot.deliver(user, sample('Exim with a delivery status').message(about(first)));
      await countsBecome(user, { INBOX: 0, Processed: 1 });
      const second = await sentMail();
      const started = Date.now();
      const large = `${sample('Gmail, address not found').message(about(second))}\r\n${'x'.repeat(76)}`;
      await dovecot.deliver(user, `${large}${`\r\n${'y'.repeat(76)}`.repeat(40_000)}`);
      await countsBecome(user, { INBOX: 0, Processed: 2 });
      assert.ok(Date.now() - started < 20_000, 'the server announced the message');
      assert.equal(await factsOf(second._id), 'bounced');
    });
  });

  it('is read by one node at a time, and by another when that one stops', async () => {
    const user = newUser();
    const nodes = [servicesWith(dovecot.url(user)), servicesWith(dovecot.url(user))];
    const [first, second] = nodes.map(({ services }) => new BounceMailbox(services, 500)) as [
      BounceMailbox,
      BounceMailbox,
    ];
    await first.start();
    await until(
      'the first node to have the lease',
      async () => (await sql('select 1 from mail_mailbox_leases')).length > 0,
    );
    await second.start();
    const mails = [];
    for (let n = 0; n < 5; n += 1) mails.push(await sentMail());
    await dovecot.deliver(user, ...mails.map((mail) => sample('qmail').message(about(mail))));
    await countsBecome(user, { INBOX: 0, Processed: 5 });
    const readBy = nodes.map(
      ({ lines }) => lines.filter(({ msg }) => msg === 'a message about a mail was read').length,
    );
    assert.deepEqual(readBy, [5, 0]);
    await first.stop();
    assert.deepEqual(await sql('select 1 from mail_mailbox_leases'), []);
    const last = await sentMail();
    await dovecot.deliver(user, sample('qmail').message(about(last)));
    await countsBecome(user, { INBOX: 0, Processed: 6 });
    await second.stop();
  });

  it('is read again after its server was away, and the outage is logged once', async () => {
    const user = newUser();
    const { services, lines } = servicesWith(dovecot.url(user));
    await dovecot.deliver(user, 'Subject: x\r\n\r\nx');
    await dovecot.stop();
    await running(services, async () => {
      const attempts = () => warnings(lines).length;
      await until('a warning', () => attempts() > 0);
      await new Promise((resolve) => setTimeout(resolve, 4000));
      assert.equal(attempts(), 1);
      assert.match(warnings(lines)[0] ?? '', /^the mailbox for bounces could not be read: .*ECONNREFUSED/);
      await dovecot.start();
      await countsBecome(user, { INBOX: 0, Unrecognised: 1 });
    });
    assert.ok(lines.some(({ msg }) => msg === 'the mailbox for bounces can be read again'));
  });

  it('names a wrong password in the log, without the password', async () => {
    const { services, lines } = servicesWith(dovecot.url(newUser(), 'hush-hush'));
    await running(services, () => until('a warning', () => warnings(lines).length > 0));
    assert.match(warnings(lines)[0] ?? '', /could not be read: .*Authentication failed/i);
    assert.ok(!JSON.stringify(lines).includes('hush'));
  });

  it('that cannot create folders keeps its messages, and reads each once', async () => {
    const user = newUser();
    const mail = await sentMail();
    await dovecot.deliver(user, sample('qmail').message(about(mail)));
    dovecot.forbidFolders(user);
    const { services, lines } = servicesWith(dovecot.url(user));
    await running(services, () => until('the warning', () => warnings(lines).length > 0));
    assert.match(warnings(lines)[0] ?? '', /stay where they are/);
    assert.deepEqual([await factsOf(mail._id), (await dovecot.counts(user)).INBOX], ['bounced', 1]);
    const again = servicesWith(dovecot.url(user));
    await running(again.services, async () => {
      await until('the lease', async () => (await sql('select 1 from mail_mailbox_leases')).length > 0);
      await new Promise((resolve) => setTimeout(resolve, 1500));
    });
    assert.deepEqual(again.lines, []);
  });
});

describe('a server that does not answer', () => {
  it('does not keep the process from stopping', async () => {
    const sockets = new Set<net.Socket>();
    const silent = net.createServer((socket) => void sockets.add(socket.on('error', () => {})));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { services, lines } = servicesWith(
      `imap://u:p@127.0.0.1:${(silent.address() as net.AddressInfo).port}/INBOX`,
    );
    const mailbox = new BounceMailbox(services);
    await mailbox.start();
    await until('the connection', () => sockets.size > 0);
    const started = Date.now();
    await mailbox.stop();
    assert.ok(Date.now() - started < timeLimit(2000), `stopping took ${Date.now() - started} ms`);
    assert.deepEqual(warnings(lines), []);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });
});
