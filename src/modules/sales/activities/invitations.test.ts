import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import ICAL from 'ical.js';
import { simpleParser } from 'mailparser';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { fetched, mailboxOf, store } from '#test/incoming-tools.ts';
import { MailSender, mailEnv } from '#test/mail-outbox-tools.ts';
import { SmtpSink } from '#test/smtp-sink.ts';

const test = await appForFile(mailEnv);
const { user, sql } = test;
const path = '/api/sales/activities';
const dayMs = 86_400_000;
/** A time some days from now, to the second. */
const inDays = (days: number, hours = 0): string =>
  new Date(Math.floor(Date.now() / 1000) * 1000 + days * dayMs + hours * 3_600_000).toISOString();

const sink = await SmtpSink.forFile();
let admin: Client;
before(async () => {
  ({ client: admin } = await MailSender.open(test, MailSender.via(sink)));
});

/** The calendar entry of a mail, and what people read. */
async function entryOf(message: string) {
  const mail = await simpleParser(message);
  const calendar = mail.attachments.find(({ contentType }) => contentType === 'text/calendar');
  assert.ok(calendar, 'the mail has no calendar entry');
  const parsed = new ICAL.Component(ICAL.parse(calendar.content.toString('utf8')));
  const event = parsed.getFirstSubcomponent('vevent') as ICAL.Component;
  return { mail, calendar, method: parsed.getFirstPropertyValue('method'), event };
}

const arrivalsOf = (address: string) => sink.arrivals.filter(({ to }) => to.includes(address));

/** Waits for this many mails to an address and returns the entry of the last one. */
const lastEntry = (address: string, count: number) =>
  eventually(async () => {
    const arrivals = arrivalsOf(address);
    assert.equal(arrivals.length, count);
    return entryOf(arrivals.at(-1)?.message ?? '');
  });

let people = 0;
const newAddress = (): string => `guest${++people}@customer.example`;

const planned = async (attendees: readonly string[], more: Json = {}): Promise<Json> =>
  admin.create(path, {
    type: 'meeting',
    subject: 'Quarterly review',
    startsAt: inDays(3),
    endsAt: inDays(3, 1),
    attendees,
    ...more,
  });

/** Waits until the queue of mails is empty, so that a mail that must not be sent would have arrived. */
const allSent = () =>
  eventually(async () => assert.equal((await sql('select from mail_outbox where next_at <= now()')).length, 0));

describe('an activity', () => {
  it('is logged with its type and its records, and happened now without a time', async () => {
    const contact = await admin.create('/api/sales/contacts', { lastName: 'Lovelace' });
    const call = await admin.create(path, {
      type: 'call',
      subject: 'Asked for a price',
      outcome: 'completed',
      notes: 'Wants 20 seats.',
      contactId: contact._id,
    });
    assert.ok(Math.abs(Date.parse(call.startsAt) - Date.now()) < 60_000);
    assert.equal(call.ownerId, admin.userId);
    assert.deepEqual(
      (await test.events(call._id)).map(({ type }) => type),
      ['activity.created'],
    );
  });

  it('has one of four types, and does not end before it starts', async () => {
    const wrong = await admin.post(path, { type: 'party', subject: 'Fun' });
    assert.equal(wrong.status, 422);
    assert.deepEqual(wrong.body.error.details[0].field, 'type');
    const reversed = await admin.post(path, { type: 'visit', subject: 'Back', startsAt: inDays(2), endsAt: inDays(1) });
    assert.equal(reversed.status, 422);
    assert.equal(reversed.body.error.details[0].field, 'endsAt');
    const visit = await admin.create(path, { type: 'visit', subject: 'There', startsAt: inDays(2) });
    assert.equal((await admin.patch(`${path}/${visit._id}`, { endsAt: inDays(1) })).status, 422);
  });

  it('needs a time to invite people to, and has at most 50 attendees', async () => {
    const untimed = await admin.post(path, { type: 'meeting', subject: 'When?', attendees: [newAddress()] });
    assert.equal(untimed.status, 422);
    assert.equal(untimed.body.error.details[0].field, 'startsAt');
    const attendees = Array.from({ length: 51 }, (_, n) => `many${n}@customer.example`);
    const many = await admin.post(path, { type: 'meeting', subject: 'All', startsAt: inDays(1), attendees });
    assert.equal(many.status, 422);
    assert.equal(many.body.error.details[0].field, 'attendees');
  });
});

