import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { invalid, refused } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile();
const quotes = '/api/sales/quotes';
const lines = '/api/sales/quoteProducts';
const products = '/api/sales/products';

describe('a line', () => {
  let admin: Client;
  let quoteId: string;
  let productId: string;

  before(async () => {
    admin = await app.tenant();
    quoteId = (await admin.create(quotes, { name: 'Q', currency: 'EUR' }))._id;
    productId = (await admin.create(products, { name: 'Machine', price: 99.99, taxPercent: 19 }))._id;
  });

  it('takes name, price and tax of its product, unless they are given', async () => {
    const line = await admin.create(lines, { quoteId, productId, quantity: 2 });
    assert.deepEqual(
      [line.name, line.unitPrice, line.taxPercent, line.net, line.total],
      ['Machine', 99.99, 19, 199.98, 237.98],
    );
    const own = await admin.create(lines, { quoteId, productId, name: 'Special', unitPrice: 10, taxPercent: 7 });
    assert.deepEqual([own.name, own.unitPrice, own.taxPercent, own.net], ['Special', 10, 7, 10]);
  });

  it('has a net amount rounded to the digits of the currency, and a total with tax', async () => {
    const line = await admin.create(lines, {
      quoteId,
      quantity: 3,
      unitPrice: 0.335,
      discountPercent: 10,
      taxPercent: 19,
    });
    assert.deepEqual([line.net, line.total], [0.9, 1.07]);
    const yen = await admin.create(quotes, { name: 'Y', currency: 'JPY' });
    const inYen = await admin.create(lines, { quoteId: yen._id, quantity: 1, unitPrice: 99.5, taxPercent: 10 });
    assert.deepEqual([inYen.net, inYen.total], [100, 110]);
    const dinar = await admin.create(quotes, { name: 'K', currency: 'KWD' });
    const inDinar = await admin.create(lines, { quoteId: dinar._id, quantity: 1, unitPrice: 1.2345 });
    assert.equal(inDinar.net, 1.235);
    invalid(await admin.patch(`${lines}/${line._id}`, { net: 5 }), { net: 'read_only' });
  });

  it('and its document have no amounts that a field cannot have', async () => {
    const quote = await admin.create(quotes, { name: 'Large' });
    const of = (unitPrice: number) => ({ quoteId: quote._id, quantity: 6, unitPrice });
    invalid(await admin.post(lines, of(9e19)), { net: 'out_of_range' });
    await admin.create(lines, of(1e19));
    invalid(await admin.post(lines, of(1e19)), { subtotal: 'out_of_range' });
    assert.equal((await admin.get(`${quotes}/${quote._id}`)).body.total, 6e19);
    invalid(await admin.patch(`${quotes}/${quote._id}`, { shipping: 9e19 }), { total: 'out_of_range' });
  });

  it('has a currency in capital letters, and no other text', async () => {
    const rate = { currency: 'sek', rate: 11.5, validFrom: '2026-01-01' };
    assert.equal((await admin.create('/api/sales/exchangeRates', rate)).currency, 'SEK');
    assert.equal((await admin.create(quotes, { name: 'E', currency: 'Eur' })).currency, 'EUR');
    invalid(await admin.post('/api/sales/exchangeRates', { ...rate, currency: 'S1' }), { currency: 'invalid_format' });
    invalid(await admin.post('/api/sales/priceBooks', { name: 'B', currency: '€' }), { currency: 'invalid_format' });
  });

  it('takes the price of the default price book of the currency, by day and quantity', async () => {
    const book = await admin.create('/api/sales/priceBooks', { name: 'Euro', currency: 'EUR', isDefault: true });
    const entry = { priceBookId: book._id, productId };
    await admin.create('/api/sales/priceBookEntries', { ...entry, unitPrice: 90 });
    await admin.create('/api/sales/priceBookEntries', { ...entry, unitPrice: 80, minQuantity: 10 });
    const priceFor = async (line: Json) => (await admin.create(lines, { quoteId, productId, ...line })).unitPrice;
    assert.deepEqual([await priceFor({ quantity: 9 }), await priceFor({ quantity: 10 })], [90, 80]);
    const dollars = await admin.create(quotes, { name: 'D', currency: 'USD' });
    assert.equal(await priceFor({ quoteId: dollars._id }), 99.99);
    await admin.patch(`/api/sales/priceBooks/${book._id}`, { validUntil: '2026-06-30' });
    const inJune = await admin.create(quotes, { name: 'J', currency: 'EUR', quoteDate: '2026-06-30' });
    const inJuly = await admin.create(quotes, { name: 'J', currency: 'EUR', quoteDate: '2026-07-01' });
    assert.deepEqual([await priceFor({ quoteId: inJune._id }), await priceFor({ quoteId: inJuly._id })], [90, 99.99]);
    const other = await admin.create('/api/sales/priceBooks', { name: 'New euro', currency: 'EUR', isDefault: true });
    assert.equal((await admin.get(`/api/sales/priceBooks/${book._id}`)).body.isDefault, false);
    await admin.delete(`/api/sales/priceBooks/${other._id}`);
  });

  it('has the price of the catalogue again when its price is cleared, or left out by PUT', async () => {
    const { _id: id } = await admin.create(lines, { quoteId, productId, unitPrice: 10 });
    const changed = async (reply: Promise<Json>) => (await reply).body.unitPrice;
    assert.equal(await changed(admin.patch(`${lines}/${id}`, { name: 'Other' })), 10);
    assert.equal(await changed(admin.patch(`${lines}/${id}`, { unitPrice: null })), 99.99);
    await admin.patch(`${lines}/${id}`, { unitPrice: 10 });
    assert.equal(await changed(admin.put(`${lines}/${id}`, { quoteId, productId, name: 'Machine' })), 99.99);
  });

  it('follows the prices of quantities, unless somebody has set its price', async () => {
    const francs = await admin.create(quotes, { name: 'F', currency: 'NOK' });
    const book = await admin.create('/api/sales/priceBooks', { name: 'Crowns', currency: 'NOK', isDefault: true });
    const entry = { priceBookId: book._id, productId };
    await admin.create('/api/sales/priceBookEntries', { ...entry, unitPrice: 90 });
    await admin.create('/api/sales/priceBookEntries', { ...entry, unitPrice: 80, minQuantity: 10 });
    const line = await admin.create(lines, { quoteId: francs._id, productId, quantity: 1 });
    const priceOf = async (quantity: number) =>
      (await admin.patch(`${lines}/${line._id}`, { quantity })).body.unitPrice;
    assert.deepEqual([await priceOf(10), await priceOf(2)], [80, 90]);
    await admin.patch(`${lines}/${line._id}`, { unitPrice: 70 });
    assert.equal(await priceOf(10), 70);
  });

  it('has prices only in books whose days are in order', async () => {
    const book = { name: 'Backwards', currency: 'EUR', validFrom: '2026-02-01', validUntil: '2026-01-31' };
    invalid(await admin.post('/api/sales/priceBooks', book), { validUntil: 'out_of_range' });
  });

  it('converts the price of a product in another currency', async () => {
    await admin.create('/api/sales/exchangeRates', { currency: 'CHF', rate: 0.8, validFrom: '2026-01-01' });
    const product = await admin.create(products, { name: 'Swiss', price: 80, currency: 'CHF' });
    const dollars = await admin.create(quotes, { name: 'D', currency: 'USD' });
    assert.equal((await admin.create(lines, { quoteId: dollars._id, productId: product._id })).unitPrice, 100);
  });

  it('of a bundle brings the lines of its items, which cost nothing and follow its quantity', async () => {
    const item = await admin.create(products, { name: 'Filter', price: 5 });
    const bundle = await admin.create(products, { name: 'Set', type: 'bundle', price: 50 });
    await admin.create('/api/sales/bundleItems', { bundleId: bundle._id, productId: item._id, quantity: 3 });
    invalid(await admin.post('/api/sales/bundleItems', { bundleId: item._id, productId: bundle._id }), {
      productId: 'circular',
    });
    invalid(await admin.post('/api/sales/bundleItems', { bundleId: item._id, productId: item._id }), {
      productId: 'circular',
    });
    const quote = await admin.create(quotes, { name: 'B', currency: 'EUR' });
    const line = await admin.create(lines, { quoteId: quote._id, productId: bundle._id, quantity: 2 });
    const itemLines = async () =>
      (await admin.get(`${lines}?filter[quoteId]=${quote._id}&filter[productId]=${item._id}`)).body.data;
    const [added] = await itemLines();
    assert.deepEqual([added.name, added.quantity, added.unitPrice, added.net], ['Filter', 6, 0, 0]);
    await admin.patch(`${lines}/${line._id}`, { quantity: 4 });
    assert.equal((await itemLines())[0].quantity, 12);
    assert.equal((await admin.get(`${quotes}/${quote._id}`)).body.total, 200);
    await admin.delete(`${lines}/${line._id}`);
    assert.deepEqual(await itemLines(), []);
    assert.equal((await admin.post(`${lines}/${line._id}/restore`, {})).status, 200);
    assert.equal((await itemLines())[0].quantity, 12);
    await admin.patch(`${lines}/${line._id}`, { productId });
    assert.deepEqual(await itemLines(), []);
    await admin.patch(`${lines}/${line._id}`, { productId: bundle._id, quantity: 1 });
    assert.equal((await itemLines())[0].quantity, 3);
  });
});

