import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildConsole } from '../scripts/console-build.ts';
import { goTo, openContext, openTab, settled } from '../test/console/open-page.ts';
import { addressOf, consolePages } from '../test/console/pages.ts';
import { browserPath, launchBrowser, noBrowser } from '../test/find-browser.ts';
import { Client } from '../test/harness.ts';
import { median, type Report } from './report.ts';
import type { Stage } from './stage.ts';

const root = path.join(import.meta.dirname, '..');
const list = '/m/sales/contacts';
const rows = 100_000;
/** The number of scrolled rows, in total and per frame. */
const scrolled = { rows: 10_000, perFrame: 25 };

const contacts = `insert into sales_contacts (tenant_id, id, first_name, last_name, email, title, created_at, updated_at)
  select $1::bigint, gen_random_uuid(), (array['Ada','Grace','Alan','Edsger','Barbara'])[1 + n % 5], 'Contact ' || n,
    'contact-' || n || '@example.com', 'Engineer', now() - n * interval '1 minute', now() - n * interval '1 minute'
  from generate_series(1, $2::int) n`;

/**
 * Measures the console in a real browser, with the demo company and many contacts: the times that people wait, and the
 * sizes of loaded files.
 */
export async function consoleBench(stage: Stage, report: Report, rounds: number): Promise<void> {
  if (browserPath === undefined) return void process.stderr.write(`the console is not measured: ${noBrowser}\n`);
  buildConsole();
  const { DATA_DIR, PATH } = stage.nodeEnvironment;
  await promisify(execFile)(process.execPath, ['scripts/demo.ts'], { cwd: root, env: { DATA_DIR, PATH } });
  await stage.sql(contacts, [stage.tenantId, rows]);
  await stage.sql('vacuum analyze sales_contacts');
  const browser = await launchBrowser();
  try {
    await firstLoad(browser, stage, report, rounds);
    await pageChange(browser, stage, report, rounds);
    await listToRecord(browser, stage, report, rounds);
    await homeLoads(browser, stage, report);
    await scrolling(browser, stage, report);
    await sizes(browser, stage, report);
  } finally {
    await browser.close();
  }
}

const open = (browser: Browser, { url, token }: Stage): Promise<BrowserContext> => openContext(browser, { url, token });

/** Matches the first line from this one on that shows a record. */
const loadedRow = (line: number): string => `tr[data-line="${line}"]:not([aria-busy])`;

/** Measures page loads with an empty cache, until the rows of the list are shown and the page responds. */
async function firstLoad(browser: Browser, stage: Stage, report: Report, rounds: number): Promise<void> {
  const times: number[] = [];
  // The first round also starts the renderer of the browser.
  for (let n = 0; n <= rounds; n += 1) {
    const context = await open(browser, stage);
    const page = await context.newPage();
    const startedAt = performance.now();
    await page.goto(`/app${list}`, { waitUntil: 'commit' });
    await page.locator(loadedRow(0)).waitFor();
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    if (n > 0) times.push(performance.now() - startedAt);
    await context.close();
  }
  const ms = median(times);
  report(
    `console: first load of a list of ${rows.toLocaleString('en')}`,
    `${ms.toFixed(0)} ms`,
    '≤ 1000 ms',
    ms <= 1000,
  );
}