describe('a meeting', () => {
  it('invites each attendee once, by a calendar entry that people can also read', async () => {
    const [first, second] = [newAddress(), newAddress()];
    await admin.create('/api/sales/contacts', { firstName: 'Ada', lastName: 'Lovelace', email: first });
    const meeting = await planned([first, second.toUpperCase(), second], {
      location: 'Room 4, "upstairs"; door\\left',
    });
    assert.deepEqual([meeting.attendees.length, meeting.sequence], [2, 0]);
    const { mail, calendar, method, event } = await lastEntry(first, 1);
    assert.equal(method, 'REQUEST');
    assert.equal((calendar.headers.get('content-type') as Json).params.method, 'REQUEST');
    assert.equal(event.getFirstPropertyValue('uid'), meeting._id);
    assert.equal(event.getFirstPropertyValue('sequence'), 0);
    assert.equal((event.getFirstPropertyValue('dtstart') as ICAL.Time).toJSDate().toISOString(), meeting.startsAt);
    assert.equal((event.getFirstPropertyValue('dtend') as ICAL.Time).toJSDate().toISOString(), meeting.endsAt);
    assert.equal(event.getFirstPropertyValue('location'), 'Room 4, "upstairs"; door\\left');
    const attendees = event.getAllProperties('attendee');
    assert.deepEqual(
      attendees.map((one) => [String(one.getFirstValue()).toLowerCase(), one.getFirstParameter('partstat')]),
      [first, second].map((address) => [`mailto:${address}`, 'NEEDS-ACTION']),
    );
    assert.equal(attendees[0]?.getFirstParameter('cn'), 'Ada Lovelace');
    assert.equal(event.getFirstPropertyValue('organizer'), `mailto:${meeting.organizer}`);
    assert.match(mail.subject ?? '', /^Invitation: Quarterly review \(.+ UTC\)$/);
    assert.match(mail.text ?? '', /invites you to this appointment[\s\S]*When: .*UTC[\s\S]*Where: Room 4/);
    assert.equal(mail.replyTo?.text, meeting.organizer);
    const stored = await admin.get(`/api/communications/emails?filter[to]=${first}`);
    assert.equal(stored.body.data[0].calendar.method, 'REQUEST');
    assert.ok(stored.body.data[0].contactId);
    assert.equal(arrivalsOf(second.toUpperCase()).length + arrivalsOf(second).length, 1);
  });

  it('is described in the language and the time zone of the company', async () => {
    const { client } = await MailSender.open(test, MailSender.via(sink));
    const settings = { language: 'de', timeZone: 'Europe/Berlin' };
    const saved = await client.patch('/api/identity/account', { settings });
    assert.ok(saved.status < 300, saved.text);
    const guest = newAddress();
    await client.create(path, {
      type: 'demo',
      subject: 'Vorführung',
      startsAt: '2031-07-01T08:00:00.000Z',
      attendees: [guest],
    });
    const { mail } = await lastEntry(guest, 1);
    assert.match(mail.subject ?? '', /^Einladung: Vorführung \(.*1\. Juli 2031.*10:00–10:30 Uhr MESZ\)$/);
    assert.match(mail.text ?? '', /lädt Sie zu diesem Termin ein/);
  });

  it('sends an update with a higher number to all, and an invitation only to those who are new', async () => {
    const [first, second, third] = [newAddress(), newAddress(), newAddress()];
    const meeting = await planned([first, second]);
    await lastEntry(first, 1);
    await lastEntry(second, 1);
    const moved = await admin.patch(`${path}/${meeting._id}`, { startsAt: inDays(4), endsAt: inDays(4, 2) });
    assert.equal(moved.body.sequence, 1);
    for (const guest of [first, second]) {
      const { mail, event, method } = await lastEntry(guest, 2);
      assert.match(mail.subject ?? '', /^Updated invitation: /);
      assert.deepEqual([method, event.getFirstPropertyValue('sequence')], ['REQUEST', 1]);
      assert.equal((event.getFirstPropertyValue('dtstart') as ICAL.Time).toJSDate().toISOString(), moved.body.startsAt);
    }
    await admin.patch(`${path}/${meeting._id}`, { attendees: [first, second, third] });
    assert.match((await lastEntry(third, 1)).mail.subject ?? '', /^Invitation: /);
    await admin.patch(`${path}/${meeting._id}`, { notes: 'Bring the contract.', outcome: 'completed' });
    await allSent();
    assert.deepEqual(
      [first, second, third].map((guest) => arrivalsOf(guest).length),
      [2, 2, 1],
    );
    assert.doesNotMatch(sink.arrivals.map(({ message }) => message).join(), /Bring the contract/);
  });

  it('is cancelled for those who are removed, when it is called off, and when it is deleted', async () => {
    const [first, second, third] = [newAddress(), newAddress(), newAddress()];
    const meeting = await planned([first, second, third]);
    await lastEntry(third, 1);
    await lastEntry(first, 1);
    await lastEntry(second, 1);
    await admin.patch(`${path}/${meeting._id}`, { attendees: [first, second] });
    const removed = await lastEntry(third, 2);
    assert.equal(removed.method, 'CANCEL');
    assert.deepEqual(
      removed.event.getAllProperties('attendee').map((one) => one.getFirstValue()),
      [`mailto:${third}`],
    );
    assert.equal(removed.event.getFirstPropertyValue('status'), 'CANCELLED');
    await admin.patch(`${path}/${meeting._id}`, { outcome: 'cancelled' });
    assert.equal((await lastEntry(first, 2)).method, 'CANCEL');
    await lastEntry(second, 2);
    const again = await admin.patch(`${path}/${meeting._id}`, { outcome: null });
    const invited = await lastEntry(first, 3);
    assert.deepEqual(
      [invited.method, invited.event.getFirstPropertyValue('sequence')],
      ['REQUEST', again.body.sequence],
    );
    await lastEntry(second, 3);
    assert.equal((await admin.delete(`${path}/${meeting._id}`)).status, 204);
    const deleted = await lastEntry(second, 4);
    assert.equal(deleted.method, 'CANCEL');
    const restored = await admin.post(`${path}/${meeting._id}/restore`, {});
    assert.ok(restored.status < 300, restored.text);
    const back = await lastEntry(second, 5);
    const numbers = [deleted, back].map(({ event }) => Number(event.getFirstPropertyValue('sequence')));
    assert.equal(back.method, 'REQUEST');
    assert.ok((numbers[1] as number) > (numbers[0] as number), numbers.join());
  });

  it('invites nobody to a call, to what is over, in a dry run, or when the write fails', async () => {
    const guest = newAddress();
    await planned([guest], { type: 'call' });
    await planned([guest], { startsAt: inDays(-2), endsAt: inDays(-2, 1) });
    const body = { type: 'meeting', subject: 'Dry', startsAt: inDays(1), attendees: [guest] };
    assert.equal((await admin.post(`${path}?dryRun=true`, body)).status, 201);
    assert.equal((await admin.post(path, { ...body, contactId: '01930000-0000-7000-8000-000000000000' })).status, 422);
    await allSent();
    assert.equal(arrivalsOf(guest).length, 0);
  });

  it('needs the permission for mail, and addresses that get mail', async () => {
    const clerk = await user({ permissions: ['sales:read', 'sales:write'] }, admin);
    const body = { type: 'meeting', subject: 'Talk', startsAt: inDays(1), attendees: [newAddress()] };
    const refused = await clerk.post(path, body);
    assert.equal(refused.status, 403);
    assert.equal(refused.body.error.details[0].field, 'communications:write');
    assert.equal((await clerk.post(path, { ...body, attendees: [] })).status, 201);
    const gone = newAddress();
    await admin.create('/api/communications/emailSuppressions', { email: gone, reason: 'bounced' });
    const suppressed = await admin.post(path, { ...body, attendees: [gone] });
    assert.equal(suppressed.status, 422);
    assert.deepEqual(suppressed.body.error.details[0].field, 'attendees');
  });

  it('writes names and subjects that cannot add lines to the calendar entry', async () => {
    const guest = newAddress();
    await admin.create('/api/sales/contacts', { lastName: 'A"\nATTENDEE:mailto:evil@x.example', email: guest });
    await planned([guest], { subject: 'Talk\r\nATTENDEE:mailto:evil@x.example\r\nX:' });
    const { event } = await lastEntry(guest, 1);
    assert.equal(event.getAllProperties('attendee').length, 1);
    assert.match(String(event.getFirstPropertyValue('summary')), /ATTENDEE/);
  });
});

