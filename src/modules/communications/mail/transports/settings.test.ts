import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, describe, it } from 'node:test';
import { checkDkim } from '#test/dkim.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { NameServer, type Reaction } from '#test/name-server.ts';
import { freePort } from '#test/process.ts';
import { SmtpSink } from '#test/smtp-sink.ts';
import { Transports } from './transports.ts';

const names: Record<string, Reaction> = {};
const nameServer = await NameServer.forFile(names);
const { app, admin, sql, events, tenant, user } = await appForFile({ WEBHOOK_DNS_SERVERS: nameServer.address });
const sink = await SmtpSink.forFile();
const secured = await SmtpSink.forFile({
  disabledCommands: ['STARTTLS'],
  authOptional: false,
  allowInsecureAuth: true,
});
const path = '/api/communications/email-transports';

const create = (more: Record<string, unknown> = {}): Promise<Json> =>
  admin.create(path, {
    name: 'Main',
    url: `smtp://127.0.0.1:${sink.port}`,
    fromEmail: 'ada@sender.example',
    fromName: 'Ada',
    ...more,
  });

describe('the URL of a transport', () => {
  it('must be of a mail server, and the error names the field and the remedy', async () => {
    const wrong: [string, RegExp][] = [
      ['https://mail.example.com', /must be written smtps:/],
      ['mail.example.com', /must be written smtps:/],
      ['smtp://', /must (name a host|be written)/],
      ['smtp://user:secret@', /must (name a host|be written)/],
      ['smtp://mail.example.com:0', /port from 1 to 65535/],
      ['smtp://mail.example.com:70000', /must be written/],
      ['smtp://user:secret@mail.example.com/path', /must not hold a path/],
      ['smtp://mail.example.com?proxy=http://10.0.0.1', /unknown parameter "proxy"/],
      ['smtp://mail.example.com?requireTLS=yes', /true or false/],
      ['smtp://a%zz@mail.example.com', /write %25/],
    ];
    for (const [url, expected] of wrong) {
      const { status, body } = await admin.post(path, { name: 'Wrong', url });
      assert.equal(status, 422, url);
      assert.equal(body.error.details[0].field, 'url');
      assert.match(body.error.details[0].message, expected);
      assert.doesNotMatch(JSON.stringify(body), /secret/);
    }
  });

  it('must not hold a private address, except for the operator', async () => {
    const other = await tenant();
    for (const host of ['127.0.0.1', '10.1.2.3', '[::1]', '0x7f.1', '169.254.169.254']) {
      const { status, body } = await other.post(path, { name: 'Inside', url: `smtp://${host}:25` });
      assert.equal(status, 422, host);
      assert.match(body.error.details[0].message, /reachable from the Internet/);
    }
    assert.equal((await other.post(path, { name: 'Outside', url: 'smtps://mail.example.com' })).status, 201);
    assert.equal((await create()).url.set, true);
  });

  it('goes with domains that are domains', async () => {
    for (const field of ['dkimDomain', 'returnPathDomain']) {
      const { status, body } = await admin.post(path, { name: 'X', url: 'smtps://mail.example.com', [field]: 'a b' });
      assert.equal(status, 422);
      assert.equal(body.error.details[0].field, field);
    }
  });
});

