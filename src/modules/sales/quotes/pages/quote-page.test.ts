import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { addDays, todayIn } from '#lib/days.ts';
import { newOneTimeToken } from '#lib/one-time-token.ts';
import { needsBrowser, openBrowser } from '#test/browser.ts';
import { axe } from '#test/console/axe.ts';
import { appForFile, type Json } from '#test/harness.ts';

const { admin, url, sql, app } = await appForFile();
const tenantId = (await app.services.directory.tenantByKey(admin.accountKey))?.id ?? '';
const hostile = '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">';

/** A sent quote with the path of its page. */
async function sentQuote({ line: lineName = 'Installation', ...values }: Json = {}): Promise<Json> {
  const account = await admin.create('/api/sales/accounts', { name: 'Papertrail Analytics' });
  const quote = await admin.create('/api/sales/quotes', {
    name: 'Coffee bar for the new office',
    accountId: account._id,
    currency: 'EUR',
    validUntil: addDays(todayIn('UTC'), 20),
    paymentTerms: 'net30',
    billingStreet: 'Main Street 1',
    billingCity: 'Berlin',
    terms: 'Delivery within four weeks.\nThe goods stay ours until they are paid.',
    ...values,
  });
  const line = { quoteId: quote._id, quantity: 2, unitPrice: 1234.5, taxPercent: 19, discountPercent: 10 };
  await admin.create('/api/sales/quoteProducts', { ...line, name: 'Espresso machine', description: 'Two groups' });
  await admin.create('/api/sales/quoteProducts', { ...line, name: lineName, quantity: 1 });
  await admin.patch(`/api/sales/quotes/${quote._id}`, { status: 'sent' });
  const { token, hash } = newOneTimeToken(tenantId);
  await sql('insert into sales_quote_links (tenant_id, token_hash, quote_id) values ($1, $2, $3)', [
    tenantId,
    hash,
    quote._id,
  ]);
  return { ...quote, path: `/q/${token}` };
}

async function opened<T>(path: string, run: (page: Page) => Promise<T>, viewport = { width: 375, height: 812 }) {
  const context = await (await openBrowser()).newContext({ viewport });
  try {
    const page = await context.newPage();
    await page.goto(url + path);
    return await run(page);
  } finally {
    await context.close();
  }
}
const picture = (page: Page, name: string) =>
  process.env.SCREENSHOTS === undefined
    ? undefined
    : page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true });

describe('the page of a quote in a browser', needsBrowser, () => {
  it('fits a phone, meets WCAG 2.2 AA, and is accepted with a name', async () => {
    const { path, _id } = await sentQuote();
    await opened(path, async (page) => {
      await picture(page, 'quote-phone');
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
      assert.ok(width <= 375, `the page is ${width} pixels wide`);
      assert.deepEqual(await axe(page), []);
      await page.getByLabel('Your full name').fill('Ada Winter');
      await page.getByRole('button', { name: 'Accept the quote' }).click();
      await page.getByText('This quote was accepted by Ada Winter').waitFor();
      assert.equal(await page.getByRole('button').count(), 0);
      assert.deepEqual(await axe(page), []);
    });
    assert.equal((await admin.get(`/api/sales/quotes/${_id}`)).body.decidedBy, 'Ada Winter');
  });

  it('is readable in the colours of the company, on a wide screen', async () => {
    await admin.patch('/api/identity/company', { primaryColor: '#ffd500', name: 'Kestrel Coffee', language: 'de' });
    const { path } = await sentQuote();
    const wide = { width: 1200, height: 900 };
    await opened(
      path,
      async (page) => {
        await picture(page, 'quote-wide');
        assert.deepEqual(await axe(page), []);
      },
      wide,
    );
    await admin.patch('/api/identity/company', { primaryColor: null, language: null });
  });

  it('says what is missing, and keeps what was typed', async () => {
    const { path } = await sentQuote();
    await opened(path, async (page) => {
      await page.getByLabel('Your full name').fill('x');
      await page.getByLabel('Comment (optional)').fill('On Monday, please.');
      await page.getByRole('button', { name: 'Accept the quote' }).click();
      await page.getByText('Enter your full name').waitFor();
      assert.equal(await page.getByLabel('Comment (optional)').inputValue(), 'On Monday, please.');
      assert.deepEqual(await axe(page), []);
    });
  });

  it('shows hostile texts as texts', async () => {
    const { path } = await sentQuote({ name: hostile, terms: hostile, line: hostile, billingStreet: hostile });
    await opened(path, async (page) => {
      assert.equal(await page.evaluate('window.hacked'), undefined);
      assert.equal(await page.locator('img, script').count(), 0);
      assert.ok((await page.getByText('window.hacked').count()) >= 3);
    });
  });
});
