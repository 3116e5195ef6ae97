import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { simpleParser } from 'mailparser';
import { Dovecot, dovecotMissing } from '../test/dovecot.ts';
import { corpus, mime } from '../test/mail-corpus.ts';
import { SmtpSink } from '../test/smtp-sink.ts';
import { mailFolder } from './mail-folder.ts';
import { processorSeconds, treeOf } from './processor-time.ts';
import { median, type Report } from './report.ts';
import { residentMegabytes, type Stage } from './stage.ts';

const messages = Number(process.env.BENCH_MESSAGES ?? 3000);
/** Number of messages that are delivered at once. */
const deliveredTogether = 250;
const arrivals = 9;
const idleMailboxes = 500;
const together = 4;

interface Servers {
  readonly stage: Stage;
  readonly dovecot: Dovecot;
  readonly smtp: SmtpSink;
}

/** Compares the reading of mailboxes to a bare loop that fetches and parses. It needs Dovecot. */
export async function mailbox(stage: Stage, report: Report): Promise<void> {
  const missing = dovecotMissing();
  if (missing !== undefined) {
    console.log(`mailboxes are NOT measured: ${missing}`);
    return;
  }
  const dovecot = await Dovecot.start();
  const smtp = await SmtpSink.start({ disabledCommands: ['STARTTLS'] });
  const servers = { stage, dovecot, smtp };
  try {
    await backfill(servers, report, {
      user: 'real',
      what: 'messages as a business gets them',
      batches: mailFolder(messages, deliveredTogether),
      least: 0.5,
    });
    // This is the worst case: a message without content spends nearly all its time on storing. No mailbox is like that,
    // so it has no target.
    await backfill(servers, report, {
      user: 'many',
      what: 'plain messages of half a kilobyte',
      batches: corpus('many@example.com', messages, deliveredTogether),
    });
    await idleLatency(servers, report);
    await idleMemory(servers, report);
  } finally {
    await smtp.close();
    await dovecot.remove();
  }
}

async function connect({ stage, dovecot, smtp }: Servers, user: string): Promise<string> {
  const server = { host: '127.0.0.1', secure: false, username: user };
  const reply = await fetch(`${stage.url}/api/communications/mailbox-connection`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      provider: 'imap',
      email: `${user}@example.com`,
      imap: { ...server, port: dovecot.port, password: 'pass/word' },
      smtp: { ...server, port: smtp.port, password: 'right' },
    }),
  });
  if (reply.status !== 201) throw new Error(await reply.text());
  return ((await reply.json()) as { _id: string })._id;
}

const locations = async (stage: Stage, connectionId: string): Promise<number> => {
  const [row] = await stage.sql('select count(*)::int as count from mailbox_locations where connection_id = $1', [
    connectionId,
  ]);
  return Number(row?.count);
};

interface Folder {
  readonly user: string;
  readonly what: string;
  readonly batches: Iterable<readonly string[]>;
  /** The target ratio. */
  readonly least?: number;
}

interface Taken {
  readonly seconds: number;
  /** Processor time, which depends less on other work on the machine than wall time. */
  readonly processor: number;
}

async function bareLoop({ dovecot }: Servers, user: string): Promise<Taken> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: dovecot.port,
    secure: false,
    auth: { user, pass: 'pass/word' },
    logger: false,
  });
  await client.connect();
  await client.mailboxOpen('INBOX', { readOnly: true });
  let count = 0;
  for await (const { source } of client.fetch('1:*', { source: true, flags: true, internalDate: true })) {
    if (source) await simpleParser(source);
    count += 1;
  }
  await client.logout();
  if (count !== messages) throw new Error(`${count} messages`);
  const { user: own, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - startedAt) / 1000, processor: (own + system) / 1e6 };
}

async function backfill(servers: Servers, report: Report, { user, what, batches, least }: Folder): Promise<void> {
  const { stage, dovecot } = servers;
  for (const batch of batches) await dovecot.deliver(user, ...batch);
  const before = await bareLoop(servers, user);
  // The time of the database covers all its processes at that moment.
  const used = () => [processorSeconds([stage.pid]), processorSeconds(treeOf(stage.pid).slice(1))] as const;
  const [nodeBefore, databaseBefore] = used();
  const startedAt = performance.now();
  const id = await connect(servers, user);
  while ((await locations(stage, id)) < messages) await sleep(50);
  const ours = (performance.now() - startedAt) / 1000;
  const [nodeAfter, databaseAfter] = used();
  const after = await bareLoop(servers, user);
  const bare = (before.seconds + after.seconds) / 2;
  const ratio = bare / ours;
  const each = (seconds: number) => `${((seconds / messages) * 1000).toFixed(2)} ms`;
  const processor = `processor time of each: ${each(nodeAfter - nodeBefore)} in the server and ${each(databaseAfter - databaseBefore)} in PostgreSQL; ${each((before.processor + after.processor) / 2)}`;
  report(
    `mailbox: backfill of ${messages} ${what} against a bare loop that fetches and parses them`,
    `${ratio.toFixed(2)} (${(messages / ours).toFixed(0)}/s; ${(messages / bare).toFixed(0)}/s; ${processor})`,
    least === undefined ? '' : `≥ ${least.toFixed(2)}`,
    least === undefined || ratio >= least,
  );
}

async function idleLatency(servers: Servers, report: Report): Promise<void> {
  const { stage, dovecot } = servers;
  const id = await connect(servers, 'idle');
  await sleep(3000);
  const times: number[] = [];
  for (let n = 1; n <= arrivals; n += 1) {
    await dovecot.deliver(
      'idle',
      mime({ from: 'ann@sender.example', to: 'idle@example.com', subject: `News ${n}`, text: 'Hello' }),
    );
    const startedAt = performance.now();
    while ((await locations(stage, id)) < n) await sleep(10);
    times.push(performance.now() - startedAt);
  }
  const slowest = Math.max(...times);
  report(
    'mailbox: from the arrival of a mail at its server to its conversation, by IDLE',
    `${median(times).toFixed(0)} ms, at most ${slowest.toFixed(0)} ms`,
    '≤ 3000 ms',
    slowest <= 3000,
  );
}

async function idleMemory(servers: Servers, report: Report): Promise<void> {
  const { stage } = servers;
  const before = residentMegabytes(stage.pid);
  let next = 0;
  const worker = async () => {
    while (next < idleMailboxes) {
      next += 1;
      await connect(servers, `quiet-${next}`);
    }
  };
  await Promise.all(Array.from({ length: together }, worker));
  const active = async () => {
    const [row] = await stage.sql(
      `select count(*)::int as count from communications_mailbox_connections where status = 'active' and email like 'quiet-%'`,
    );
    return Number(row?.count);
  };
  while ((await active()) < idleMailboxes) await sleep(500);
  await sleep(20_000);
  const added = residentMegabytes(stage.pid) - before;
  report(
    `mailbox: memory of ${idleMailboxes} idle mailboxes on one node`,
    `${added.toFixed(0)} MB more`,
    '≤ 100 MB',
    added <= 100,
  );
}
