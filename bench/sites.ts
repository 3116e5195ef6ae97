import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { compare, type Target } from './load.ts';
import type { Report } from './report.ts';
import type { Stage } from './stage.ts';

const pageCount = 1000;
const paragraph = 'Good coffee begins with water that is neither too hard nor too hot. ';
const maxPublishSeconds = 30;
const minRatio = 0.8;

type Json = Readonly<Record<string, unknown>>;

async function call(stage: Stage, method: string, at: string, body?: Json): Promise<Record<string, unknown>> {
  const reply = await fetch(`${stage.url}${at}`, {
    method,
    headers: { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await reply.json()) as Record<string, unknown>;
  if (!reply.ok) throw new Error(`${method} ${at} was answered ${reply.status}: ${JSON.stringify(answer)}`);
  return answer;
}

/** A page of 8 KB with the blocks that most pages have. */
const page = (websiteId: unknown, n: number): Json => ({
  websiteId,
  path: `/page-${n}`,
  title: `Page ${n}`,
  metaDescription: paragraph,
  blocks: [
    { type: 'heading', text: `Page ${n}`, level: 1 },
    ...Array.from({ length: 10 }, (_, m) => ({ type: 'text', text: `${n}.${m} ${paragraph.repeat(9)}` })),
    { type: 'button', label: 'Next', url: `/page-${(n + 1) % pageCount}` },
  ],
});

async function publish(stage: Stage, websiteId: unknown): Promise<number> {
  const startedAt = performance.now();
  const { jobId } = await call(stage, 'POST', '/api/marketing/web-publishing/publish', { websiteId } as Json);
  for (;;) {
    const { status, error } = await call(stage, 'GET', `/api/marketing/web-publishing/${String(jobId)}`);
    if (status === 'completed') return (performance.now() - startedAt) / 1000;
    if (status === 'failed') throw new Error(String(error));
    await sleep(100);
  }
}

/** Publishes a thousand pages, and serves one of them against a bare server that sends the same bytes. */
export async function sites(stage: Stage, report: Report, rounds: number, seconds: number): Promise<void> {
  const { _id: websiteId } = await call(stage, 'POST', '/api/marketing/websites', { name: 'Bench site' });
  for (let from = 0; from < pageCount; from += 100) {
    const operations = Array.from({ length: 100 }, (_, n) => ({ op: 'create', record: page(websiteId, from + n) }));
    await call(stage, 'POST', '/api/marketing/webPages/bulk', { operations });
  }
  const took = await publish(stage, websiteId);
  report('publish 1,000 pages', `${took.toFixed(1)} s`, `at most ${maxPublishSeconds} s`, took <= maxPublishSeconds);
  const bare = fork(path.join(import.meta.dirname, 'bare-site.ts'));
  try {
    const [{ url }] = (await once(bare, 'message')) as [{ url: string }];
    const at = '/sites/default/bench-site/page-1';
    const headers = { 'accept-encoding': 'gzip, br', 'user-agent': 'Mozilla/5.0 (X11) Firefox/140.0' };
    const reply = await fetch(`${stage.url}${at}`, { headers: { ...headers, 'accept-encoding': 'identity' } });
    const shown = Object.fromEntries(
      [...reply.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
    );
    bare.send({ headers: shown, body: Buffer.from(await reply.arrayBuffer()).toString('base64') });
    const plain = { 'user-agent': headers['user-agent'] };
    const target = (name: string, base: string): Target => ({
      name,
      url: base,
      next: () => ({ method: 'GET', path: at, headers: plain }),
    });
    const { ours, theirs } = await compare(target('a page', stage.url), target('bare', url), rounds, seconds);
    const ratio = ours.perSecond / theirs.perSecond;
    const shownRates = `${ratio.toFixed(2)} (${ours.perSecond.toFixed(0)}/s of ${theirs.perSecond.toFixed(0)}/s)`;
    report('a published page against a bare server', shownRates, `at least ${minRatio}`, ratio >= minRatio);
  } finally {
    bare.kill();
  }
}
