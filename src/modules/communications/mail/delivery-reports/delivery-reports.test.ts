import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { StartupError } from '#lib/startup-error.ts';
import { createVault } from '#lib/vault.ts';
import { samples } from '#test/bounce-samples.ts';
import { testConfig } from '#test/cluster.ts';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { timeLimit } from '#test/time-limit.ts';
import { readMessage } from '../../messages/returned/read-message.ts';
import { readVerp, verpAddress } from '../../messages/verp.ts';
import { applyReports, type DeliveryReport } from './apply-reports.ts';
import { findTenantOfMail } from './sql/find-tenant-of-mail.ts';

const { app, admin, tenant, sql, events } = await appForFile();
const { services } = app;
const emails = '/api/communications/emails';
const suppressions = '/api/communications/emailSuppressions';
const tenantIdOf = async (accountKey: string): Promise<string> =>
  (await sql('select id from tenants where account_key = $1', [accountKey]))[0].id;
const tenantId = await tenantIdOf('default');

let addresses = 0;
const newAddress = () => `person-${++addresses}@receiver.example`;
const sentMail = (to: string | string[], by = admin): Promise<Json> =>
  by.create(emails, { to: [to].flat(), subject: 'Our news', status: 'sent', sentAt: new Date().toISOString() });
const apply = (...reports: DeliveryReport[]) => applyReports(services, tenantId, reports);
const mailNow = async (id: string): Promise<Json> => (await admin.get(`${emails}/${id}`)).body;
const suppressionsOf = async (email: string, by = admin): Promise<Json[]> =>
  (await by.get(`${suppressions}?filter[email]=${encodeURIComponent(email)}`)).body.data;
const factsOf = async (id: string): Promise<string[]> =>
  (await sql('select kind from mail_facts where email_id = $1 order by kind', [id])).map(({ kind }) => kind);

describe('a return address', () => {
  const emailId = randomUUID();

  it('names tenant and mail, in characters that every server keeps', () => {
    for (const id of ['1', '255', '256', '12345678901', '9223372036854775807']) {
      const address = verpAddress(services, id, emailId, 'bounces.example');
      assert.match(address, /^b\+[a-z2-7]+@bounces\.example$/);
      assert.ok(address.indexOf('@') <= 64);
      assert.deepEqual(readVerp(services, address), { tenantId: id, emailId });
      assert.deepEqual(readVerp(services, `<${address.toUpperCase()}>`), { tenantId: id, emailId });
    }
  });

  it('cannot be forged: any changed character makes it invalid', () => {
    const address = verpAddress(services, '42', emailId, 'bounces.example');
    const [local = ''] = address.split('@');
    for (let at = 2; at < local.length - 1; at += 1) {
      const other = local[at] === 'a' ? 'b' : 'a';
      const forged = `${local.slice(0, at)}${other}${local.slice(at + 1)}@bounces.example`;
      assert.equal(readVerp(services, forged), undefined, forged);
    }
    for (const text of ['', 'b+@x.example', `b+${'a'.repeat(55)}@x.example`, `c${local.slice(1)}@x.example`, local])
      assert.equal(readVerp(services, text), undefined, text);
  });

  it('stays valid after the key was replaced', () => {
    const [old, next] = [randomBytes(32), randomBytes(32)];
    const address = verpAddress({ ...services, vault: createVault(old) }, '42', emailId, 'bounces.example');
    assert.deepEqual(readVerp({ ...services, vault: createVault(next, old) }, address), { tenantId: '42', emailId });
    assert.equal(readVerp({ ...services, vault: createVault(next) }, address), undefined);
  });
});

