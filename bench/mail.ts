import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { load, type Target } from './load.ts';
import { median, type Report } from './report.ts';
import { adminPassword, fill, residentMegabytes, type Stage, startStage } from './stage.ts';

interface Counted {
  readonly count: number;
  readonly last: number;
}

/** Equals the number of connections of the platform's transport. */
const connections = 5;
const warmUpMails = 2000;
const fewMails = 5000;
const acceptedMails = 10_000;
const singleMails = 60;
/** Enough mails for all rounds. */
const besideMails = 30_000;

const here = (file: string) => path.join(import.meta.dirname, file);
const html = `<html><body><h1>News</h1><p>Dear {{ name }},</p><p>your code is <b>{{ code }}</b>. ${'This week we have good news for all. '.repeat(10)}</p>
<p><a href="https://example.com/offers">All offers</a></p></body></html>`;
const text = `Dear {{ name }}, your code is {{ code }}. ${'This week we have good news for all. '.repeat(10)}`;
const content = { subject: 'News for {{ name }}', html, text, from: 'news@example.com' };

async function api(url: string, token: string, method: string, body?: unknown): Promise<Record<string, unknown>> {
  const reply = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Record<string, unknown>;
}

/** A mail server in its own process. */
class Sink {
  readonly #child: ChildProcess = fork(here('smtp-sink.ts'));
  readonly #awaited = new Map<string, () => void>();
  #answer: ((counted: Counted & { port?: number }) => void) | undefined;

  constructor() {
    this.#child.on('message', (message: Counted & { arrived?: string }) => {
      if (message.arrived === undefined) this.#answer?.(message);
      else this.#awaited.get(message.arrived)?.();
    });
  }

  /** The URL of the server. */
  async url(): Promise<string> {
    const { port } = await new Promise<{ port?: number }>((resolve) => {
      this.#answer = resolve;
    });
    return `smtp://127.0.0.1:${port}`;
  }

  ask(message: 'count' | 'reset'): Promise<Counted> {
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.#child.send(message);
    });
  }

  /** Resolves when a mail to the address has arrived. */
  arrival(address: string): Promise<void> {
    return new Promise((resolve) => this.#awaited.set(address, resolve));
  }

  close(): void {
    this.#child.kill();
  }
}

interface Setup {
  readonly stage: Stage;
  readonly sink: Sink;
  readonly report: Report;
}

/** Measures how fast mail is sent, what it costs in memory, and how much it slows other tenants down. */
export async function mail(report: Report, mails: number, rounds: number, seconds: number): Promise<void> {
  const sink = new Sink();
  const smtpUrl = await sink.url();
  const stage = await startStage({ SMTP_URL: smtpUrl });
  try {
    const setup = { stage, sink, report };
    const idle = residentMegabytes(stage.pid);
    // Warm up: a server runs for weeks, and PostgreSQL has statistics by then.
    await drain(setup, warmUpMails, tracked);
    await stage.sql('vacuum analyze');
    await accept(setup);
    const few = await throughput(setup, smtpUrl, Math.min(rounds, 3));
    await manyMails(setup, mails, idle, few);
    await besideOthers(setup, rounds, seconds);
  } finally {
    await stage.close();
    sink.close();
  }
}

let runs = 0;

/** Creates a list with new members. */
async function createList({ stage }: Setup, count: number): Promise<string> {
  runs += 1;
  const list = await api(`${stage.url}/api/communications/email-lists`, stage.token, 'POST', { name: `List ${runs}` });
  await stage.sql(
    `insert into communications_email_list_members (tenant_id, id, email_list_id, email, status, variables)
     select $1::bigint, gen_random_uuid(), $2::uuid, 'person-' || n || '@' || $4::text, 'subscribed',
       jsonb_build_object('name', 'Person ' || n, 'code', 'C-' || n)
     from generate_series(1, $3::int) n`,
    [stage.tenantId, list._id, count, `run${runs}.example`],
  );
  await stage.sql('analyze communications_email_list_members');
  return String(list._id);
}

interface Tracking {
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
}
const tracked: Tracking = { trackOpens: true, trackClicks: true };
const untracked: Tracking = { trackOpens: false, trackClicks: false };