describe('the totals of a document', () => {
  let admin: Client;

  before(async () => {
    admin = await app.tenant();
  });

  const amounts = async (id: string) => {
    const { subtotal, discount, tax, shipping, total, version } = (await admin.get(`${quotes}/${id}`)).body;
    return { subtotal, discount, tax, shipping, total, version };
  };

  it('follow its lines, with the tax rounded once a rate and the discount shared by net', async () => {
    const quote = await admin.create(quotes, { name: 'T', currency: 'EUR', discount: 10, shipping: 4.9 });
    const line = (values: Json) => admin.create(lines, { quoteId: quote._id, ...values });
    await line({ quantity: 1, unitPrice: 100, taxPercent: 19 });
    const second = await line({ quantity: 3, unitPrice: 33.33, taxPercent: 7 });
    // Net 199.99; 19 %: (100 - 10 * 100 / 199.99) * 0.19 = 18.05; 7 %: (99.99 - 10 * 99.99 / 199.99) * 0.07 = 6.65.
    assert.deepEqual(await amounts(quote._id), {
      subtotal: 199.99,
      discount: 10,
      tax: 24.7,
      shipping: 4.9,
      total: 219.59,
      version: 1,
    });
    await admin.patch(`${quotes}/${quote._id}`, { discount: 0 });
    assert.deepEqual(await amounts(quote._id), {
      subtotal: 199.99,
      discount: 0,
      tax: 26,
      shipping: 4.9,
      total: 230.89,
      version: 2,
    });
    await admin.delete(`${lines}/${second._id}`);
    assert.equal((await amounts(quote._id)).total, 123.9);
    await admin.post(`${lines}/${second._id}/restore`, {});
    assert.equal((await amounts(quote._id)).total, 230.89);
    const history = (await admin.get(`${quotes}/${quote._id}/history`)).body.data;
    assert.deepEqual([history[0].derived, history[0].version, history[0].actor], [true, 2, null]);
  });

  it('are written by hand without lines, and refused with lines', async () => {
    const quote = await admin.create(quotes, { name: 'H', subtotal: 50, total: 60 });
    assert.equal((await admin.patch(`${quotes}/${quote._id}`, { total: 70 })).body.total, 70);
    await admin.create(lines, { quoteId: quote._id, quantity: 1, unitPrice: 5 });
    const reply = await admin.patch(`${quotes}/${quote._id}`, { total: 80 });
    refused(reply, 422, 'derived_field', 'total');
    const { body } = await admin.get(`${quotes}/${quote._id}`);
    assert.equal(body.total, 5);
    assert.equal((await admin.put(`${quotes}/${quote._id}`, { ...body, name: 'Renamed' })).status, 200);
    const put = await admin.put(`${quotes}/${quote._id}`, { name: 'Without totals' });
    assert.deepEqual([put.status, put.body.total, put.body.subtotal], [200, 5, 5]);
  });

  it('are rounded again when the currency changes', async () => {
    const quote = await admin.create(quotes, { name: 'C', currency: 'EUR' });
    await admin.create(lines, { quoteId: quote._id, quantity: 1, unitPrice: 10.55, taxPercent: 10 });
    const { body } = await admin.patch(`${quotes}/${quote._id}`, { currency: 'JPY' });
    assert.deepEqual([body.subtotal, body.tax, body.total], [11, 1, 12]);
  });

  it('are right when many people write lines at once', async () => {
    const quote = await admin.create(quotes, { name: 'M', currency: 'EUR' });
    const values = Array.from({ length: 30 }, (_, n) => ({ quoteId: quote._id, quantity: 1, unitPrice: n + 0.1 }));
    const made = await Promise.all(values.map((line) => admin.create(lines, line)));
    await Promise.all([
      ...made.slice(0, 10).map(({ _id }) => admin.delete(`${lines}/${_id}`)),
      ...made.slice(10, 20).map(({ _id }) => admin.patch(`${lines}/${_id}`, { quantity: 2 })),
    ]);
    const expected =
      made.slice(10).reduce((sum, { unitPrice }, n) => sum + Math.round(unitPrice * 10) * (n < 10 ? 2 : 1), 0) / 10;
    assert.equal((await amounts(quote._id)).subtotal, expected);
  });

  it('stay with a document that is deleted and restored', async () => {
    const quote = await admin.create(quotes, { name: 'R', currency: 'EUR' });
    await admin.create(lines, { quoteId: quote._id, quantity: 1, unitPrice: 10 });
    await admin.delete(`${quotes}/${quote._id}`);
    const restored = await admin.post(`${quotes}/${quote._id}/restore`, {});
    assert.equal(restored.body.total, 10);
    assert.equal((await admin.get(`${lines}?filter[quoteId]=${quote._id}`)).body.meta.total, 1);
  });
});

describe('the value of a deal', () => {
  it('is the sum of its lines, until somebody sets another one', async () => {
    const admin = await app.tenant();
    const deal = await admin.create('/api/sales/opportunities', { name: 'D' });
    const path = `/api/sales/opportunities/${deal._id}`;
    const valueOfDeal = async () => (await admin.get(path)).body.value;
    const line = (values: Json) =>
      admin.create('/api/sales/opportunityProducts', { opportunityId: deal._id, ...values });
    await line({ quantity: 2, unitPrice: 50 });
    const second = await line({ quantity: 1, unitPrice: 20 });
    assert.equal(await valueOfDeal(), 120);
    await admin.delete(`/api/sales/opportunityProducts/${second._id}`);
    assert.equal(await valueOfDeal(), 100);
    await admin.patch(path, { value: 500 });
    await line({ quantity: 1, unitPrice: 1 });
    assert.equal(await valueOfDeal(), 500);
    await eventually(async () => assert.ok((await admin.get(`${path}/history`)).body.data.length > 2));
  });
});
