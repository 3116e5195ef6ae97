import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { beforeEach, describe, it } from 'node:test';
import { appForFile, type Client, type Json, type Reply } from '#test/harness.ts';
import { snsCertificate, snsPrivateKey } from '#test/sns-certificate.ts';
import { providerHeaders } from './provider-headers.ts';
import { fetchFromSns } from './sns-http.ts';
import { snsUrl } from './sns-message.ts';

const { admin, anonymous, tenant, sql } = await appForFile();
const emails = '/api/communications/emails';
const transports = '/api/communications/emailTransports';

let addresses = 0;
const newAddress = () => `person-${++addresses}@receiver.example`;
const sentMail = (to: string, by: Client = admin): Promise<Json> =>
  by.create(emails, { to: [to], subject: 'Our news', status: 'sent', sentAt: new Date().toISOString() });
const factsOf = async (id: string): Promise<string[]> =>
  (await sql('select kind from mail_facts where email_id = $1 order by kind', [id])).map(({ kind }) => kind);
const reasonsOf = async (email: string): Promise<string[]> => {
  const { body } = await admin.get(`/api/communications/emailSuppressions?filter[email]=${encodeURIComponent(email)}`);
  return body.data.map(({ reason }: Json) => reason);
};
const post = (provider: string, body: string, headers: Record<string, string> = {}, accountKey = 'default') =>
  anonymous.post(`/api/communications/email-events/${provider}/${accountKey}`, body, headers);
const addTransport = (provider: string, eventKey: string, by: Client = admin): Promise<Json> =>
  by.create(transports, { name: provider, url: 'smtps://u:p@mail.example.com', provider, eventKey });
const assertRefused = ({ status, body }: Reply, reason = /signature/) => {
  assert.deepEqual([status, body.error.code], [401, 'unauthenticated']);
  assert.match(body.error.message, reason);
};
const seconds = (offsetMinutes = 0) => Math.floor(Date.now() / 1000) + offsetMinutes * 60;

