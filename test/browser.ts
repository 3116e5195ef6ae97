import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import { browserPath, launchBrowser, noBrowser } from './find-browser.ts';

/** Test options that skip a test on a machine without a browser, and say why. */
export const needsBrowser = browserPath === undefined ? { skip: noBrowser } : {};

let browser: Promise<Browser> | undefined;

after(async () => (await browser)?.close());

/** One browser per test file, started on first use. */
export const openBrowser = (): Promise<Browser> => {
  browser ??= launchBrowser();
  return browser;
};
