import { existsSync, globSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

/** Paths of browsers. The headless shell draws no window, which saves about a tenth of the time of a test. */
const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Browsers that Playwright installed for any project of this user, newest first. */
function playwrightPaths(): string[] {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(os.homedir(), '.cache/ms-playwright');
  const found = globSync(path.join(folder, 'chromium*-*/chrome-*/{chrome,headless_shell,chrome-headless-shell}'));
  return found.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

/** Returns the browser that CONSOLE_BROWSER names, else the first one in the usual places. */
function findBrowser(): string | undefined {
  const given = process.env.CONSOLE_BROWSER;
  if (given) {
    if (!existsSync(given)) throw new Error(`CONSOLE_BROWSER names ${given}, which does not exist.`);
    return given;
  }
  return [...systemPaths, ...playwrightPaths()].find((file) => existsSync(file));
}

export const browserPath = findBrowser();
export const noBrowser = 'no Chromium, Chrome or Edge found: install one, or set CONSOLE_BROWSER';

/** Returns the launch options of the browser. Throws when there is none. */
function launchOptions(): LaunchOptions {
  if (browserPath === undefined) throw new Error(noBrowser);
  // The sandbox of Chromium does not start as root, and containers seldom allow it.
  return { executablePath: browserPath, args: ['--no-sandbox'] };
}

export const launchBrowser = (): Promise<Browser> => chromium.launch(launchOptions());