/** Mails per second, from the request to the last arrival. Afterwards it waits for the counters of the records. */
async function drain(setup: Setup, count: number, tracking: Tracking): Promise<number> {
  const { stage, sink } = setup;
  const emailListId = await createList(setup, count);
  await sink.ask('reset');
  const startedAt = Date.now();
  await api(`${stage.url}/api/communications/bulk-email/send`, stage.token, 'POST', {
    ...content,
    ...tracking,
    emailListId,
  });
  let counted = await sink.ask('count');
  while (counted.count < count) {
    await sleep(20);
    counted = await sink.ask('count');
    if (Date.now() - startedAt > 1_800_000) throw new Error(`only ${counted.count} of ${count} mails arrived`);
  }
  await allCounted(setup);
  return (count * 1000) / (counted.last - startedAt);
}

async function allCounted({ stage }: Setup): Promise<void> {
  for (;;) {
    const [row] = await stage.sql(
      `select exists (select from mail_outbox) or exists (select from mail_uncounted)
         or exists (select from mail_batches where status = 'sending') as busy`,
    );
    if (!row?.busy) return;
    await sleep(100);
  }
}

async function bare(smtpUrl: string, count: number): Promise<number> {
  const child = fork(here('bare-mail.ts'), {
    env: {
      ...process.env,
      BENCH_URL: smtpUrl,
      BENCH_CONNECTIONS: String(connections),
      BENCH_COUNT: String(count),
      BENCH_HTML: html,
      BENCH_TEXT: text,
    },
  });
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve((message as { perSecond: number }).perSecond));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the bare loop exited with ${code}`)));
  });
}

const perMinute = (perSecond: number) => Math.round(perSecond * 60).toLocaleString('en');

/** Returns the rates of our tracked mails. */
async function throughput(setup: Setup, smtpUrl: string, rounds: number): Promise<number[]> {
  const ours: number[] = [];
  const oursTracked: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(await bare(smtpUrl, fewMails));
    ours.push(await drain(setup, fewMails, untracked));
    oursTracked.push(await drain(setup, fewMails, tracked));
  }
  for (const [name, measured] of [
    ['without tracking', ours],
    ['with opens and clicks tracked', oursTracked],
  ] as const) {
    const ratio = median(measured) / median(theirs);
    setup.report(
      `a bulk of ${fewMails.toLocaleString('en')} mails ${name}, against a bare loop of nodemailer's pool`,
      `${ratio.toFixed(2)} (${perMinute(median(measured))} a minute; bare ${perMinute(median(theirs))})`,
      '≥ 0.50',
      ratio >= 0.5,
    );
  }
  return oursTracked;
}

/** Measures the answer to a bulk request with many recipients. */
async function accept(setup: Setup): Promise<void> {
  const { stage, report } = setup;
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const recipients = Array.from({ length: acceptedMails }, (_, n) => ({
      email: `person-${n}@accepted-${round}.example`,
      variables: { name: `Person ${n}`, code: `C-${n}` },
    }));
    const startedAt = performance.now();
    const { batchId } = await api(`${stage.url}/api/communications/bulk-email/send`, stage.token, 'POST', {
      ...content,
      recipients,
    });
    times.push(performance.now() - startedAt);
    await api(`${stage.url}/api/communications/bulk-email/${batchId}/cancel`, stage.token, 'POST');
    await allCounted(setup);
  }
  const ms = median(times);
  report(
    `accepting a bulk of ${acceptedMails.toLocaleString('en')} recipients`,
    `${ms.toFixed(0)} ms`,
    '≤ 1 s',
    ms <= 1000,
  );
}

async function manyMails(setup: Setup, mails: number, idle: number, few: readonly number[]): Promise<void> {
  const { stage, report } = setup;
  const before = residentMegabytes(stage.pid);
  let highest = before;
  const sampling = setInterval(() => {
    highest = Math.max(highest, residentMegabytes(stage.pid));
  }, 200);
  const many = await drain(setup, mails, tracked);
  clearInterval(sampling);
  const after = await drain(setup, fewMails, tracked);
  // The rate was measured before and after, because the speed of a machine changes.
  const rate = (median(few) + after) / 2;
  const ratio = many / rate;
  const size = mails.toLocaleString('en');
  report(
    `draining ${size} mails, against ${fewMails.toLocaleString('en')}`,
    `${ratio.toFixed(2)} (${perMinute(many)} a minute; ${perMinute(rate)})`,
    '≥ 0.90',
    ratio >= 0.9,
  );
  const grown = highest - idle;
  report(
    `memory of the server at most during ${size} mails, above the idle server after its start`,
    `${grown.toFixed(0)} MB (above the one that has sent mail: ${(highest - before).toFixed(0)} MB)`,
    '≤ 60 MB',
    grown <= 60,
  );
}

