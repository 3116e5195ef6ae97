import { execFile } from 'node:child_process';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { FakeProvider } from '../test/ai/fake-provider.ts';
import { median, type Report } from './report.ts';
import { adminPassword, residentMegabytes, type Stage, startStage } from './stage.ts';

const calls = 200;
/** Node compiles frequent code, so the first calls take longer. */
const warmUp = 300;
const accounts = 4;
const usersEach = 5;
const streamsEach = 10;

/** Measures the time that the platform adds to a provider, many streams at once, and the cost of AI on a server that does not use it. */
export async function ai(report: Report): Promise<void> {
  const provider = await FakeProvider.start();
  const stage = await startStage({ ...provider.env, OPENAI_API_KEY: 'a key' });
  try {
    await unused(stage, report);
    await overhead(stage, provider, report);
    await firstText(stage, provider, report);
    await manyStreams(stage, provider, report);
  } finally {
    await stage.close();
    provider.close();
  }
}

const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

async function post(url: string, token: string, body: unknown): Promise<Response> {
  const reply = await fetch(url, { method: 'POST', headers: headersOf(token), body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
  return reply;
}

const timeOf = async (run: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
};

const messages = [{ role: 'user', content: 'How are we doing?' }];
const complete = ({ url, token }: Stage) =>
  post(`${url}/api/ai/text-completion/complete`, token, { model: 'gpt-4o', messages, includePlatformTools: false });

async function unused(stage: Stage, report: Report): Promise<void> {
  const file = path.join(import.meta.dirname, 'ai-libraries.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  const files = Number(stdout);
  report('files of AI libraries loaded at the start', String(files), '0', files === 0);
  const idle = residentMegabytes(stage.pid);
  await (await complete(stage)).text();
  const added = residentMegabytes(stage.pid) - idle;
  report(
    'memory of the idle server, AI unused',
    `${idle.toFixed(0)} MB (first use adds ${added.toFixed(0)})`,
    '≤ 160 MB',
    idle <= 160,
  );
}

/** Alternates with direct calls of the same provider, because the speed of a machine changes. */
async function overhead(stage: Stage, provider: FakeProvider, report: Report): Promise<void> {
  provider.says({ text: 'Well enough.' });
  const direct: number[] = [];
  const ours: number[] = [];
  const chat = { model: 'gpt-4o', messages };
  for (let n = 0; n < warmUp + calls; n += 1) {
    const alone = await timeOf(async () => (await post(`${provider.url}/v1/chat/completions`, 'k', chat)).text());
    const through = await timeOf(async () => (await complete(stage)).text());
    if (n < warmUp) continue;
    direct.push(alone);
    ours.push(through);
  }
  const added = median(ours) - median(direct);
  report(
    'completion without tools, beside the provider',
    `${added.toFixed(1)} ms p50 (${median(ours).toFixed(1)}; direct ${median(direct).toFixed(1)})`,
    '≤ 5 ms',
    added <= 5,
  );
}

const stream = (url: string, token: string) =>
  post(`${url}/api/ai/chat/stream`, token, { model: 'gpt-4o', message: 'Go' });

async function firstText(stage: Stage, provider: FakeProvider, report: Report): Promise<void> {
  let wroteAt = 0;
  // The provider writes its answer immediately.
  provider.answers(() => {
    wroteAt = performance.now();
    return { text: 'One two three' };
  });
  const times: number[] = [];
  for (let n = 0; n < warmUp + calls; n += 1) {
    const reply = await stream(stage.url, stage.token);
    let text = '';
    let readAt = 0;
    for await (const chunk of reply.body as ReadableStream<Uint8Array>) {
      text += Buffer.from(chunk).toString('utf8');
      if (readAt === 0 && text.includes('{"text":')) readAt = performance.now();
    }
    if (n >= warmUp) times.push(readAt - wroteAt);
  }
  const typical = median(times);
  report('first text of a stream, after that of the provider', `${typical.toFixed(1)} ms p50`, '≤ 5 ms', typical <= 5);
}

/** A user may have ten streams and an account fifty, so the streams are divided among several accounts. */
async function tokensOf({ url, token }: Stage): Promise<string[]> {
  const tokens: string[] = [];
  const login = async (accountKey: string, email: string) => {
    const reply = await post(`${url}/api/identity/auth/login`, '', { email, password: adminPassword, accountKey });
    return ((await reply.json()) as { token: string }).token;
  };
  for (let account = 0; account < accounts; account += 1) {
    const accountKey = `ai-${account}`;
    const adminEmail = 'a@example.com';
    const made = { accountKey, adminEmail, adminPassword };
    await post(`${url}/api/identity/account-provisioning/provision`, token, made);
    const admin = await login(accountKey, adminEmail);
    for (let user = 0; user < usersEach; user += 1) {
      const email = `u${user}@example.com`;
      await post(`${url}/api/identity/users`, admin, { email, password: adminPassword, roles: ['admin'] });
      tokens.push(await login(accountKey, email));
    }
  }
  return tokens;
}

/** Opens ten streams of each user. Lists records meanwhile, and returns how long that took. */
async function streamsOf(stage: Stage, tokens: readonly string[]) {
  const before = residentMegabytes(stage.pid);
  let open = true;
  const ended = Promise.all(
    tokens.flatMap((token) =>
      Array.from({ length: streamsEach }, async () =>
        (await (await stream(stage.url, token)).text()).endsWith('[DONE]\n\n'),
      ),
    ),
  ).finally(() => {
    open = false;
  });
  const lists: number[] = [];
  let peak = before;
  while (open) {
    lists.push(await list(stage));
    peak = Math.max(peak, residentMegabytes(stage.pid));
  }
  return { lists, complete: (await ended).filter((one) => one).length, megabytes: peak - before };
}

const list = ({ url, token }: Stage) =>
  timeOf(async () => (await fetch(`${url}/api/sales/contacts`, { headers: headersOf(token) })).text());

const p95 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

async function manyStreams(stage: Stage, provider: FakeProvider, report: Report): Promise<void> {
  const tokens = await tokensOf(stage);
  const alone: number[] = [];
  for (let n = 0; n < calls; n += 1) alone.push(await list(stage));
  provider.says({ text: 'word '.repeat(50), waitMs: 200 });
  const some = await streamsOf(stage, tokens.slice(0, usersEach));
  const ratio = p95(some.lists) / p95(alone);
  report(
    `list during ${usersEach * streamsEach} streams, p95 against alone`,
    `${ratio.toFixed(2)} (${p95(some.lists).toFixed(1)} ms; ${p95(alone).toFixed(1)} ms)`,
    '≤ 1.50',
    ratio <= 1.5,
  );
  const wanted = tokens.length * streamsEach;
  const { complete: done, megabytes } = await streamsOf(stage, tokens);
  report(
    `${wanted} streams on one node`,
    `${done} complete, ${megabytes.toFixed(0)} MB more`,
    `${wanted}`,
    done === wanted,
  );
}
