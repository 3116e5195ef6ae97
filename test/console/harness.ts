import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { needsBrowser, openBrowser } from '../browser.ts';
import { eventually } from '../eventually.ts';
import type { Client } from '../harness.ts';
import { isComplete, longUnlessFirst } from '../long.ts';
import { axe } from './axe.ts';
import { goTo, openContext, openTab, type PageOptions } from './open-page.ts';
import { type Refusal, watch } from './watch.ts';

interface OpenOptions extends Omit<PageOptions, 'url' | 'token'> {
  /** The signed-in user; undefined when nobody is signed in. */
  readonly as?: Client | undefined;
  /** The address below `/app`. */
  readonly at?: string;
}

export interface Journey {
  /** Opens a new browser window with the console. */
  openConsole(options?: OpenOptions): Promise<Page>;
  /** Opens a second tab in the window of a page. */
  openTab(page: Page, at: string): Promise<Page>;
  /** Allows refused requests that this journey provokes. Everything else in the browser's console fails the test. */
  expectRefusal(status: number, path: RegExp): void;
}

type Run = (journey: Journey) => Promise<void>;

/** Groups tests in a real browser. They are skipped where there is none. */
export const journeys = (name: string, run: () => void): void => void describe(name, needsBrowser, run);

/**
 * A test in a real browser; `npm test` runs the first one of each file. It fails on errors in the browser's console,
 * uncaught errors, dialogs of the browser, and violations of the Content-Security-Policy.
 */
export function journey(url: string, name: string, run: Run): void {
  it(name, { ...longUnlessFirst(url), ...needsBrowser }, async () => {
    const problems: string[] = [];
    const refusals: Refusal[] = [];
    const contexts: BrowserContext[] = [];
    const open = async (context: BrowserContext, at: string) => {
      const page = await openTab(context);
      await watch(page, problems, refusals);
      await goTo(page, at);
      return page;
    };
    try {
      await run({
        async openConsole({ as, at = '/', ...options } = {}) {
          const context = await openContext(await openBrowser(), { url, token: as?.token, ...options });
          contexts.push(context);
          return open(context, at);
        },
        openTab: (page, at) => open(page.context(), at),
        expectRefusal: (status, path) => void refusals.push({ status, path }),
      });
      assert.deepEqual(problems, [], 'the browser reports problems');
    } catch (error) {
      // The messages of the browser are usually the reason why a journey failed.
      if (problems.length > 0 && error instanceof Error) error.message += `\n${problems.join('\n')}`;
      throw error;
    } finally {
      for (const context of contexts) await context.close();
    }
  });
}

/** Performs an action, and waits for the answer to the request that it causes. */
export async function answered(page: Page, method: string, path: string, act: () => Promise<void>): Promise<void> {
  const reply = page.waitForResponse((one) => one.request().method() === method && one.url().includes(path));
  await act();
  await reply;
}

/**
 * Runs in the page: waits for transitions, because colours change over some milliseconds and could be measured before
 * the end.
 */
const transitionsEnd = `Promise.allSettled(document.getAnimations()
  .filter((animation) => animation instanceof CSSTransition)
  .map((transition) => transition.finished)).then(() => undefined)`;

const schemes = isComplete ? (['light', 'dark'] as const) : (['light'] as const);

/**
 * Asserts that the page is accessible; a complete run checks both colour schemes. `withShell` includes the bars around
 * the page.
 */
export async function assertAccessible(page: Page, { withShell = false } = {}): Promise<void> {
  const found: string[] = [];
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
    await page.evaluate(transitionsEnd);
    const problems = await axe(page, { onlyColours: colorScheme === 'dark', withShell });
    found.push(...problems.map((problem) => `${colorScheme}: ${problem}`));
  }
  assert.deepEqual(found, [], `${page.url()} is not accessible`);
}

/** Runs in the page: finds elements wider than the window, when the page scrolls sideways. */
const findWide = `document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
  .slice(0, 5)
  .map((element) => element.tagName.toLowerCase() + '.' + String(element.className).slice(0, 80))`;

/** Asserts that the page does not scroll sideways. After a change of the window it is laid out again, which takes a moment. */
export async function assertFits(page: Page): Promise<void> {
  await eventually(async () => {
    const wide = await page.evaluate<string[]>(findWide);
    assert.deepEqual(wide, [], `${page.url()} is wider than its window`);
  }, 2000);
}
