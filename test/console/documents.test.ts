import assert from 'node:assert/strict';
import { appForFile, type Json } from '../harness.ts';
import { assertAccessible, journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();
const read = async (path: string): Promise<Json> => (await admin.get(path)).body;

journeys('a quote', () => {
  journey(url, 'becomes an order and an invoice, each with its lines and totals', async ({ openConsole }) => {
    const quote = await admin.create('/api/sales/quotes', { name: 'Engine', currency: 'EUR', shipping: 10 });
    const line = { quoteId: quote._id, name: 'Wheel', quantity: 2, unitPrice: 100.5, taxPercent: 20 };
    await admin.create('/api/sales/quoteProducts', line);
    const page = await openConsole({ as: admin, at: `/m/sales/quotes/${quote._id}` });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const lines = page.getByRole('table', { name: 'Lines' });
    await lines.getByRole('row', { name: /Wheel 2 €100\.50 20% €201\.00/ }).waitFor();
    const totals = page.getByRole('region', { name: 'Lines' });
    await totals.getByText('€251.20').waitFor();
    await assertAccessible(page);

    await button('Mark as accepted').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as accepted' }).click();
    // The customer agreed by phone, so the quote was never sent. It can be revised as well.
    await button('Revise').waitFor();
    await button('Create the order').click();
    await page.waitForURL(/\/m\/sales\/orders\//);
    const orderId = page.url().split('/').at(-1);
    await lines.getByText('€100.50').waitFor();
    await button('Confirm').click();
    await button('Ship').waitFor();
    await button('Create the invoice').click();
    await page.waitForURL(/\/m\/finance\/financeInvoices\//);
    await totals.getByText('€251.20').first().waitFor();

    await page.goto(`/app/m/sales/orders/${orderId}`);
    await page.getByRole('link', { name: 'Open the draft of the invoice' }).waitFor();
    assert.equal(await button('Create the invoice').count(), 0);
    const { number } = await read(`/api/sales/orders/${orderId}`);
    await page.goto(`/app/m/sales/quotes/${quote._id}`);
    await page.getByRole('link', { name: `Open order ${number}` }).waitFor();
    assert.equal(await button('Create the order').count(), 0);
    assert.equal(await button('Revise').count(), 0);

    await page.getByRole('link', { name: `Open order ${number}` }).click();
    await button('Cancel the order').click();
    const dialog = page.getByRole('dialog', { name: `Cancel order ${number}?` });
    await dialog.getByRole('button', { name: 'Keep the order' }).click();
    assert.equal((await read(`/api/sales/orders/${orderId}`)).status, 'confirmed');
    await button('Cancel the order').click();
    await dialog.getByRole('button', { name: 'Cancel the order' }).click();
    await page.getByText('The order is cancelled.').waitFor();
    // A cancelled order does not keep the quote from being ordered again.
    await page.goto(`/app/m/sales/quotes/${quote._id}`);
    await button('Create the order').waitFor();
  });
});