describe('a message in the mailbox for bounces', () => {
  const verp = (address: string) => readVerp(services, address);
  const about = (emailId: string) => ({
    messageId: `${emailId}@sender.example`,
    to: 'someone@receiver.example',
    returnTo: verpAddress(services, '7', emailId, 'bounces.example'),
  });

  for (const { name, message, expected } of samples) {
    it(`is understood: ${name}`, () => {
      const emailId = randomUUID();
      const text = message(about(emailId));
      for (const form of [text, text.replaceAll('\r\n', '\n')]) {
        const { mail, reports } = readMessage(Buffer.from(form), verp);
        assert.equal(mail?.emailId, emailId);
        assert.equal(mail?.tenantId, form.includes(about(emailId).returnTo) ? '7' : undefined);
        assert.deepEqual(
          reports.map(({ kind, bounceType }) => [kind, bounceType]),
          expected.map(([kind, type]) => [kind, type]),
        );
        for (const [n, [, , isRecipient, diagnostic]] of expected.entries()) {
          if (isRecipient) assert.equal(reports[n]?.recipient, 'someone@receiver.example');
          if (diagnostic) assert.match(reports[n]?.diagnostic ?? '', diagnostic);
        }
      }
    });
  }

  it('reads the original address of a forwarded mail', () => {
    const sample = samples.find(({ name }) => name.startsWith('Sendmail'));
    const { reports } = readMessage(Buffer.from(sample?.message(about(randomUUID())) ?? ''), verp);
    assert.equal(reports[1]?.recipient, 'other+tag@receiver.example');
  });

  it('is matched by the Message-ID of the returned mail when its address is not ours', () => {
    const emailId = randomUUID();
    const forged = `b+${'a'.repeat(55)}@bounces.example`;
    const text = samples[0]?.message({ ...about(emailId), returnTo: forged }) ?? '';
    assert.deepEqual(readMessage(Buffer.from(text), verp).mail, { emailId });
  });

  it('is about no mail when nothing in it is ours', () => {
    const texts = [
      '',
      'hello',
      'Subject: hi\r\n\r\nhello',
      samples[0]?.message({ ...about('x'), returnTo: 'a@b.example' }),
    ];
    for (const text of texts) assert.equal(readMessage(Buffer.from(text ?? ''), verp).mail, undefined);
  });

  it('cannot make the reader fail or take long', () => {
    const nested = (depth: number): string =>
      `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${depth === 0 ? '' : nested(depth - 1)}`;
    const million = 1_000_000;
    const hostile = [
      randomBytes(million),
      Buffer.from(nested(2000)),
      Buffer.from(`Content-Type: multipart/report; boundary=x\r\n\r\n${'--x\r\n'.repeat(100_000)}`),
      Buffer.from(`Content-Type: multipart/report; boundary=""\r\n\r\n--\r\n--`),
      Buffer.from(`Content-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822;${'a'.repeat(million)}`),
      Buffer.from(`Content-Type: message/delivery-status\r\n\r\n${'\n \n'.repeat(300_000)}`),
      Buffer.from(`Content-Type: message/delivery-status\r\n\r\n${'Action: failed\r\n\r\n'.repeat(55_000)}`),
      Buffer.from(`From: mailer-daemon@x\r\n\r\n${'-'.repeat(million)}`),
      Buffer.from(`From: mailer-daemon@x\r\n\r\n${'  a@b\n'.repeat(100_000)}`),
      Buffer.from(`X-Failed-Recipients: ${'a@b,'.repeat(200_000)}\r\n\r\n`),
      Buffer.from(`${'References: '.repeat(3)}${'<'.repeat(million)}\r\n\r\n`),
      Buffer.from(`To: ${'b+'.repeat(400_000)}\r\n\r\n`),
      Buffer.from(`Content-Type: ${';a '.repeat(300_000)}\r\n\r\n`),
      Buffer.from(`Content-Type: text/plain${'; a="b"'.repeat(140_000)}\r\n\r\n`),
      Buffer.from(`References: ${'<a@b>\r\n '.repeat(120_000)}\r\n\r\n`),
      Buffer.from('a'.repeat(million)),
      Buffer.from(`${'a:b\r\n'.repeat(200_000)}`),
    ];
    for (const [n, bytes] of hostile.entries()) {
      const start = performance.now();
      readMessage(bytes, verp);
      assert.ok(performance.now() - start < timeLimit(2000), `message ${n} took ${performance.now() - start} ms`);
    }
  });
});

