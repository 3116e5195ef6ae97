import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { appForFile } from '#test/harness.ts';
import { mailboxOf } from '#test/incoming-tools.ts';
import { mime, oddMessages } from '#test/mail-corpus.ts';
import { until } from '#test/process.ts';
import { mailFolder } from '../../../../../bench/mail-folder.ts';
import { prepareBatches } from '../../incoming/sync/prepare-batches.ts';
import type { FolderCursor } from '../../incoming/sync/sql/folders.ts';
import type { SyncRun } from '../../incoming/sync/sync-run.ts';
import { MailNotRead, MailThread } from './mail-thread.ts';
import type { MailReading, RawMail } from './read-mail.ts';
import { readMail } from './read-mail.ts';

const test = await appForFile();
const to = 'me@thread.example';
const faulty = new URL('../../../../../test/faulty-mail-thread.ts', import.meta.url);
const receivedAt = new Date('2026-11-01T10:00:00Z');
const rawMail = (source: string | Buffer, more: Partial<RawMail> = {}): RawMail => ({
  source: Buffer.from(source as string),
  cut: false,
  receivedAt,
  maxFileBytes: 50_000_000,
  ...more,
});
const mail = (subject: string): string =>
  mime({ from: 'ann@sender.example', to, subject, text: `The text of ${subject}.` });
const threads: MailThread[] = [];
const newThread = (settings: ConstructorParameters<typeof MailThread>[0] = {}): MailThread => {
  const thread = new MailThread(settings);
  threads.push(thread);
  return thread;
};
after(() => {
  for (const thread of threads) thread.close();
});
const failureOf = (reading: Promise<MailReading>): Promise<unknown> =>
  reading.then(
    () => assert.fail('it was read'),
    (error: unknown) => error,
  );

describe('the thread that reads mail', () => {
  it('reads every message as this thread does', async () => {
    // This test is about the messages, not about the load of the machine.
    const thread = newThread({ stuckMs: 120_000 });
    const [business = []] = mailFolder(40, 40);
    const all = { ...oddMessages(to), ...Object.fromEntries(business.map((source, n) => [`business ${n}`, source])) };
    for (const [name, source] of Object.entries(all)) {
      const { source: _, ...here } = await readMail(rawMail(source));
      const { source: __, ...there } = await thread.read('1', rawMail(source));
      assert.deepEqual(there, here, name);
    }
  });

  it('gives the source back where it is needed, and takes the memory of what it gets', async () => {
    const thread = newThread();
    const { attachment = '' } = oddMessages(to);
    const given = rawMail(Buffer.concat([Buffer.from(attachment as string), Buffer.alloc(200_000, 10)]));
    const expected = Buffer.from(given.source);
    const { source, files } = await thread.read('1', given);
    assert.deepEqual(source, expected);
    assert.equal(given.source.length, 0);
    assert.equal(files[0]?.content.toString(), 'a personal note');
  });

  it('names a message by the files that are stored', async () => {
    const thread = newThread();
    const source = oddMessages(to).attachment ?? '';
    const { key } = await thread.read('1', rawMail(source));
    const { key: tooLarge } = await thread.read('1', rawMail(source, { maxFileBytes: 3 }));
    const { key: leftOut } = await thread.read('1', rawMail(source, { leftOut: [0] }));
    assert.notDeepEqual(tooLarge, key);
    assert.deepEqual(leftOut, tooLarge);
  });

  it('ends when it has nothing to read, and starts again', async () => {
    const thread = newThread({ idleMs: 50 });
    await thread.read('1', rawMail(mail('First')));
    await until('the end of the thread', () => !thread.running);
    const { subject } = await thread.read('1', rawMail(mail('Second')));
    assert.equal(subject, 'Second');
  });

  it('is ended by a message that takes too long, while this thread works on', async () => {
    const thread = newThread({ file: faulty, stuckMs: 1500 });
    const readings = ['One', 'stuck', 'Two', 'Three'].map((subject) => thread.read('1', rawMail(mail(subject))));
    const settled = Promise.allSettled(readings);
    let longest = 0;
    let before = performance.now();
    const ticks = setInterval(() => {
      longest = Math.max(longest, performance.now() - before);
      before = performance.now();
    }, 5);
    const [one, stuck, two, three] = await settled;
    clearInterval(ticks);
    assert.equal(one?.status, 'fulfilled');
    assert.equal(stuck?.status === 'rejected' && stuck.reason.reason, 'stuck');
    assert.equal(two?.status === 'fulfilled' && two.value.subject, 'Two');
    assert.equal(three?.status === 'fulfilled' && three.value.subject, 'Three');
    assert.ok(longest < 1000, `this thread stood still for ${longest} ms`);
  });

  it('reads the mail of other tenants while a message of one tenant is stuck', async () => {
    const thread = newThread({ file: faulty, stuckMs: 20_000 });
    await thread.read('2', rawMail(mail('Before')));
    let isStuck = true;
    const hostile = Array.from({ length: 3 }, () => failureOf(thread.read('1', rawMail(mail('stuck')))));
    void Promise.race(hostile).then(() => {
      isStuck = false;
    });
    assert.equal((await thread.read('2', rawMail(mail('Mine')))).subject, 'Mine');
    assert.ok(isStuck, 'it waited for the message that is stuck');
    thread.close();
    await Promise.all(hostile);
  });

  it('shows the words of a mail that takes too long', async () => {
    const thread = newThread({ stuckMs: 1000 });
    const shown = await thread.show('1', { html: `<p>Words</p>${'<ul><li>'.repeat(50_000)}`, text: null });
    assert.equal(shown.simplified, true);
    assert.match(shown.html ?? '', /Words/);
  });

  for (const fault of ['deadly', 'memory'])
    it(`says which message ended it: ${fault}`, async () => {
      const thread = newThread({ file: faulty, stuckMs: 60_000 });
      const error = await failureOf(thread.read('1', rawMail(mail(fault))));
      assert.ok(error instanceof MailNotRead);
      assert.equal(error.reason, 'died');
      assert.equal((await thread.read('1', rawMail(mail('After')))).subject, 'After');
    });

  it('blames no message when it cannot start', async () => {
    const thread = newThread({ file: new URL('./no-such-thread.ts', import.meta.url) });
    const error = await failureOf(thread.read('1', rawMail(mail('Any'))));
    assert.ok(error instanceof Error && !(error instanceof MailNotRead));
    assert.match(error.message, /did not start/);
  });

  it('fails what it reads when the server stops', async () => {
    const thread = newThread({ file: faulty });
    const reading = failureOf(thread.read('1', rawMail(mail('stuck'))));
    await sleep(100);
    thread.close();
    assert.match(String(await reading), /stopping/);
    assert.match(String(await failureOf(thread.read('1', rawMail(mail('Late'))))), /stopping/);
  });
});

