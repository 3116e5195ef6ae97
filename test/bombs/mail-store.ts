import assert from 'node:assert/strict';
import { inTransaction } from '#core/context.ts';
import { storeMessages } from '../../src/modules/communications/incoming/storing/store-messages.ts';
import { prepareBatches } from '../../src/modules/communications/incoming/sync/prepare-batches.ts';
import type { FolderCursor } from '../../src/modules/communications/incoming/sync/sql/folders.ts';
import type { SyncRun } from '../../src/modules/communications/incoming/sync/sync-run.ts';
import { mailThread } from '../../src/modules/communications/messages/reading/mail-thread-of.ts';
import type { PreparedMessage } from '../../src/modules/communications/messages/reading/message.ts';
import { mailboxOf } from '../incoming-tools.ts';
import type { Attack, Bomb } from './bomb.ts';
import { htmlBombs } from './mail-html.ts';

const head = (more = ''): string =>
  `From: Eve <eve@hostile.example>\r\nTo: me@ours.example\r\nSubject: A bomb\r\nMessage-ID: <${crypto.randomUUID()}@hostile.example>\r\n${more}`;
const plain = 'Content-Type: text/plain\r\n\r\nhi\r\n';
const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n)).join('\r\n');
const nested = (depth: number): string => {
  const open = Array.from(
    { length: depth },
    (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
  ).join('');
  return `${open}${plain}`;
};

/** Messages for which one step of reading was slow, or could be. */
const sources: Readonly<Record<string, () => string>> = {
  'open elements': () => `${head()}Content-Type: text/html\r\n\r\n${htmlBombs['open elements']}`,
  'many headers': () => `${head(lines(60_000, (n) => `X-${n}: y`))}\r\n${plain}`,
  'many parameters': () => `${head()}Content-Type: text/plain${lines(20_000, (n) => `;\r\n p${n}="x"`)}\r\n\r\nhi`,
  'many recipients': () => `${head(`Cc: ${lines(30_000, (n) => ` a${n}@x.example,`)}\r\n`)}${plain}`,
  'recipients without an end': () => `${head(`Cc: ${'"a<'.repeat(150_000)}\r\n`)}${plain}`,
  'groups in groups': () => `${head(`Cc: ${'a:'.repeat(100_000)};\r\n`)}${plain}`,
  'encoded words': () => `${head(`Subject: ${'=?utf-8?B?aGk=?= '.repeat(40_000)}\r\n`)}${plain}`,
  'encoded words without an end': () => `${head(`X-A: ${'=?utf-8?Q?=?'.repeat(60_000)}\r\n`)}${plain}`,
  'references that are no ids': () => `${head(`References: ${'@'.repeat(99_000)}<\r\n`)}${plain}`,
  'many references': () => `${head(`References: ${lines(30_000, (n) => ` <${n}@x>`)}\r\n`)}${plain}`,
  'parts in parts': () => `${head()}${nested(5000)}`,
  'many parts': () =>
    `${head()}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(20_000)}`,
  'a bounce with many reports': () =>
    `${head()}Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n${'Final-Recipient: rfc822;a@x.example\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n'.repeat(60_000)}--b--\r\n`,
  'a bounce of megabytes': () =>
    `${head()}Return-Path: <>\r\nSubject: Undeliverable\r\n${plain}${'x\r\n'.repeat(3_000_000)}`,
  'answers to invitations': () => {
    const event = `BEGIN:VEVENT\r\nATTENDEE;${'X=1;'.repeat(7000)}PARTSTAT=ACCEPTED:mailto:a@x.example\r\nX:${'\\,'.repeat(7000)}\r\nEND:VEVENT\r\n`;
    const calendar = `BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\n${event}END:VCALENDAR\r\n`;
    const part = `--b\r\nContent-Type: text/calendar; method=REPLY\r\n\r\n${calendar}`;
    return `${head()}Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(200)}--b--\r\n`;
  },
  'quoted lines': () => `${head()}${plain}${'> quoted\r\n'.repeat(60_000)}answer`,
};

/** Stores a message as the synchronisation of a mailbox does, and returns its conversation. */
async function store({ test, victim }: Attack, source: Buffer): Promise<() => Promise<string>> {
  const mailbox = await mailboxOf(test, victim);
  const { services } = test.app;
  const session = {
    sources: async (uids: readonly number[]) => new Map(uids.map((uid) => [uid, Buffer.from(source)])),
  };
  const run = { services, mailbox, session, reader: services.of(mailThread) } as unknown as SyncRun;
  const facts = {
    uid: 1,
    size: source.length,
    seen: false,
    isDraft: false,
    receivedAt: new Date(),
    threadId: undefined,
  };
  const batches = async function* () {
    yield [{ ...facts, source: Buffer.from(source), cut: false }];
  };
  return async () => {
    const messages: PreparedMessage[] = [];
    for await (const found of prepareBatches(run, { role: 'inbox', path: 'INBOX' } as FolderCursor, batches()))
      messages.push(...found.flatMap(({ message }) => message ?? []));
    const [stored] = await inTransaction(mailbox.context, (within) => storeMessages(within, mailbox, messages));
    const [mail] = await test.sql('select conversation_id as id from communications_emails where id = $1', [
      stored?.emailId,
    ]);
    return mail.id;
  };
}

const stored = (name: string, source: () => string): Bomb => ({
  name: `a mail that comes in: ${name}`,
  async prepare(attack) {
    const arrive = await store(attack, Buffer.from(source(), 'latin1'));
    return async () => {
      const id = await arrive();
      const { status, text } = await attack.send('GET', `/api/communications/conversations/${id}/messages`);
      assert.equal(status, 200, text.slice(0, 500));
      assert.equal(JSON.parse(text).data.length, 1);
    };
  },
});

export const mailStoreBombs: readonly Bomb[] = Object.entries(sources).map(([name, source]) => stored(name, source));