describe('events of SendGrid', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  await addTransport('sendgrid', publicKey.export({ format: 'der', type: 'spki' }).toString('base64'));
  const signed = (body: string, time = String(seconds()), key = privateKey) => ({
    'x-twilio-email-event-webhook-timestamp': time,
    'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(time + body), key).toString('base64'),
  });
  const event = (emailId: string, email: string, more: Json): Json => ({
    email,
    timestamp: seconds(-1),
    'smtp-id': `<${emailId}@sender.example>`,
    sg_event_id: randomBytes(12).toString('base64url'),
    sg_message_id: `${randomBytes(8).toString('base64url')}.recvd-5d8f-1-0`,
    ...more,
  });

  it('are taken in batches, each once', async () => {
    const people = Array.from({ length: 9 }, newAddress);
    const mails: Json[] = [];
    for (const to of people) mails.push(await sentMail(to));
    const at = (n: number, more: Json) => event(mails[n]._id, people[n] as string, more);
    const opened = at(3, { event: 'open', useragent: 'Mozilla/5.0', ip: '192.0.2.1', sg_machine_open: false });
    // Engagement events have no smtp-id, only the unique argument that the mail was sent with.
    delete opened['smtp-id'];
    opened['X-Atrium-Mail'] = mails[3]._id;
    const batch = [
      at(0, { event: 'processed' }),
      at(0, { event: 'delivered', response: '250 2.0.0 OK - gsmtp', ip: '192.0.2.1' }),
      at(1, { event: 'bounce', type: 'bounce', reason: '550 5.1.1 unknown user', status: '5.1.1' }),
      at(2, { event: 'bounce', type: 'blocked', reason: '550 5.7.1 blocked by policy', status: '5.7.1' }),
      opened,
      at(4, { event: 'click', url: 'https://example.com/a', 'X-Atrium-Mail': mails[4]._id }),
      at(5, { event: 'spamreport' }),
      at(6, { event: 'unsubscribe' }),
      at(7, { event: 'deferred', response: '451 try again later', attempt: '5' }),
      at(8, { event: 'dropped', reason: 'Bounced Address', status: '5.0.0' }),
      at(0, { event: 'open', sg_machine_open: true }),
      { event: 'account_status_change', type: 'compliance_suspend' },
      'nonsense',
      null,
    ];
    const body = JSON.stringify(batch);
    const { status, body: answer } = await post('sendgrid', body, signed(body));
    assert.deepEqual([status, answer], [200, { received: 10, applied: 10 }]);
    const facts = await Promise.all(mails.map(({ _id }) => factsOf(_id)));
    assert.deepEqual(facts, [
      ['delivered', 'machineOpened'],
      ['bounced'],
      ['bounced'],
      ['firstOpened', 'opened'],
      ['clicked', 'firstClicked'],
      ['complained'],
      ['unsubscribed'],
      [],
      ['bounced'],
    ]);
    const types = await Promise.all(
      mails.map(async ({ _id }) => (await admin.get(`${emails}/${_id}`)).body.bounceType),
    );
    assert.deepEqual(types, [null, 'hard', 'soft', null, null, null, null, null, 'hard']);
    const reasons = (await Promise.all(people.map(reasonsOf))).map(([reason]) => reason);
    assert.deepEqual(reasons, [
      undefined,
      'bounced',
      undefined,
      undefined,
      undefined,
      'complained',
      'unsubscribed',
      undefined,
      'bounced',
    ]);
    assert.deepEqual((await post('sendgrid', body, signed(body))).body, { received: 10, applied: 0 });
  });

  it('are refused without a valid signature, and nothing is written', async () => {
    const to = newAddress();
    const { _id } = await sentMail(to);
    const body = JSON.stringify([event(_id, to, { event: 'spamreport' })]);
    const stranger = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
    assertRefused(await post('sendgrid', body));
    assertRefused(await post('sendgrid', body, signed(body, undefined, stranger)));
    assertRefused(await post('sendgrid', `${body} `, signed(body)));
    const { 'x-twilio-email-event-webhook-signature': signature } = signed(body);
    assertRefused(
      await post('sendgrid', body, {
        'x-twilio-email-event-webhook-signature': signature,
        'x-twilio-email-event-webhook-timestamp': String(seconds() + 1),
      }),
    );
    for (const minutes of [-11, 11]) {
      assertRefused(await post('sendgrid', body, signed(body, String(seconds(minutes)))), /10 minutes off/);
    }
    assertRefused(await post('sendgrid', body, signed(body, 'tomorrow')), /10 minutes off/);
    assertRefused(await post('sendgrid', body, signed(body), 'no-such-account'));
    assertRefused(await post('mailgun', body, signed(body)));
    assert.deepEqual([await factsOf(_id), await reasonsOf(to)], [[], []]);
    assert.equal((await post('sendgrid', body, signed(body))).body.applied, 1);
  });

  it('of one tenant say nothing about mails of another', async () => {
    const other = await tenant();
    const to = newAddress();
    const { _id } = await sentMail(to, other);
    const body = JSON.stringify([event(_id, to, { event: 'spamreport' })]);
    assert.deepEqual((await post('sendgrid', body, signed(body))).body, { received: 1, applied: 0 });
    assertRefused(await post('sendgrid', body, signed(body), other.accountKey));
    assert.deepEqual(await factsOf(_id), []);
  });

  it('need a public key', async () => {
    const reply = await admin.post(transports, {
      name: 'x',
      url: 'smtps://u:p@h',
      provider: 'sendgrid',
      eventKey: 'x',
    });
    assert.equal(reply.status, 422);
    assert.match(reply.body.error.details[0].message, /^eventKey .*verification key of the Signed Event Webhook/);
  });

  it('may be as large as 1 MiB, and not larger', async () => {
    const body = JSON.stringify([{ event: 'processed', padding: 'x'.repeat(1_000_000) }]);
    assert.deepEqual((await post('sendgrid', body, signed(body))).body, { received: 0, applied: 0 });
    const larger = JSON.stringify([{ event: 'processed', padding: 'x'.repeat(1_100_000) }]);
    assert.equal((await post('sendgrid', larger, signed(larger))).status, 413);
  });
});

