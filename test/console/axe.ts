import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The only rule whose result depends on the colours. */
const colourRule = 'color-contrast';

/** Rows and cards after the first ones look as those do. Each element costs about a millisecond, mostly for its contrast. */
const repeated = ':is(tr, li, [role="row"], [role="listitem"], [role="option"], [role="menuitem"]):nth-child(n + 6)';
/** The bars around every page. */
const shell = ':is(.mantine-AppShell-navbar, .mantine-AppShell-header)';

export interface AxeOptions {
  /** The contrast alone. */
  readonly onlyColours?: boolean;
  /** The bars around the page as well. */
  readonly withShell?: boolean;
}

/** Sentences about what is not accessible on the page by WCAG 2.2 AA; empty when nothing was found. The full run leaves out nothing. */
export async function axe(page: Page, { onlyColours = false, withShell = false }: AxeOptions = {}): Promise<string[]> {
  // Evaluated, not inserted as an element: the policy of the console would refuse that.
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(source);
  const options: RunOptions = {
    runOnly: onlyColours ? { type: 'rule', values: [colourRule] } : { type: 'tag', values: tags },
    // No rule of WCAG by its own, but a column whose header says nothing is not understood.
    rules: onlyColours ? {} : { 'empty-table-header': { enabled: true } },
    resultTypes: ['violations'],
    // None of these rules reads the style sheets, which axe would parse again for each run: a fifth of its time.
    preload: { assets: ['media'] },
    // The frames of the console show mails and pages of customers. Axe is not in them, and would wait for its answer.
    iframes: false,
  };
  const leftOut = process.env.ATRIUM_FAULTS === 'full' ? [] : withShell ? [repeated] : [repeated, shell];
  const context = JSON.stringify({ include: [['html']], exclude: leftOut.map((selector) => [selector]) });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${context}, ${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 5).map(({ target, failureSummary = '' }) => {
      const reasons = failureSummary.split('\n').slice(1).join(' ').trim();
      return `${id}: ${target.join(' ')}: ${reasons}`;
    }),
  );
}