describe('a bounce', () => {
  it('that is hard is written to the mail, with an event, and suppresses the address at once', async () => {
    const to = newAddress();
    const { _id: emailId } = await sentMail(to);
    const at = new Date('2026-01-02T03:04:05.000Z');
    const bounce = {
      emailId,
      kind: 'bounced',
      bounceType: 'hard',
      recipient: to.toUpperCase(),
      diagnostic: '550 no',
      at,
    } as const;
    assert.equal(await apply(bounce), 1);
    const mail = await mailNow(emailId);
    assert.deepEqual([mail.bounceType, mail.bouncedAt, mail.error], ['hard', at.toISOString(), '550 no']);
    assert.deepEqual(await factsOf(emailId), ['bounced']);
    // The fact is counted later, which changes the status: created, bounced with its reason, counted.
    await eventually(async () => assert.equal((await mailNow(emailId)).status, 'bounced'));
    assert.deepEqual(
      (await events(emailId)).map(({ type, actor_id }) => [type, actor_id === null]),
      [
        ['email.created', false],
        ['email.updated', true],
        ['email.updated', true],
      ],
    );
    const [suppression, ...more] = await suppressionsOf(to);
    assert.deepEqual(more, []);
    const { reason, active, emailId: cause, notes } = suppression;
    assert.deepEqual([reason, active, cause, notes], ['bounced', true, emailId, '550 no']);
    assert.equal(await apply(bounce), 0);
    assert.equal((await events(emailId)).length, 3);
  });

  it('does not suppress again what somebody has allowed, when the provider repeats it', async () => {
    const to = newAddress();
    const { _id: emailId } = await sentMail(to);
    await apply({ emailId, kind: 'bounced', bounceType: 'hard' });
    const [{ _id }] = (await suppressionsOf(to)) as [Json];
    await admin.patch(`${suppressions}/${_id}`, { active: false });
    assert.equal(await apply({ emailId, kind: 'bounced', bounceType: 'hard' }), 0);
    assert.equal((await suppressionsOf(to))[0].active, false);
    const { _id: next } = await sentMail(to);
    await apply({ emailId: next, kind: 'bounced', bounceType: 'hard' });
    assert.deepEqual(
      (await suppressionsOf(to)).map(({ active, emailId: cause }) => [active, cause]),
      [[true, next]],
    );
  });

  it('that is hard follows a soft one of the same mail', async () => {
    const to = newAddress();
    const { _id: emailId } = await sentMail(to);
    assert.equal(await apply({ emailId, kind: 'bounced', bounceType: 'soft', diagnostic: 'full' }), 1);
    assert.deepEqual(await suppressionsOf(to), []);
    assert.equal((await mailNow(emailId)).bounceType, 'soft');
    assert.equal(await apply({ emailId, kind: 'bounced', bounceType: 'hard', diagnostic: 'gone' }), 1);
    assert.deepEqual([(await mailNow(emailId)).bounceType, (await suppressionsOf(to)).length], ['hard', 1]);
    assert.equal(await apply({ emailId, kind: 'bounced', bounceType: 'soft' }), 0);
    assert.equal((await mailNow(emailId)).error, 'gone');
  });

  const softly = async (to: string) => {
    const { _id: emailId } = await sentMail(to);
    await apply({ emailId, kind: 'bounced', bounceType: 'soft', diagnostic: '452 full' });
  };

  it('that is soft suppresses the address when it is the fifth in a row', async () => {
    const to = newAddress();
    for (let n = 0; n < 4; n += 1) await softly(to);
    assert.deepEqual(await suppressionsOf(to), []);
    await softly(to);
    assert.match((await suppressionsOf(to))[0].notes, /5 soft bounces in a row.*452 full/);
  });

  it('that is soft does not count before a delivery', async () => {
    const to = newAddress();
    for (let n = 0; n < 4; n += 1) await softly(to);
    const { _id: emailId } = await sentMail(to);
    await apply({ emailId, kind: 'delivered' });
    for (let n = 0; n < 4; n += 1) await softly(to);
    assert.deepEqual(await suppressionsOf(to), []);
    await softly(to);
    assert.equal((await suppressionsOf(to)).length, 1);
  });

  it('suppresses only an address that the mail was sent to', async () => {
    const [first, second, stranger] = [newAddress(), newAddress(), newAddress()];
    const { _id: emailId } = await sentMail([first, second]);
    assert.equal(await apply({ emailId, kind: 'bounced', bounceType: 'hard', recipient: stranger }), 1);
    for (const address of [first, second, stranger]) assert.deepEqual(await suppressionsOf(address), [], address);
    const { _id: other } = await sentMail([first, second]);
    await apply({ emailId: other, kind: 'bounced', bounceType: 'hard', recipient: second });
    assert.deepEqual([(await suppressionsOf(first)).length, (await suppressionsOf(second)).length], [0, 1]);
    // The only recipient forwarded the mail.
    const { _id: forwarded } = await sentMail(first);
    await apply({ emailId: forwarded, kind: 'bounced', bounceType: 'hard', recipient: stranger });
    assert.deepEqual([(await suppressionsOf(first)).length, (await suppressionsOf(stranger)).length], [1, 0]);
  });

  it('that arrives many times at once is written once', async () => {
    const to = newAddress();
    const { _id: emailId } = await sentMail(to);
    const counts = await Promise.all(
      Array.from({ length: 8 }, () => apply({ emailId, kind: 'bounced' }, { emailId, kind: 'bounced' })),
    );
    assert.equal(
      counts.reduce((sum, count) => sum + count, 0),
      1,
    );
    assert.equal((await suppressionsOf(to)).length, 1);
    // The fact is counted later, which changes the status: created, bounced with its reason, counted.
    await eventually(async () => assert.equal((await mailNow(emailId)).status, 'bounced'));
    assert.deepEqual([(await events(emailId)).length, await factsOf(emailId)], [3, ['bounced']]);
  });
});

