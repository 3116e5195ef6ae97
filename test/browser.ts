import type { Browser } from 'playwright-core';
import { atEnd } from './at-end.ts';
import { browserPath, launchBrowser, noBrowser } from './find-browser.ts';

/** Test options that skip a test on a machine without a browser, and say why. */
export const needsBrowser = browserPath === undefined ? { skip: noBrowser } : {};

let browser: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const launched = await launchBrowser();
  atEnd(() => launched.close());
  return launched;
}

/** Opens the browser of the process, which starts on first use. */
export const openBrowser = (): Promise<Browser> => {
  browser ??= launch();
  return browser;
};