describe('events of Mailgun', async () => {
  const key = randomBytes(16).toString('hex');
  await addTransport('mailgun', key);
  const signature = (timestamp = String(seconds()), token = randomBytes(25).toString('hex'), by = key) => ({
    timestamp,
    token,
    signature: createHmac('sha256', by)
      .update(timestamp + token)
      .digest('hex'),
  });
  const event = (emailId: string, recipient: string, more: Json): Json => ({
    id: randomBytes(16).toString('base64url'),
    timestamp: Date.now() / 1000,
    'log-level': 'info',
    recipient,
    message: { headers: { to: recipient, 'message-id': `${emailId}@sender.example`, from: 'a@sender.example' } },
    'user-variables': {},
    ...more,
  });
  const failed = (severity: string, code: number, more: Json = {}) => ({
    event: 'failed',
    severity,
    reason: 'generic',
    'delivery-status': { code, message: `${code} refused`, description: '', 'attempt-no': 1 },
    ...more,
  });
  const cases: readonly (readonly [string, Json, string[], string | null, string[]])[] = [
    ['delivered', { event: 'delivered', 'delivery-status': { code: 250, message: 'OK' } }, ['delivered'], null, []],
    ['permanent failure', failed('permanent', 550), ['bounced'], 'hard', ['bounced']],
    ['suppressed address', failed('permanent', 605, { reason: 'suppress-bounce' }), ['bounced'], 'hard', ['bounced']],
    ['given up', failed('permanent', 498, { reason: 'old' }), ['bounced'], 'soft', []],
    ['temporary failure', failed('temporary', 451), [], null, []],
    ['complaint', { event: 'complained' }, ['complained'], null, ['complained']],
    ['unsubscription', { event: 'unsubscribed' }, ['unsubscribed'], null, ['unsubscribed']],
    ['open', { event: 'opened', 'client-info': { bot: '' } }, ['firstOpened', 'opened'], null, []],
    ['open by a program', { event: 'opened', 'client-info': { bot: 'apple' } }, ['machineOpened'], null, []],
    ['click', { event: 'clicked', url: 'https://example.com/' }, ['clicked', 'firstClicked'], null, []],
    ['acceptance', { event: 'accepted' }, [], null, []],
  ];
  for (const [name, more, facts, bounceType, reasons] of cases) {
    it(`are taken: ${name}`, async () => {
      const to = newAddress();
      const { _id } = await sentMail(to);
      const data = event(_id, to, more);
      const { status } = await post('mailgun', JSON.stringify({ signature: signature(), 'event-data': data }));
      assert.equal(status, 200);
      assert.deepEqual([await factsOf(_id), await reasonsOf(to)], [facts, reasons]);
      assert.equal((await admin.get(`${emails}/${_id}`)).body.bounceType, bounceType);
      const again = await post('mailgun', JSON.stringify({ signature: signature(), 'event-data': data }));
      assert.equal(again.body.applied, 0);
    });
  }

  it('are refused when a token is used again, because it does not sign the events', async () => {
    const to = newAddress();
    const { _id } = await sentMail(to);
    const used = signature();
    const first = event(_id, to, { event: 'delivered' });
    assert.equal((await post('mailgun', JSON.stringify({ signature: used, 'event-data': first }))).status, 200);
    const second = event(_id, to, { event: 'complained' });
    assertRefused(await post('mailgun', JSON.stringify({ signature: used, 'event-data': second })), /token was used/);
    assert.deepEqual([await factsOf(_id), await reasonsOf(to)], [['delivered'], []]);
  });

  it('are refused with a wrong or old signature', async () => {
    const to = newAddress();
    const { _id } = await sentMail(to);
    const data = event(_id, to, { event: 'complained' });
    const send = (given: unknown) => post('mailgun', JSON.stringify({ signature: given, 'event-data': data }));
    assertRefused(await send(undefined));
    assertRefused(await send({ ...signature(), token: 'other' }));
    assertRefused(await send({ ...signature(), signature: 'zz' }));
    assertRefused(await send(signature(undefined, undefined, 'another key')));
    assertRefused(await send(signature(String(seconds(-6)))), /5 minutes off/);
    assertRefused(await post('mailgun', 'no json'));
    assertRefused(await post('mailgun', '[]'));
    assert.deepEqual(await factsOf(_id), []);
  });
});

