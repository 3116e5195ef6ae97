import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { needsBrowser, openBrowser } from '../browser.ts';
import type { Client } from '../harness.ts';
import { isComplete } from '../long.ts';
import { assertAccessible, assertFits, journeys } from './harness.ts';
import { goTo, navigate, openContext, openTab, type PageOptions, type Viewport } from './open-page.ts';
import { addressOf, consolePages } from './pages.ts';
import { watch } from './watch.ts';

/** A window that visits every page. It reloads after a problem, so that the next page is not affected. */
class Walk {
  readonly problems: string[] = [];
  readonly #options: PageOptions;
  #page: Page | undefined;

  constructor(options: PageOptions) {
    this.#options = options;
  }

  async visit(at: string): Promise<Page> {
    this.problems.length = 0;
    if (this.#page) await navigate(this.#page, at);
    else this.#page = await this.#open(at);
    return this.#page;
  }

  async #open(at: string): Promise<Page> {
    const page = await openTab(await openContext(await openBrowser(), this.#options));
    await watch(page, this.problems, []);
    await goTo(page, at);
    return page;
  }

  async close(): Promise<void> {
    await this.#page?.context().close();
    this.#page = undefined;
  }
}

/**
 * The first page of each kind (`list-…`, `record-…`, `admin-…`). `npm test` checks the accessibility of these pages. A
 * complete run checks all pages.
 */
const examined = new Set(
  Map.groupBy(consolePages, ({ name }) => name.split('-')[0])
    .values()
    .map(([first]) => first),
);

/** Opens every page of the console in the account of the client. */
export function everyPageOpens(url: string, client: Client, viewports: readonly Viewport[]): void {
  journeys('every page of the console', () => {
    for (const viewport of viewports) {
      const walks = {
        signedIn: new Walk({ url, token: client.token, viewport }),
        signedOut: new Walk({ url, viewport }),
      };
      for (const page of consolePages) {
        const isExamined = isComplete || examined.has(page);
        it(
          `${page.name} opens without errors${isExamined ? ', is accessible' : ''} and fits the window of a ${viewport}`,
          needsBrowser,
          async () => {
            const at = await addressOf(page, client);
            if (at === undefined) return;
            const walk = page.signedOut ? walks.signedOut : walks.signedIn;
            try {
              const opened = await walk.visit(at);
              await assertFits(opened);
              if (isExamined) await assertAccessible(opened, { withShell: page.name === 'home' });
              assert.deepEqual(walk.problems, [], 'the browser reports problems');
            } catch (error) {
              await walk.close();
              throw error;
            }
          },
        );
      }
    }
  });
}