describe('the answer of an attendee', () => {
  const answerMail = (
    mailbox: { email: string },
    meeting: Json,
    { attendee, from = attendee, answer = 'ACCEPTED', sequence = 0, at = new Date(), more = [] as string[] }: Json,
  ): string => {
    const calendar = [
      'BEGIN:VCALENDAR',
      'PRODID:-//Google Inc//Google Calendar 70.9054//EN',
      'VERSION:2.0',
      'METHOD:REPLY',
      'BEGIN:VEVENT',
      `UID:${meeting._id}`,
      `SEQUENCE:${sequence}`,
      `DTSTAMP:${at.toISOString().replace(/[-:]|\.\d+/g, '')}`,
      `ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=${answer};CN=A\r\n B:mailto:${attendee}`,
      ...more,
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n');
    return [
      `From: Guest <${from}>`,
      `To: ${mailbox.email}`,
      `Subject: Accepted: Quarterly review`,
      `Date: ${at.toUTCString()}`,
      `Message-ID: <${Math.random()}@customer.example>`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary=x',
      '',
      '--x\r\nContent-Type: text/plain\r\n\r\nGuest has accepted.\r\n',
      `--x\r\nContent-Type: text/calendar; charset=UTF-8; method=REPLY\r\n\r\n${calendar}\r\n`,
      '--x--\r\n',
    ].join('\r\n');
  };

  const answersOf = async (meeting: Json): Promise<Json> => (await admin.get(`${path}/${meeting._id}`)).body.answers;

  it('is read from the mailbox of the organizer, who invites from it', async () => {
    const mailbox = await mailboxOf(test, admin, { email: 'organizer@ours.example' });
    after(() => sql(`delete from communications_mailbox_connections where id = $1`, [mailbox.connectionId]));
    const guest = newAddress();
    const meeting = await planned([guest]);
    assert.equal(meeting.organizer, mailbox.email);
    const [{ connection_id: via }] = await sql(`select connection_id from communications_emails where $1 = any("to")`, [
      guest,
    ]);
    assert.equal(via, mailbox.connectionId);
    const [stored] = await store(
      mailbox,
      fetched(answerMail(mailbox, meeting, { attendee: guest, more: ['COMMENT:Gladly\\, thanks'] })),
    );
    const [answer] = await answersOf(meeting);
    assert.deepEqual([answer.email, answer.answer, answer.comment], [guest, 'accepted', 'Gladly, thanks']);
    const [{ category }] = await sql('select category from communications_emails where id = $1', [stored?.emailId]);
    assert.equal(category, 'automatic');
    const types = (await test.events(meeting._id)).map(({ type }) => type);
    assert.deepEqual(types, ['activity.created', 'activity.updated']);
    await store(
      mailbox,
      fetched(answerMail(mailbox, meeting, { attendee: guest, answer: 'DECLINED', at: new Date(Date.now() + 60_000) })),
    );
    assert.deepEqual(
      (await answersOf(meeting)).map((one: Json) => one.answer),
      ['declined'],
    );
    // A message that arrives late does not replace a newer answer.
    await store(
      mailbox,
      fetched(
        answerMail(mailbox, meeting, { attendee: guest, answer: 'TENTATIVE', at: new Date(Date.now() - 60_000) }),
      ),
    );
    assert.deepEqual(
      (await answersOf(meeting)).map((one: Json) => one.answer),
      ['declined'],
    );
  });

  it('is shown in updates, and no longer counts when the time changes', async () => {
    const mailbox = await mailboxOf(test, admin);
    const guest = newAddress();
    const meeting = await planned([guest]);
    await store(mailbox, fetched(answerMail(mailbox, meeting, { attendee: guest })));
    assert.equal((await answersOf(meeting)).length, 1);
    await admin.patch(`${path}/${meeting._id}`, { location: 'Room 5' });
    assert.equal((await answersOf(meeting)).length, 1);
    await admin.patch(`${path}/${meeting._id}`, { startsAt: inDays(2) });
    assert.deepEqual(await answersOf(meeting), []);
    await store(mailbox, fetched(answerMail(mailbox, meeting, { attendee: guest, sequence: 1 })));
    assert.deepEqual(await answersOf(meeting), []);
    await store(mailbox, fetched(answerMail(mailbox, meeting, { attendee: guest, sequence: 2 })));
    assert.equal((await answersOf(meeting)).length, 1);
  });

  it('counts only from the address of an attendee, and in the account of the meeting', async () => {
    const mailbox = await mailboxOf(test, admin);
    const other = await test.tenant();
    const [guest, stranger] = [newAddress(), newAddress()];
    const meeting = await planned([guest]);
    await store(mailbox, fetched(answerMail(mailbox, meeting, { attendee: stranger })));
    await store(mailbox, fetched(answerMail(mailbox, meeting, { attendee: guest, from: stranger })));
    await store(await mailboxOf(test, other), fetched(answerMail(mailbox, meeting, { attendee: guest })));
    assert.equal(await answersOf(meeting), null);
  });
});