describe('events of Postmark', async () => {
  const secret = randomBytes(16).toString('hex');
  await addTransport('postmark', secret);
  const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
  const event = (emailId: string, to: string, more: Json): Json => ({
    MessageID: randomUUID(),
    MessageStream: 'outbound',
    ServerID: 23,
    Tag: '',
    Metadata: { 'atrium-mail': emailId },
    ...('Email' in more ? {} : { Recipient: to }),
    ...more,
  });
  const bounce = (to: string, Type: string, Inactive: boolean): Json => ({
    RecordType: 'Bounce',
    ID: 692560173,
    Type,
    TypeCode: 1,
    Name: Type,
    Description: 'The server was unable to deliver your message.',
    Details: 'smtp;550 5.1.1 no such user',
    Email: to,
    BouncedAt: '2026-01-02T03:04:05.123Z',
    Inactive,
  });
  const cases: readonly (readonly [string, (to: string) => Json, string[], string[]])[] = [
    ['delivery', () => ({ RecordType: 'Delivery', DeliveredAt: '2026-01-02T03:04:05Z' }), ['delivered'], []],
    ['hard bounce', (to) => bounce(to, 'HardBounce', true), ['bounced'], ['bounced']],
    ['soft bounce', (to) => bounce(to, 'SoftBounce', false), ['bounced'], []],
    ['delay', (to) => bounce(to, 'Transient', false), [], []],
    ['automatic answer', (to) => bounce(to, 'AutoResponder', false), [], []],
    [
      'complaint',
      (to) => ({ ...bounce(to, 'SpamComplaint', true), RecordType: 'SpamComplaint' }),
      ['complained'],
      ['complained'],
    ],
    [
      'open',
      () => ({ RecordType: 'Open', FirstOpen: true, ReceivedAt: '2026-01-02T03:04:05Z' }),
      ['firstOpened', 'opened'],
      [],
    ],
    [
      'click',
      () => ({ RecordType: 'Click', OriginalLink: 'https://example.com/', ReceivedAt: '2026-01-02T03:04:05Z' }),
      ['clicked', 'firstClicked'],
      [],
    ],
    [
      'unsubscription',
      () => ({ RecordType: 'SubscriptionChange', SuppressSending: true, SuppressionReason: 'ManualSuppression' }),
      ['unsubscribed'],
      ['unsubscribed'],
    ],
    ['new subscription', () => ({ RecordType: 'SubscriptionChange', SuppressSending: false }), [], []],
  ];
  for (const [name, make, facts, reasons] of cases) {
    it(`are taken: ${name}`, async () => {
      const to = newAddress();
      const { _id } = await sentMail(to);
      const body = JSON.stringify(event(_id, to, make(to)));
      for (const headers of [{ 'x-webhook-secret': secret }, basic(`postmark:${secret}`)])
        assert.equal((await post('postmark', body, headers)).status, 200);
      assert.deepEqual([await factsOf(_id), await reasonsOf(to)], [facts, reasons]);
    });
  }

  it('are refused without the secret', async () => {
    const to = newAddress();
    const { _id } = await sentMail(to);
    const body = JSON.stringify(event(_id, to, bounce(to, 'HardBounce', true)));
    const wrong = [{}, basic('a:b'), basic(secret), { 'x-webhook-secret': '' }, { 'x-webhook-secret': `${secret}x` }];
    for (const headers of wrong) assertRefused(await post('postmark', body, headers as Record<string, string>));
    assert.deepEqual(await factsOf(_id), []);
  });
});