/** Measures another tenant while a bulk is sent. */
async function besideOthers(setup: Setup, rounds: number, seconds: number): Promise<void> {
  const { stage, report } = setup;
  const neighbour = await provision(stage);
  await fill(stage, [neighbour.tenantId], 1000);
  const emailListId = await createList(setup, besideMails);
  const batch = await api(`${stage.url}/api/communications/bulk-email/send`, stage.token, 'POST', {
    ...content,
    emailListId,
  });
  const at = `${stage.url}/api/communications/bulk-email/${batch.batchId}`;
  await singles(setup, neighbour.token);
  const change = async (verb: 'pause' | 'resume') => {
    await api(`${at}/${verb}`, stage.token, 'POST').catch((error: Error) => {
      // The batch is in that state already.
      if (!error.message.includes(': 409 ')) throw error;
    });
    await sleep(1500);
  };
  const headers = { authorization: `Bearer ${neighbour.token}` };
  const ids = (
    await stage.sql('select id from sales_opportunities where tenant_id = $1::bigint', [neighbour.tenantId])
  ).map(({ id }) => String(id));
  let n = 0;
  const paths: Readonly<Record<string, () => string>> = {
    list: () => '/api/sales/opportunities?filter[stage]=proposal&sort=-value',
    get: () => {
      n += 1;
      return `/api/sales/opportunities/${ids[n % ids.length]}`;
    },
  };
  for (const [name, next] of Object.entries(paths)) {
    const target: Target = { name, url: stage.url, next: () => ({ method: 'GET', path: next(), headers }) };
    const alone: number[] = [];
    const beside: number[] = [];
    await load(target, seconds);
    for (let round = 0; round < rounds; round += 1) {
      alone.push((await load({ ...target, before: () => change('pause') }, seconds)).perSecond);
      beside.push((await load({ ...target, before: () => change('resume') }, seconds)).perSecond);
    }
    const { status } = await api(at, stage.token, 'GET');
    if (status !== 'sending') throw new Error('the bulk ended before the measurement: give it more mails');
    const ratio = median(beside) / median(alone);
    report(
      `${name} of another tenant during a bulk, against its usual throughput`,
      `${ratio.toFixed(2)} (${median(beside).toFixed(0)}/s; ${median(alone).toFixed(0)}/s)`,
      '≥ 0.80',
      ratio >= 0.8,
    );
  }
  await api(`${at}/cancel`, stage.token, 'POST');
}

/** Measures single mails of a tenant, from the request to the arrival. */
async function singles({ stage, sink, report }: Setup, token: string): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < singleMails; n += 1) {
    const to = `person-${n}@single.example`;
    const arrived = sink.arrival(to);
    const startedAt = performance.now();
    await api(`${stage.url}/api/communications/send-email`, token, 'POST', { ...content, to, variables: {} });
    await arrived;
    times.push(performance.now() - startedAt);
    await sleep(50);
  }
  const p95 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
  report(
    'a single mail while a bulk of another tenant is sent, request to arrival, p95',
    `${p95.toFixed(0)} ms (p50 ${median(times).toFixed(0)} ms)`,
    '≤ 2 s',
    p95 <= 2000,
  );
}

async function provision(stage: Stage): Promise<{ tenantId: string; token: string }> {
  const accountKey = 'bench-reader';
  const email = 'admin@example.com';
  await api(`${stage.url}/api/identity/account-provisioning/provision`, stage.token, 'POST', {
    accountKey,
    adminEmail: email,
    adminPassword,
  });
  const login = await api(`${stage.url}/api/identity/auth/login`, stage.token, 'POST', {
    email,
    password: adminPassword,
    accountKey,
  });
  const [row] = await stage.sql('select id from tenants where account_key = $1', [accountKey]);
  return { tenantId: String(row?.id), token: String(login.token) };
}
