import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { type Browser, chromium } from 'playwright-core';

/** The usual paths of Chromium and Chrome; CHROMIUM_PATH names another. */
const paths = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const executablePath = paths.find((path) => path !== '' && existsSync(path));

/** Test options that skip a test on a machine without a browser, and say why. */
export const needsBrowser =
  executablePath === undefined ? { skip: 'no Chromium or Chrome found: install one, or set CHROMIUM_PATH' } : {};

let browser: Promise<Browser> | undefined;
after(async () => (await browser)?.close());

/** One browser per test file, started on first use. */
export const openBrowser = (): Promise<Browser> => {
  browser ??= chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  return browser;
};