describe('events of Amazon SES', async () => {
  const topic = 'arn:aws:sns:eu-west-1:123456789012:mail';
  await addTransport('ses', topic);
  const certificateUrl = `https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-${randomBytes(16).toString('hex')}.pem`;
  const fetched: string[] = [];
  beforeEach(() => {
    fetched.length = 0;
    fetchFromSns.get = async (url) => {
      fetched.push(url);
      return Buffer.from(snsCertificate);
    };
  });

  const signed = (message: Json): Json => {
    const keys = ['Message', 'MessageId', 'SubscribeURL', 'Subject', 'Timestamp', 'Token', 'TopicArn', 'Type'];
    const text = keys.flatMap((key) => (message[key] === undefined ? [] : `${key}\n${message[key]}\n`)).join('');
    const algorithm = message.SignatureVersion === '1' ? 'sha1' : 'sha256';
    return { ...message, Signature: sign(algorithm, Buffer.from(text), snsPrivateKey).toString('base64') };
  };
  const notification = (event: Json, more: Json = {}): Json => ({
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: topic,
    Message: JSON.stringify(event),
    Timestamp: new Date().toISOString(),
    SignatureVersion: '2',
    SigningCertURL: certificateUrl,
    UnsubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Action=Unsubscribe',
    ...more,
  });
  /** Amazon sends JSON with this content type. */
  const send = (message: Json) =>
    post('ses', JSON.stringify(message), {
      'content-type': 'text/plain; charset=UTF-8',
      'x-amz-sns-message-type': message.Type,
    });
  const mail = (emailId: string, to: string): Json => ({
    timestamp: '2026-01-02T03:04:05.000Z',
    messageId: '0102018c-1a2b3c4d-0000-4444-8888-aaaabbbbcccc-000000',
    source: 'ada@sender.example',
    destination: [to],
    headersTruncated: false,
    headers: [
      { name: 'From', value: 'ada@sender.example' },
      { name: 'X-Atrium-Mail', value: emailId },
    ],
    commonHeaders: { from: ['ada@sender.example'], to: [to], messageId: `<${emailId}@sender.example>` },
  });
  const bounce = (to: string, bounceType: string): Json => ({
    notificationType: 'Bounce',
    bounce: {
      bounceType,
      bounceSubType: 'General',
      bouncedRecipients: [
        { emailAddress: to, action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 no' },
      ],
      timestamp: '2026-01-02T03:05:00.000Z',
      feedbackId: '0102018c-feedback',
    },
  });
  const cases: readonly (readonly [string, (to: string) => Json, string[], string[]])[] = [
    ['permanent bounce', (to) => bounce(to, 'Permanent'), ['bounced'], ['bounced']],
    ['transient bounce', (to) => bounce(to, 'Transient'), ['bounced'], []],
    [
      'complaint',
      (to) => ({
        eventType: 'Complaint',
        complaint: { complainedRecipients: [{ emailAddress: to }], complaintFeedbackType: 'abuse' },
      }),
      ['complained'],
      ['complained'],
    ],
    [
      'delivery',
      (to) => ({ eventType: 'Delivery', delivery: { recipients: [to], smtpResponse: '250 ok' } }),
      ['delivered'],
      [],
    ],
    [
      'delay',
      (to) => ({
        eventType: 'DeliveryDelay',
        deliveryDelay: { delayedRecipients: [{ emailAddress: to, diagnosticCode: '451' }] },
      }),
      [],
      [],
    ],
    ['open', () => ({ eventType: 'Open', open: { timestamp: '2026-01-02T03:05:00Z' } }), ['firstOpened', 'opened'], []],
    ['click', () => ({ eventType: 'Click', click: { link: 'https://example.com/' } }), ['clicked', 'firstClicked'], []],
    ['sending', () => ({ eventType: 'Send', send: {} }), [], []],
  ];
  for (const [name, make, facts, reasons] of cases) {
    it(`are taken: ${name}`, async () => {
      const to = newAddress();
      const { _id } = await sentMail(to);
      const message = signed(notification({ ...make(to), mail: mail(_id, to) }));
      assert.equal((await send(message)).status, 200);
      assert.equal((await send(message)).body.applied, 0);
      assert.deepEqual([await factsOf(_id), await reasonsOf(to)], [facts, reasons]);
    });
  }

  it('are matched by the tag or our Message-ID when the headers are not included', async () => {
    for (const with_ of [
      (id: string) => ({ tags: { 'ses:source-ip': ['192.0.2.1'], 'atrium-mail': [id] } }),
      (id: string) => ({ commonHeaders: { messageId: `<${id}@sender.example>` } }),
      (id: string) => ({ headers: [{ name: 'Message-ID', value: `<${id}@sender.example>` }] }),
    ]) {
      const to = newAddress();
      const { _id } = await sentMail(to);
      const event = { eventType: 'Delivery', mail: with_(_id), delivery: { recipients: [to] } };
      const older = signed(notification(event, { SignatureVersion: '1', Subject: 'Amazon SES' }));
      assert.deepEqual((await send(older)).body, { received: 1, applied: 1 });
    }
  });

  it('are refused unless Amazon has signed them', async () => {
    const to = newAddress();
    const { _id } = await sentMail(to);
    const good = notification({ ...bounce(to, 'Permanent'), mail: mail(_id, to) });
    assertRefused(await send(good));
    assertRefused(await send({ ...signed(good), Message: good.Message.replace('5.1.1', '5.1.2') }));
    assertRefused(await send(signed({ ...good, TopicArn: 'arn:aws:sns:eu-west-1:999999999999:mail' })), /TopicArn/);
    assert.equal(fetched.filter((url) => url !== certificateUrl).length, 0);
    for (const url of [
      certificateUrl.replace('https:', 'http:'),
      certificateUrl.replace('eu-west-1', 'us-east-1'),
      certificateUrl.replace('sns.eu-west-1.amazonaws.com', 'sns.s3.amazonaws.com'),
      certificateUrl.replace('sns.eu-west-1.amazonaws.com', 'sns.eu-west-1.amazonaws.com.evil.example'),
      certificateUrl.replace('sns.', 'user@sns.'),
      certificateUrl.replace('.com/', '.com:444/'),
      'https://sns.eu-west-1.amazonaws.com/other.pem',
      undefined,
    ]) {
      assertRefused(await send(signed({ ...good, SigningCertURL: url })));
    }
    assert.deepEqual(
      fetched.filter((url) => url !== certificateUrl),
      [],
    );
    assert.deepEqual(await factsOf(_id), []);
    assert.equal((await send(signed(good))).body.applied, 1);
  });

  it('begin when the subscription is confirmed, at an address of Amazon only', async () => {
    const confirmation = (SubscribeURL: string) =>
      signed({
        Type: 'SubscriptionConfirmation',
        MessageId: randomUUID(),
        Token: randomBytes(20).toString('hex'),
        TopicArn: topic,
        Message: 'You have chosen to subscribe to the topic.',
        SubscribeURL,
        Timestamp: new Date().toISOString(),
        SignatureVersion: '2',
        SigningCertURL: certificateUrl,
      });
    const url = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=x';
    assert.deepEqual((await send(confirmation(url))).body, { received: 0, applied: 0 });
    assert.deepEqual(fetched.at(-1), url);
    fetched.length = 0;
    assertRefused(await send(confirmation('https://internal.example/steal')), /SubscribeURL/);
    assert.deepEqual(fetched, []);
  });

  it('take only names of regions for regions', () => {
    const at = (region: string) =>
      snsUrl(`https://sns.${region}.amazonaws.com/`, `arn:aws:sns:${region}:123456789012:m`);
    for (const region of ['us-east-1', 'ap-southeast-2', 'us-gov-west-1', 'eu-central-1'])
      assert.ok(at(region), region);
    for (const region of ['s3', 's3-us-west-2', 'evil.example', 'us-east-1.s3', ''])
      assert.equal(at(region), undefined, region);
  });

  it('need the TopicArn', async () => {
    const reply = await admin.post(transports, { name: 'x', url: 'smtps://u:p@h', provider: 'ses', eventKey: 'mail' });
    assert.match(reply.body.error.details[0].message, /^eventKey .*must be the TopicArn/);
  });
});

describe('the endpoint of events', () => {
  it('knows four providers', async () => {
    assert.equal((await post('other', '{}')).status, 422);
    assert.equal((await anonymous.get('/api/communications/email-events/ses/default')).status, 405);
  });

  it('gets the id of a mail from the headers that the mail was sent with', () => {
    const id = randomUUID();
    for (const provider of [null, 'smtp', 'ses', 'sendgrid', 'postmark', 'mailgun'])
      assert.equal(providerHeaders(provider, id)['X-Atrium-Mail'], id);
    assert.deepEqual(JSON.parse(providerHeaders('sendgrid', id)['X-SMTPAPI'] ?? ''), {
      unique_args: { 'X-Atrium-Mail': id },
    });
    assert.equal(providerHeaders('postmark', id)['X-PM-Metadata-atrium-mail'], id);
  });

  it('keeps its key secret', async () => {
    const { body } = await admin.get(transports);
    for (const { eventKey } of body.data) assert.deepEqual(eventKey, { set: true });
  });
});
