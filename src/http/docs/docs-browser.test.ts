import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { needsBrowser, openBrowser } from '#test/browser.ts';
import { appForFile } from '#test/harness.ts';
import { timeLimit } from '#test/time-limit.ts';

const { url } = await appForFile();

describe('the API reference in a browser', needsBrowser, () => {
  it('opens with a choice of modules, and is usable within two seconds', async () => {
    const page = await (await openBrowser()).newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    const begun = performance.now();
    await page.goto(`${url}/docs`);
    await page.getByRole('link', { name: 'Sales', exact: true }).click();
    const tookMs = performance.now() - begun;
    assert.ok(tookMs < timeLimit(2000), `${Math.round(tookMs)} ms`);
    await page.getByLabel('Find a model').fill('support tick');
    const found = page.locator('main section li:visible');
    assert.ok((await found.allInnerTexts()).every((text) => /ticket/i.test(text)));
    await page.getByRole('link', { name: 'Support tickets', exact: true }).click();
    await page.locator('.opblock-summary-path', { hasText: '/supportTickets/{id}/history' }).waitFor();
    await page.locator('.opblock-post .opblock-summary').first().click();
    await page.getByText('Request body', { exact: false }).first().waitFor();
    assert.deepEqual(problems, []);
    await page.close();
  });
});
