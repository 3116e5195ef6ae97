import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { type Browser, chromium } from 'playwright-core';

/** Chromium or Chrome of the machine, wherever its packages put it; CHROMIUM_PATH names another. */
const places = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const executablePath = places.find((place) => place !== '' && existsSync(place));

/** For the options of a test: why it is skipped on a machine without a browser. */
export const needsBrowser =
  executablePath === undefined ? { skip: 'no Chromium or Chrome found: install one, or set CHROMIUM_PATH' } : {};

let browser: Promise<Browser> | undefined;
after(async () => (await browser)?.close());

/** One browser for a test file, started when first asked for. */
export const openBrowser = (): Promise<Browser> => {
  browser ??= chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
  return browser;
};
