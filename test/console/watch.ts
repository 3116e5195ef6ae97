import type { Page } from 'playwright-core';

/** A refused request that a test expects. The browser writes each one to its console as an error. */
export interface Refusal {
  readonly status: number;
  readonly path: RegExp;
}

/** The console's first request for somebody who is not signed in is refused, before the sign-in page opens. */
const notSignedIn: Refusal = { status: 401, path: /^\/api\/identity\/me$/ };

/** Runs in the page: reports violations of the Content-Security-Policy. */
const reportViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('policy violated: ' + event.violatedDirective + ' by ' + event.blockedURI + ' ' + event.sample));`;

/** Collects forbidden events of a console page, such as errors and violations. */
export async function watch(page: Page, problems: string[], expected: readonly Refusal[]): Promise<void> {
  const refusals = [notSignedIn, ...expected];
  const isExpected = (text: string, url: string) => {
    const status = Number(/status of (\d+)/.exec(text)?.[1]);
    const path = URL.canParse(url) ? new URL(url).pathname : '';
    return refusals.some((refusal) => refusal.status === status && refusal.path.test(path));
  };
  const note = (what: string) => problems.push(`${what} (at ${page.url()})`);
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() !== 'error' || isExpected(message.text(), url)) return;
    note(`console: ${message.text()} ${url}`);
  });
  page.on('pageerror', (error) => note(`uncaught: ${error.stack ?? error.message}`));
  page.on('crash', () => note('the page crashed'));
  page.on('dialog', (dialog) => {
    note(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  await page.addInitScript(reportViolations);
}