describe('the test of a transport', () => {
  it('connects and logs in, and says so in the record', async () => {
    const { _id } = await create({ url: `smtp://ada:right@127.0.0.1:${secured.port}` });
    const { status, body } = await admin.post(`${path}/${_id}/test`, {});
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.ok, true);
    assert.equal(body.message, 'The connection and the login work.');
    assert.ok(Number.isInteger(body.durationMs));
    assert.equal(secured.arrivals.length, 0);
    const { body: record } = await admin.get(`${path}/${_id}`);
    assert.equal(record.status, 'ok');
    assert.ok(record.testedAt);
    assert.deepEqual(
      (await events(_id)).map(({ type }) => type),
      ['emailTransport.created', 'emailTransport.updated'],
    );
  });

  it('sends a mail when it names a recipient', async () => {
    const { _id } = await create();
    const { body } = await admin.post(`${path}/${_id}/test`, { to: 'me@example.org' });
    assert.equal(body.ok, true, JSON.stringify(body));
    assert.match(sink.arrived('me@example.org')[0]?.message ?? '', /^From: Ada <ada@sender\.example>\r$/m);
    sink.reactions.set('gone@example.org', { rcpt: 550, text: 'no such user' });
    const refused = await admin.post(`${path}/${_id}/test`, { to: 'gone@example.org' });
    assert.equal(refused.body.ok, false);
    assert.equal(refused.body.message, '550 no such user');
    // The server works, though it does not know the recipient.
    assert.equal((await admin.get(`${path}/${_id}`)).body.status, 'ok');
    assert.equal((await admin.post(`${path}/${_id}/test`, { to: 'nobody' })).status, 422);
  });

  it('marks a transport that does not work, until its URL changes or it is activated', async () => {
    const { _id } = await create({ url: `smtp://ada:wrong@127.0.0.1:${secured.port}` });
    const { body } = await admin.post(`${path}/${_id}/test`, {});
    assert.deepEqual([body.ok, body.message], [false, 'The login failed: 535 wrong password']);
    const { body: stopped } = await admin.get(`${path}/${_id}`);
    assert.deepEqual([stopped.status, stopped.statusReason], ['stopped', 'The login failed: 535 wrong password']);
    assert.ok(stopped.statusChangedAt);
    const [{ tenant_id }] = await sql('select tenant_id from communications_email_transports where id = $1', [_id]);
    await sql(
      `insert into mail_transport_use (tenant_id, transport_id, retry_at, failures) values ($1, $2, now() + interval '1h', 3)`,
      [tenant_id, _id],
    );
    assert.equal((await admin.patch(`${path}/${_id}`, { name: 'Renamed' })).body.status, 'stopped');
    const { body: fixed } = await admin.patch(`${path}/${_id}`, { url: `smtp://127.0.0.1:${await freePort()}` });
    assert.deepEqual([fixed.status, fixed.statusReason], ['ok', null]);
    const [use] = await sql('select retry_at, failures from mail_transport_use where transport_id = $1', [_id]);
    assert.deepEqual(use, { retry_at: null, failures: 0 });
    await admin.post(`${path}/${_id}/test`, {});
    assert.equal((await admin.get(`${path}/${_id}`)).body.status, 'failing');
    assert.equal((await admin.patch(`${path}/${_id}`, { active: true })).body.status, 'ok');
  });

  it('is for those who may change transports', async () => {
    const { _id } = await create();
    const writer = await user({ permissions: ['communications:read', 'communications:write'] });
    for (const [method, route] of [
      ['POST', 'test'],
      ['GET', 'dns'],
    ] as const) {
      const { status, body } = await writer.request(
        method,
        `${path}/${_id}/${route}`,
        method === 'POST' ? {} : undefined,
      );
      assert.equal(status, 403);
      assert.match(JSON.stringify(body), /communications:admin/);
      const other = await tenant();
      const hidden = await other.request(method, `${path}/${_id}/${route}`, method === 'POST' ? {} : undefined);
      assert.equal(hidden.status, 404);
    }
    assert.equal((await admin.post(`${path}/nonsense/test`, {})).status, 404);
  });
});

const recordOf = (body: Json, purpose: string): Json =>
  body.records.find((record: Json) => record.purpose.startsWith(purpose));