describe('a batch of messages', () => {
  const prepared = async (subjects: readonly string[], removed: readonly string[] = []) => {
    const mailbox = await mailboxOf(test, test.admin);
    const sources = subjects.map((subject) => Buffer.from(mail(subject)));
    const session = {
      sources: async (uids: readonly number[]) =>
        new Map(
          uids
            .filter((uid) => !removed.includes(subjects[uid] as string))
            .map((uid) => [uid, Buffer.from(sources[uid] as Buffer)]),
        ),
    };
    const run = {
      services: test.app.services,
      mailbox,
      session,
      reader: newThread({ file: faulty, stuckMs: 1500 }),
    } as unknown as SyncRun;
    const folder = { role: 'inbox', path: 'INBOX' } as FolderCursor;
    const batch = sources.map((source, uid) => ({
      uid,
      size: source.length,
      seen: false,
      isDraft: false,
      receivedAt,
      threadId: undefined,
      source: Buffer.from(source),
      cut: false,
    }));
    const batches = async function* () {
      yield batch;
    };
    for await (const found of prepareBatches(run, folder, batches())) return found.map(({ message }) => message);
    return [];
  };

  it('keeps the headers of messages that cannot be read, and all of the others', async () => {
    const found = await prepared(['One', 'stuck', 'Two', 'deadly', 'Three', 'Four']);
    assert.deepEqual(
      found.map((message) => message?.subject),
      ['One', 'stuck', 'Two', 'deadly', 'Three', 'Four'],
    );
    assert.deepEqual(
      found.map((message) => message?.text?.trim()),
      ['The text of One.', undefined, 'The text of Two.', undefined, 'The text of Three.', 'The text of Four.'],
    );
    const [, stuck, , deadly] = found;
    assert.deepEqual(stuck?.notes, ['It could be read in part only: Reading it took too long.']);
    assert.match(deadly?.notes[0] ?? '', /^It could be read in part only: The thread that read it ended/);
    assert.equal(stuck?.from?.address, 'ann@sender.example');
    assert.match(stuck?.messageId ?? '', /@corpus\.example>$/);
  });

  it('leaves out a message that was removed while the thread was stuck with it', async () => {
    const found = await prepared(['One', 'stuck', 'Two'], ['stuck']);
    assert.deepEqual(
      found.map((message) => message?.subject),
      ['One', 'Two'],
    );
  });
});
