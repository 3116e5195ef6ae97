import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';

export type Scheme = 'light' | 'dark';

const viewports = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
export type Viewport = keyof typeof viewports;

export interface PageOptions {
  readonly url: string;
  /** The token of a session; undefined when nobody is signed in. */
  readonly token?: string | undefined;
  readonly scheme?: Scheme;
  readonly viewport?: Viewport;
  readonly language?: 'en' | 'de';
}

/** The change feed is a response that does not end. */
const isStream = (url: string): boolean => url.includes('/api/data/changes');

const pending = new WeakMap<Page, Set<object>>();

/** Opens a new browser window without stored data. */
export async function openContext(browser: Browser, options: PageOptions): Promise<BrowserContext> {
  const { url, token, scheme = 'light', viewport = 'desktop', language = 'en' } = options;
  const context = await browser.newContext({
    baseURL: url,
    viewport: viewports[viewport],
    colorScheme: scheme,
    // Animations would make screenshots and contrast checks differ from run to run.
    reducedMotion: 'reduce',
    locale: language === 'en' ? 'en-GB' : 'de-DE',
    timezoneId: 'Europe/Berlin',
    ...(viewport === 'phone' && { hasTouch: true }),
  });
  if (token !== undefined) await context.addCookies([{ name: 'platform_access', value: token, url, httpOnly: true }]);
  return context;
}

/**
 * These variables find journeys that do not wait for what they need: such a journey passes on a quick machine and fails
 * on a busy one. CONSOLE_SLOWDOWN=4 makes the pages four times slower. CONSOLE_LATENCY=500 delays each request to the
 * API by a different time of up to 500 ms, so that requests end in a different order.
 */
const slowdown = Number(process.env.CONSOLE_SLOWDOWN ?? 1);
const latency = Number(process.env.CONSOLE_LATENCY ?? 0);

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  if (slowdown > 1) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  }
  if (latency > 0) {
    await page.route('**/api/**', async (route) => {
      await setTimeout(Math.random() * latency);
      // The request fails when its page has been closed.
      await route.fallback().catch(() => undefined);
    });
  }
}

/** Opens a tab that counts its open requests, for `settled`. */
export async function openTab(context: BrowserContext): Promise<Page> {
  context.setDefaultTimeout(maxMs);
  const page = await context.newPage();
  await slowDown(context, page);
  const open = new Set<object>();
  pending.set(page, open);
  page.on('request', (request) => !isStream(request.url()) && open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return page;
}

/** Placeholders that the console shows while it waits. */
const loading = '.mantine-Loader-root, .mantine-Skeleton-root[data-animate]';
const quietMs = 200;
/** The time limit on a busy machine. The bench measures how long a page takes. */
const maxMs = 90_000;

/** Waits until the page shows content and has sent no request for a moment. */
export async function settled(page: Page): Promise<void> {
  const open = pending.get(page);
  if (!open) throw new Error('the page was not opened by openTab');
  await page.locator('#root > *').first().waitFor({ state: 'attached', timeout: maxMs });
  const end = performance.now() + maxMs;
  let quietSince = performance.now();
  while (performance.now() - quietSince < quietMs) {
    if (performance.now() > end)
      throw new Error(
        `${page.url()} still loads after ${maxMs / 1000} s: ${[...open].map(urlOf).join(', ') || 'a loader is shown'}`,
      );
    await page.waitForTimeout(25);
    if (open.size > 0 || (await page.locator(loading).count()) > 0) quietSince = performance.now();
  }
}

const urlOf = (request: object): string => (request as { url(): string }).url();

/** Opens an address below `/app` and waits for its content. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(`/app${address}`, { waitUntil: 'load' });
  await settled(page);
}

/** Goes to another address as a link of the console does, without loading the page again. */
export async function navigate(page: Page, address: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/app${address}`)})`);
  await settled(page);
}
