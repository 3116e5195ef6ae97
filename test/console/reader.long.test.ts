import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { loadDemo } from '../../scripts/demo/load.ts';
import { browserPath } from '../find-browser.ts';
import { appForFile } from '../harness.ts';
import { journey, journeys } from './harness.ts';
import { goTo, navigate } from './open-page.ts';
import { addressOf, consolePages } from './pages.ts';

const { app, url, admin, user } = await appForFile();
if (browserPath !== undefined) await loadDemo(app.services);
const scopes = [...new Set(app.registry.models.map(({ moduleKey }) => `${moduleKey}:read`))];
const reader = await user({ permissions: scopes });

/**
 * Runs in the page: returns the names of the usable controls. Answer fields in the preview of a form belong to the
 * preview, and steps of a workflow are named after what they do and open what they say, so both are left out.
 */
const usable = `[...document.querySelectorAll('main :is(button, input, textarea, [role=switch])')]
  .filter((one) => one.checkVisibility() && !one.disabled && !one.readOnly && !one.closest('section[aria-label=Preview], [inert], [data-step]'))
  .map((one) => (one.getAttribute('aria-label') || one.labels?.[0]?.innerText || one.innerText || one.placeholder || '').trim())`;

/** Matches names of controls that change something. */
const changing =
  /^(?:add|approve|archive|assign|cancel|change|connect|create|delete|disable|discard|duplicate|edit|enable|import|invite|move|new|pause|publish|remove|rename|resend|restore|resume|retry|revoke|rotate|save|schedule|send|test|upload|write)\b/i;
/** Pages that all users may change for themselves. */
const own: readonly string[] = ['profile', 'mailboxes'];

journeys('a person who may only read', () => {
  journey(url, 'is offered nothing on any page that would be refused', async ({ openConsole }) => {
    const page: Page = await openConsole({ as: reader });
    const offered: string[] = [];
    for (const one of consolePages.filter(({ name, signedOut }) => !signedOut && !own.includes(name))) {
      const at = await addressOf(one, admin);
      assert.ok(at, one.name);
      await navigate(page, at);
      const names = await page.evaluate<string[]>(usable);
      offered.push(...names.filter((name) => changing.test(name)).map((name) => `${one.name}: ${name}`));
    }
    assert.deepEqual(offered, []);
  });

  journey(url, 'reads the settings of the fields of a form', async ({ openConsole }) => {
    const page: Page = await openConsole({ as: reader });
    const form = consolePages.find(({ name }) => name === 'marketing-form');
    assert.ok(form);
    await goTo(page, (await addressOf(form, admin)) ?? '');
    await page
      .getByRole('button', { name: /^Show / })
      .first()
      .click();
    await page.getByRole('button', { name: /^Hide / }).waitFor();
    const inputs = page.getByRole('list', { name: 'Fields' }).locator('input, textarea');
    assert.ok((await inputs.count()) > 0);
    for (const input of await inputs.all()) assert.equal(await input.isDisabled(), true);
  });

  journey(url, 'cannot write posts, and reads which permission that takes', async ({ openConsole }) => {
    const page: Page = await openConsole({ as: reader, at: '/marketing/social/compose' });
    await page.getByText('You may not publish posts').waitFor();
  });
});
