import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { goTo, openContext, openTab, type Scheme, type Viewport } from '../test/console/open-page.ts';
import { addressOf, consolePages } from '../test/console/pages.ts';
import { watch } from '../test/console/watch.ts';
import { launchBrowser } from '../test/find-browser.ts';
import { type Client, startApp } from '../test/harness.ts';
import { buildConsole } from './console-build.ts';
import { loadDemo } from './demo/load.ts';

const usage = `npm run screenshots -- [folder] [name ...]

Takes a picture of every page of the console, light and dark, on a desktop and on a phone: of the demo company, of the
same in German, and of an empty account. They are written to the folder, ./screenshots when none is given. With names, only of pages whose name
contains one of them.
`;

const viewports: readonly Viewport[] = ['desktop', 'phone'];
const schemes: readonly Scheme[] = ['light', 'dark'];

interface Series {
  readonly client: Client;
  readonly folder: string;
  readonly language?: 'en' | 'de';
}

async function takeAll(browser: Browser, url: string, { client, folder, language = 'en' }: Series, names: string[]) {
  const problems: string[] = [];
  mkdirSync(folder, { recursive: true });
  const wanted = consolePages.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
  for (const viewport of viewports) {
    for (const scheme of schemes) {
      for (const signedOut of [false, true]) {
        const token = signedOut ? undefined : client.token;
        const context = await openContext(browser, { url, token, viewport, scheme, language });
        const page = await openTab(context);
        await watch(page, problems, []);
        for (const one of wanted.filter((entry) => (entry.signedOut ?? false) === signedOut)) {
          const at = await addressOf(one, client);
          if (at === undefined) continue;
          await goTo(page, at);
          await page.screenshot({ path: path.join(folder, `${one.name}-${viewport}-${scheme}.png`) });
          process.stdout.write('.');
        }
        await context.close();
      }
    }
  }
  return problems;
}

const [folder = 'screenshots', ...names] = process.argv.slice(2);
if (folder === '--help') process.stdout.write(usage);
else {
  buildConsole();
  const { app, url, admin, tenant, close } = await startApp();
  const browser = await launchBrowser();
  try {
    await loadDemo(app.services);
    const root = path.resolve(folder);
    const series: readonly Series[] = [
      { client: admin, folder: path.join(root, 'demo') },
      { client: admin, folder: path.join(root, 'german'), language: 'de' },
      { client: await tenant(), folder: path.join(root, 'empty') },
    ];
    const problems: string[] = [];
    for (const one of series) problems.push(...(await takeAll(browser, url, one, names)));
    process.stdout.write(`\nThe pictures are in ${root}.\n`);
    for (const problem of new Set(problems)) process.stderr.write(`${problem}\n`);
  } finally {
    await browser.close();
    await close();
  }
}