describe('other reports', () => {
  it('that a mail is delayed are shown until it is delivered or bounces', async () => {
    const { _id: emailId } = await sentMail(newAddress());
    assert.equal(await apply({ emailId, kind: 'deferred', diagnostic: '451 later\u0000' }), 1);
    assert.equal(await apply({ emailId, kind: 'deferred', diagnostic: '451 later' }), 0);
    const { error, bounceType } = await mailNow(emailId);
    assert.deepEqual([error, bounceType], ['The mail is delayed: 451 later', null]);
    assert.equal(await apply({ emailId, kind: 'delivered' }), 1);
    assert.equal(await apply({ emailId, kind: 'deferred', diagnostic: '451 again' }), 0);
    assert.deepEqual(await factsOf(emailId), ['delivered']);
  });

  it('of complaints and unsubscriptions suppress the address', async () => {
    for (const reason of ['complained', 'unsubscribed'] as const) {
      const to = newAddress();
      const { _id: emailId } = await sentMail(to);
      assert.equal(await apply({ emailId, kind: reason }, { emailId, kind: reason }), 1);
      assert.deepEqual(
        (await suppressionsOf(to)).map((one) => one.reason),
        [reason],
      );
      assert.deepEqual(await factsOf(emailId), [reason]);
    }
  });

  it('of opens and clicks are counted once for each event, and those of programs apart', async () => {
    const { _id: emailId } = await sentMail(newAddress());
    const open = { emailId, kind: 'opened', eventId: 'one' } as const;
    assert.equal(await apply(open, open, { ...open, eventId: 'two' }), 2);
    assert.equal(await apply(open), 0);
    await apply({ emailId, kind: 'clicked', link: 'https://example.com/a', eventId: 'one' });
    await apply({ emailId, kind: 'opened', machine: true, eventId: 'three' });
    assert.deepEqual(await factsOf(emailId), [
      'clicked',
      'firstClicked',
      'firstOpened',
      'machineOpened',
      'opened',
      'opened',
    ]);
    const [click] = await sql(`select link from mail_facts where email_id = $1 and kind = 'clicked'`, [emailId]);
    assert.equal(click.link, 'https://example.com/a');
  });

  it('about mails of other tenants, or none, are ignored', async () => {
    const other = await tenant();
    const to = newAddress();
    const { _id: emailId } = await sentMail(to, other);
    for (const id of [emailId, randomUUID(), 'not an id', ''])
      assert.equal(await apply({ emailId: id, kind: 'bounced' }, { emailId: id, kind: 'complained' }), 0);
    assert.deepEqual([await factsOf(emailId), await suppressionsOf(to), await suppressionsOf(to, other)], [[], [], []]);
    assert.equal(await applyReports(services, await tenantIdOf(other.accountKey), [{ emailId, kind: 'bounced' }]), 1);
    assert.equal((await suppressionsOf(to, other)).length, 1);
    assert.deepEqual(await suppressionsOf(to), []);
    assert.equal(await applyReports(services, '999999', [{ emailId, kind: 'bounced' }]), 0);
  });

  it('find the tenant of a mail by its id', async () => {
    const other = await tenant();
    for (const client of [admin, other]) {
      const { _id } = await sentMail(newAddress(), client);
      assert.equal(await findTenantOfMail(services.db, _id), await tenantIdOf(client.accountKey));
    }
    assert.equal(await findTenantOfMail(services.db, randomUUID()), undefined);
  });

  it('of a large batch are applied together', async () => {
    const created = await Promise.all(Array.from({ length: 250 }, () => sentMail(newAddress())));
    const reports = created.map(({ _id }): DeliveryReport => ({ emailId: _id, kind: 'delivered' }));
    assert.equal(await apply(...reports), 250);
    assert.equal(await apply(...reports), 0);
  });
});

describe('BOUNCE_MAILBOX_URL', () => {
  it('is the URL of a mailbox', () => {
    const read = (url: string) => testConfig({ BOUNCE_MAILBOX_URL: url }).settings.bounceMailbox;
    assert.equal(read(''), undefined);
    assert.deepEqual(read('imaps://bounce%40x.example:p%2Fw@mail.example.com/Bounces'), {
      host: 'mail.example.com',
      port: 993,
      secure: true,
      user: 'bounce@x.example',
      password: 'p/w',
      folder: 'Bounces',
    });
    assert.deepEqual([read('imap://u:p@[::1]:10143')?.host, read('imap://u:p@[::1]:10143')?.folder], ['::1', 'INBOX']);
    for (const url of [
      'imaps://mail.example.com/INBOX',
      'pop3://u:hush@h',
      'hush',
      'imaps://u:hush@',
      'imaps://u:hu%sh@h/',
    ]) {
      const isClear = (error: unknown) =>
        error instanceof StartupError &&
        /^BOUNCE_MAILBOX_URL must be written imaps:/.test(error.message) &&
        !error.message.includes('hush');
      assert.throws(() => read(url), isClear, url);
    }
  });
});
