import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { needsBrowser, openBrowser } from '../browser.ts';
import { appForFile, type Json } from '../harness.ts';
import { evilHost, hostileMails } from '../hostile-mails.ts';
import { mailEnv } from '../mail-outbox-tools.ts';
import { addMailbox, receiveMail } from '../mailbox-tools.ts';
import { SmtpSink } from '../smtp-sink.ts';
import { journeys } from './harness.ts';
import { goTo, openContext, openTab, settled } from './open-page.ts';

const test = await appForFile(mailEnv);
const { url, admin } = test;
const sink = await SmtpSink.forFile();
const names = Object.keys(hostileMails);
const nameOf = (n: number) => `Mail number ${n}.`;

/** Creates a conversation with all hostile mails. Each begins with its number, which shows that it is displayed. */
async function conversation(): Promise<string> {
  const connectionId = await addMailbox(test, admin, sink, { email: `${Math.random()}@own.example` });
  const { _id } = await admin.create('/api/communications/conversations', { subject: 'Hostile', connectionId });
  for (const [n, name] of names.entries()) {
    const html = `<p>${nameOf(n)}</p>${hostileMails[name]}`;
    // PostgreSQL cannot store NUL; the synchronisation removes it.
    await receiveMail(test, admin, _id, { subject: name, text: name, html: html.replaceAll('\u0000', '') });
  }
  return _id;
}

/** Records successful attacks of hostile mails. */
class Achieved {
  readonly #page: Page;
  readonly found: string[] = [];

  private constructor(page: Page) {
    this.#page = page;
  }

  static async watch(context: BrowserContext, page: Page): Promise<Achieved> {
    const achieved = new Achieved(page);
    const { found } = achieved;
    await page.addInitScript(`window.hits = []; window.hit = (what) => window.hits.push(what)`);
    page.on('dialog', (dialog) => {
      found.push(`dialog: ${dialog.message()}`);
      dialog.dismiss().catch(() => {});
    });
    context.on('page', (opened) => void found.push(`window: ${opened.url()}`));
    page.on('download', (download) => void found.push(`download: ${download.url()}`));
    page.on('framenavigated', (frame) => {
      const isPage = frame === page.mainFrame() ? frame.url().startsWith(`${url}/app/`) : /^about:/.test(frame.url());
      if (!isPage) found.push(`navigation: ${frame.url()}`);
    });
    await context.route('**/*', (route) => {
      const { hostname, pathname, protocol } = new URL(route.request().url());
      const isOwn = /^(?:data|blob):$/.test(protocol) || (hostname === '127.0.0.1' && !isForeignPath(pathname));
      if (!isOwn) found.push(`request: ${route.request().url()}`);
      // The console folds mails that are read, so this request is not sent on.
      if (/\/conversations\/[^/]+\/read$/.test(pathname)) return route.fulfill({ json: {} });
      return isOwn ? route.fallback() : route.fulfill({ status: 200, contentType: 'text/html', body: 'evil' });
    });
    return achieved;
  }

  /** Returns all successful attacks, after a wait for delayed ones. */
  async all(): Promise<string[]> {
    await this.#page.waitForTimeout(300);
    const hits = await this.#page.evaluate<string[]>('window.hits');
    return [...this.found, ...hits.map((what) => `script: ${what}`)];
  }
}

const isForeignPath = (path: string): boolean => !/^\/(?:app|api|assets|favicon)/.test(path);

/** Opens the conversation and unfolds its mails. */
async function open(page: Page, id: string): Promise<void> {
  await goTo(page, `/inbox?id=${id}`);
  await page.getByRole('button', { name: /more messages/ }).click();
  await page
    .locator(`iframe`)
    .nth(names.length - 1)
    .waitFor();
  await settled(page);
}

const asks = /\b(?:Click here|Move here|Send)\b/;

/** Clicks the elements that ask for a click. */
async function touch(page: Page, n: number): Promise<void> {
  const frame = page.locator('iframe').nth(n).contentFrame();
  await frame.getByText(nameOf(n)).first().waitFor({ state: 'attached' });
  // A mail may keep moving its elements, or hide them.
  for (const element of await frame.getByText(/^(?:Click here|Move here|Send)$/).all())
    await element.click({ force: true, timeout: 3000 }).catch(() => {});
}

/** Runs in the page: checks that the mails stay in their frames, and finds forbidden content of frames. */
const inspect = `(() => {
  const frames = [...document.querySelectorAll('iframe')];
  const outside = document.querySelectorAll('#evil, .evil, [id=x]').length;
  const places = frames.filter((frame) => {
    const own = frame.getBoundingClientRect(), around = frame.closest('article').getBoundingClientRect();
    return own.left < around.left - 1 || own.right > around.right + 1 || own.top < around.top || own.bottom > around.bottom + 1;
  }).length;
  const forbidden = 'script, iframe, frame, object, embed, base[href], meta[http-equiv=refresh i], link';
  const inside = frames.flatMap((frame, n) => [...frame.contentDocument.querySelectorAll(forbidden)].map((found) => n + ' ' + found.outerHTML.slice(0, 80)));
  return { outside, places, inside };
})()`;

/** Asserts that mails load only images, and only when somebody requests them. */
async function assertOnlyPictures(page: Page, achieved: Achieved): Promise<void> {
  await page.getByRole('button', { name: 'Show pictures' }).first().click();
  await page.getByRole('button', { name: 'Show pictures' }).first().waitFor({ state: 'detached' });
  await settled(page);
  const all = await achieved.all();
  assert.ok(all.includes(`request: https://${evilHost}/open.gif`), all.join('\n'));
  const others = all.filter((one) => !/^request: https:\/\/evil\.example\/[\w-]+\.(?:png|gif)$/.test(one));
  assert.deepEqual(others, []);
}

journeys('hostile mails in the inbox', () => {
  for (const [what, raw] of [
    ['are inert, as the server cleans them', false],
    // The frame is a second protection, which must be sufficient alone.
    ['are inert in their frames, even when the server cleans nothing', true],
  ] as const)
    it(what, needsBrowser, async () => {
      assert.ok(names.length >= 40);
      const id = await conversation();
      const context = await openContext(await openBrowser(), { url, token: admin.token });
      try {
        const page = await openTab(context);
        const achieved = await Achieved.watch(context, page);
        if (raw)
          await context.route('**/messages*', async (route) => {
            const reply = await route.fetch();
            const body: Json = await reply.json();
            for (const mail of body.data) {
              const n = names.indexOf(mail.subject);
              mail.html = `<p>${nameOf(n)}</p>${hostileMails[mail.subject]}`;
            }
            await route.fulfill({ response: reply, json: body });
          });
        await open(page, id);
        assert.deepEqual(await achieved.all(), [], 'when they are shown');
        for (const [n, name] of names.entries()) if (asks.test(hostileMails[name] ?? '')) await touch(page, n);
        assert.deepEqual(await achieved.all(), [], 'when they are touched');
        assert.deepEqual(await page.evaluate(inspect), { outside: 0, places: 0, inside: [] });
        assert.equal(new URL(page.url()).pathname, '/app/inbox');
        if (!raw) await assertOnlyPictures(page, achieved);
      } finally {
        await context.close();
      }
    });
});