describe('the DNS records of a transport', () => {
  it('are listed with what DNS has, and the key stays the same', async () => {
    const { _id } = await create({ fromEmail: 'ada@news.shop.example', returnPathDomain: 'returns.shop.example' });
    const { status, body } = await admin.get(`${path}/${_id}/dns`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.domain, 'news.shop.example');
    assert.ok(body.records.every(({ ok, found }: Json) => !ok && found.length === 0));
    const dkim = recordOf(body, 'DKIM');
    assert.match(dkim.name, /^atrium-[0-9a-f]{8}\._domainkey\.news\.shop\.example$/);
    names[dkim.name] = { txt: [dkim.value, 'something else'] };
    names['returns.shop.example'] = { txt: ['v=spf1 include:provider.example -all'], mx: ['mail.shop.example'] };
    names['_dmarc.shop.example'] = { txt: ['v=DMARC1; p=reject; rua=mailto:a@shop.example'] };
    const { body: set } = await admin.get(`${path}/${_id}/dns`);
    assert.equal(recordOf(set, 'DKIM').value, dkim.value);
    assert.deepEqual(
      set.records.map(({ type, name, found, ok }: Json) => [type, name, found, ok]),
      [
        ['TXT', dkim.name, [dkim.value], true],
        ['TXT', 'returns.shop.example', ['v=spf1 include:provider.example -all'], true],
        ['TXT', '_dmarc.news.shop.example', ['v=DMARC1; p=reject; rua=mailto:a@shop.example'], true],
        ['MX', 'returns.shop.example', ['10 mail.shop.example'], true],
      ],
    );
  });

  it('are wrong when they say something else, and say so when no name server answers', async () => {
    const { _id } = await create({ fromEmail: 'ada@wrong.example' });
    const dkim = recordOf((await admin.get(`${path}/${_id}/dns`)).body, 'DKIM');
    names[dkim.name] = { txt: ['v=DKIM1; k=rsa; p=MIIB'] };
    names['wrong.example'] = { txt: ['v=spf1 mx -all', 'v=spf1 a -all'] };
    names['_dmarc.wrong.example'] = 'silent';
    const { body } = await admin.get(`${path}/${_id}/dns`);
    assert.deepEqual(
      body.records.map(({ ok, found, error }: Json) => [ok, found.length, error]),
      [
        [false, 1, undefined],
        [false, 2, undefined],
        [false, 0, 'No name server answered within 3 s.'],
      ],
    );
    const { _id: bare } = await create({ fromEmail: null });
    const { status, body: error } = await admin.get(`${path}/${bare}/dns`);
    assert.equal(status, 409);
    assert.match(error.error.message, /set fromEmail or dkimDomain/);
  });
});

describe('a mail of a domain with a key', () => {
  it('is signed, with attachments or without, and the private key is encrypted', async () => {
    const { _id } = await create({ fromEmail: 'ada@signed.example' });
    const { value, name } = recordOf((await admin.get(`${path}/${_id}/dns`)).body, 'DKIM');
    const [{ private_key, tenant_id }] = await sql(`select * from mail_dkim_keys where domain = 'signed.example'`);
    assert.ok(private_key.startsWith(app.services.vault.prefix));
    const transports = new Transports(app.services);
    after(() => transports.close());
    const transport = transports.open(String(tenant_id), {
      id: _id,
      url: `smtp://127.0.0.1:${sink.port}`,
      fromEmail: 'ada@signed.example',
      fromName: null,
      maxConnections: 2,
      dkimDomain: null,
      returnPathDomain: null,
    });
    const large = {
      name: 'a.bin',
      mimeType: 'application/x-a',
      open: async () => Readable.from([randomBytes(3_000_000)]),
    };
    for (const [n, attachments] of [[], [large]].entries()) {
      const to = `signed-${n}@example.org`;
      const result = await transport.send({
        id: `signed-${n}`,
        from: { name: 'Zoë', address: 'ada@signed.example' },
        to: [to],
        cc: [],
        bcc: [],
        replyTo: null,
        subject: 'Grüße  mit   Abstand',
        html: '<p>Grüße</p>  \n\n\n',
        text: 'Grüße  \n\n.\n\n',
        headers: {
          'List-Unsubscribe': '<https://crm.example/m/u/x>',
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
        attachments,
        envelopeFrom: null,
      });
      assert.equal(result.kind, 'accepted', JSON.stringify(result));
      const { domain, selector, signed } = checkDkim(sink.arrived(to)[0]?.message ?? '', value);
      assert.equal(`${selector}._domainkey.${domain}`, name);
      for (const header of ['from', 'to', 'subject', 'date', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post'])
        assert.ok(signed.includes(header), header);
    }
  });
});