/** Runs in the page: scrolls to a line that is not loaded, and returns the milliseconds until it is shown. */
const jump = (line: number): string => `new Promise((resolve) => {
  const scroller = document.querySelector('[role=grid]').parentElement;
  const [first, second] = document.querySelectorAll('tr[data-line]');
  const height = Math.abs(second.getBoundingClientRect().top - first.getBoundingClientRect().top);
  const startedAt = performance.now();
  scroller.scrollTop = ${line} * height;
  const look = () => {
    const shown = [...document.querySelectorAll('tr[data-line]:not([aria-busy])')]
      .some((row) => Math.abs(Number(row.dataset.line) - ${line}) < 100);
    if (shown) resolve(performance.now() - startedAt);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

async function openList(context: BrowserContext): Promise<Page> {
  const page = await openTab(context);
  await goTo(page, list);
  await page.locator(loadedRow(0)).waitFor();
  return page;
}

async function pageChange(browser: Browser, stage: Stage, report: Report, rounds: number): Promise<void> {
  const context = await open(browser, stage);
  const page = await openList(context);
  const times: number[] = [];
  for (let n = 1; n <= rounds * 2; n += 1) times.push(await page.evaluate<number>(jump(n * 1000)));
  await context.close();
  const ms = median(times);
  report('console: another page of a list', `${ms.toFixed(0)} ms`, '≤ 150 ms', ms <= 150);
}

/**
 * Runs in the page: opens the record of a line, and returns the milliseconds until its head is shown, and until all of
 * it is shown.
 */
const openRecord = (line: number): string => `new Promise((resolve) => {
  const link = document.querySelector('tr[data-line="${line}"] a');
  const title = link.textContent;
  const startedAt = performance.now();
  let head;
  const look = () => {
    if (document.querySelector('h1')?.textContent.startsWith(title)) head ??= performance.now() - startedAt;
    if (head !== undefined && document.querySelector('main [role=tablist]'))
      resolve({ head, whole: performance.now() - startedAt });
    else requestAnimationFrame(look);
  };
  link.click();
  requestAnimationFrame(look);
})`;

/** A person points at a row for at least this time before the click. */
const aimMs = 120;

/** Measures the way from a list to a record, with the code of both pages loaded. */
async function listToRecord(browser: Browser, stage: Stage, report: Report, rounds: number): Promise<void> {
  const context = await open(browser, stage);
  const page = await openList(context);
  const times: { head: number; whole: number }[] = [];
  for (let n = 0; n <= rounds * 2; n += 1) {
    await page.locator(`${loadedRow(n)} a`).hover();
    await page.waitForTimeout(aimMs);
    const time = await page.evaluate<{ head: number; whole: number }>(openRecord(n));
    if (n > 0) times.push(time);
    await settled(page);
    await page.goBack();
    await page.locator(loadedRow(n + 1)).waitFor();
  }
  await context.close();
  const head = median(times.map((time) => time.head));
  const whole = median(times.map((time) => time.whole));
  report(
    'console: from a list to a record',
    `${head.toFixed(0)} ms (all of it ${whole.toFixed(0)} ms)`,
    '≤ 150 ms',
    head <= 150,
  );
}

/** Counts the requests and bytes of the home page with an empty cache, until the network is idle. */
async function homeLoads(browser: Browser, stage: Stage, report: Report): Promise<void> {
  const context = await open(browser, stage);
  const page = await openTab(context);
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    sizes.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
    );
  });
  await goTo(page, '/');
  await page.waitForTimeout(3000);
  const bytes = sum(await Promise.all(sizes));
  await context.close();
  const holds = bytes <= 400_000 && sizes.length <= 28;
  report(
    'console: home with an empty cache',
    `${kilobytes(bytes)} in ${sizes.length} requests`,
    '≤ 400 KB, ≤ 28 requests',
    holds,
  );
}

/** Runs in the page: scrolls in every frame, and returns the milliseconds of each. */
const scroll = `new Promise((resolve) => {
  const scroller = document.querySelector('[role=grid]').parentElement;
  const [first, second] = document.querySelectorAll('tr[data-line]');
  const height = Math.abs(second.getBoundingClientRect().top - first.getBoundingClientRect().top);
  const frames = [];
  let before = performance.now();
  const step = (now) => {
    frames.push(now - before);
    before = now;
    if (frames.length * ${scrolled.perFrame} >= ${scrolled.rows}) return resolve(frames.slice(1));
    scroller.scrollTop += ${scrolled.perFrame} * height;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;

async function scrolling(browser: Browser, stage: Stage, report: Report): Promise<void> {
  const context = await open(browser, stage);
  const page = await openList(context);
  const frames = (await page.evaluate<number[]>(scroll)).sort((a, b) => b - a);
  await context.close();
  const [longest = 0] = frames;
  const late = frames.filter((ms) => ms > 50).length;
  report(
    `console: longest frame while ${scrolled.rows.toLocaleString('en')} rows are scrolled`,
    `${longest.toFixed(0)} ms (${late} of ${frames.length} over 50 ms)`,
    '≤ 50 ms',
    longest <= 50,
  );
}

/** Returns the scripts and styles that a page loads, by name, with their size in gzip. */
async function loadedFiles(context: BrowserContext, at: string): Promise<Map<string, number>> {
  const page = await openTab(context);
  await goTo(page, at);
  await settled(page);
  const names = await page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`,
  );
  await page.close();
  return new Map(
    names.filter((name) => /^\/app\/.+\.(js|css)$/.test(name)).map((name) => [name, compressedBytes(name)]),
  );
}

function compressedBytes(name: string): number {
  const file = path.join(root, 'web/dist', name.slice('/app/'.length));
  return existsSync(`${file}.gz`) ? statSync(`${file}.gz`).size : gzipSync(readFileSync(file)).length;
}

const sum = (files: Iterable<number>): number => [...files].reduce((total, bytes) => total + bytes, 0);
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} KB`;

async function sizes(browser: Browser, stage: Stage, report: Report): Promise<void> {
  const context = await open(browser, stage);
  const client = new Client(stage.url, stage.token);
  const pages: [name: string, files: Map<string, number>][] = [];
  for (const page of consolePages.filter(({ signedOut }) => !signedOut)) {
    const at = await addressOf(page, client);
    if (at !== undefined) pages.push([page.name, await loadedFiles(context, at)]);
  }
  await context.close();
  // Files that every page loads.
  const [[, first] = ['none', new Map<string, number>()]] = pages;
  const shell = new Map([...first].filter(([name]) => pages.every(([, files]) => files.has(name))));
  const bytesOfShell = sum(shell.values());
  report('console: what every page loads, gzip', kilobytes(bytesOfShell), '≤ 260 KB', bytesOfShell <= 260_000);
  const further = pages.map(([name, files]): [name: string, bytes: number] => [
    name,
    sum([...files].flatMap(([file, bytes]) => (shell.has(file) ? [] : [bytes]))),
  ]);
  const [[name, most] = ['none', 0]] = further.sort(([, a], [, b]) => b - a);
  report('console: most that a further page loads, gzip', `${kilobytes(most)} (${name})`, '≤ 150 KB', most <= 150_000);
}
