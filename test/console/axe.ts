import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The only rule whose result depends on the colours. */
const colourRule = 'color-contrast';

/**
 * Matches rows and cards after the first ones, which look the same. Each element costs about a millisecond, mostly for
 * its contrast.
 */
const repeated = ':is(tr, li, [role="row"], [role="listitem"], [role="option"], [role="menuitem"]):nth-child(n + 6)';
/** The bars around every page. */
const shell = ':is(.mantine-AppShell-navbar, .mantine-AppShell-header)';

export interface AxeOptions {
  /** Checks only the contrast. */
  readonly onlyColours?: boolean;
  /** Checks the bars around the page as well. */
  readonly withShell?: boolean;
}

/** Returns a sentence for each violation of WCAG 2.2 AA on the page. The full run excludes nothing. */
export async function axe(page: Page, { onlyColours = false, withShell = false }: AxeOptions = {}): Promise<string[]> {
  // Evaluate the script, because the policy of the console would refuse a script element.
  if (!(await page.evaluate('Boolean(window.axe)'))) await page.evaluate(source);
  const options: RunOptions = {
    runOnly: onlyColours ? { type: 'rule', values: [colourRule] } : { type: 'tag', values: tags },
    // This rule is not part of WCAG, but screen reader users do not understand a column with an empty header.
    rules: onlyColours ? {} : { 'empty-table-header': { enabled: true } },
    resultTypes: ['violations'],
    // These rules need no style sheets, which axe would parse again in each run: a fifth of its time.
    preload: { assets: ['media'] },
    // The frames of the console show mails and pages of customers. They do not contain axe, which would wait for their
    // answers.
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
