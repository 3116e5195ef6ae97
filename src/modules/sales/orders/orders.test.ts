import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';

const { admin, sql, tenant, user } = await appForFile();

const orders = '/api/sales/orders';
const step = (id: string, name: string, body: Json = {}, by = admin) => by.post(`${orders}/${id}/${name}`, body);
const product = (values: Json = {}): Promise<Json> =>
  admin.create('/api/sales/products', { name: 'Grinder', trackStock: true, stock: 10, ...values });
const stockOf = async (id: string): Promise<number> => (await admin.get(`/api/sales/products/${id}`)).body.stock;
async function orderOf(productId?: string, values: Json = {}): Promise<Json> {
  const order = await admin.create(orders, { name: 'Machines', currency: 'EUR', ...values });
  const line = { orderId: order._id, name: 'Grinder', quantity: 3, unitPrice: 100, ...(productId && { productId }) };
  await admin.create('/api/sales/orderProducts', line);
  return order;
}
const statusAfter = async (id: string, ...steps: string[]): Promise<string> => {
  let status = '';
  for (const name of steps) {
    const reply = await step(id, name);
    assert.equal(reply.status, 200, reply.text);
    status = reply.body.status;
  }
  return status;
};

describe('an order', () => {
  it('is confirmed, shipped and delivered, each with its time', async () => {
    const { _id: id } = await orderOf();
    assert.equal(await statusAfter(id, 'confirm'), 'confirmed');
    const shipped = await step(id, 'ship', { carrier: 'DHL', trackingNumber: '00340' });
    assert.deepEqual([shipped.body.status, shipped.body.carrier], ['shipped', 'DHL']);
    assert.equal(await statusAfter(id, 'deliver'), 'delivered');
    const { body } = await admin.get(`${orders}/${id}`);
    for (const key of ['confirmedAt', 'shippedAt', 'deliveredAt']) assert.ok(body[key], key);
  });

  it('gets the time of each status also when only its statusId is written', async () => {
    const { data } = (await admin.get('/api/sales/orderStatuses?limit=100')).body;
    const statusId = (key: string): string => data.find((one: Json) => one.key === key)._id;
    const { _id: id } = await orderOf();
    const times = { confirmed: 'confirmedAt', shipped: 'shippedAt', delivered: 'deliveredAt', returned: 'returnedAt' };
    for (const [key, field] of Object.entries(times)) {
      const { body, text } = await admin.patch(`${orders}/${id}`, { statusId: statusId(key) });
      assert.ok(body.status === key && Math.abs(Date.parse(body[field]) - Date.now()) < 60_000, text);
    }
    const completed = await admin.create(orders, { statusId: statusId('completed') });
    const cancelled = await admin.create(orders, { statusId: statusId('cancelled') });
    assert.ok(completed.deliveredAt && !completed.cancelledAt && cancelled.cancelledAt && !cancelled.deliveredAt);
  });

  it('refuses a step that its status does not allow, and names the status', async () => {
    const { _id: id } = await orderOf();
    for (const name of ['ship', 'deliver', 'return']) {
      const refused = await step(id, name);
      assert.equal(refused.status, 409, refused.text);
      assert.match(refused.body.error.message, /has the status draft/);
    }
    await statusAfter(id, 'confirm', 'ship');
    assert.equal((await step(id, 'cancel')).status, 409);
    assert.equal((await step(id, 'confirm')).status, 409);
  });

  it('is cancelled with a reason before it is shipped', async () => {
    const { _id: id } = await orderOf();
    const { body } = await step(id, 'cancel', { cancellationReason: 'Ordered twice' });
    assert.deepEqual([body.status, body.cancellationReason], ['cancelled', 'Ordered twice']);
    assert.ok(body.cancelledAt);
    assert.equal((await step(id, 'invoice')).status, 409);
  });

  it('takes products from stock when it is shipped, and puts them back when it is returned', async () => {
    const tracked = await product();
    const untracked = await product({ trackStock: false });
    const first = await orderOf(tracked._id);
    const second = await orderOf(untracked._id);
    await statusAfter(first._id, 'confirm');
    assert.equal(await stockOf(tracked._id), 10);
    await statusAfter(first._id, 'ship');
    await statusAfter(second._id, 'confirm', 'ship');
    assert.deepEqual([await stockOf(tracked._id), await stockOf(untracked._id)], [7, 10]);
    const lines = await admin.get(`/api/sales/orderProducts?filter[orderId]=${first._id}`);
    assert.equal(lines.body.data[0].quantityShipped, 3);
    await statusAfter(first._id, 'deliver', 'return');
    assert.equal(await stockOf(tracked._id), 10);
  });

  it('puts back what was shipped, also when its lines or its status were changed by hand', async () => {
    const tracked = await product();
    const { _id: id } = await orderOf(tracked._id);
    await statusAfter(id, 'confirm', 'ship');
    const [line] = (await admin.get(`/api/sales/orderProducts?filter[orderId]=${id}`)).body.data;
    await admin.patch(`/api/sales/orderProducts/${line._id}`, { quantity: 8 });
    await statusAfter(id, 'return');
    assert.equal(await stockOf(tracked._id), 10);
    await admin.patch(`${orders}/${id}`, { status: 'shipped' });
    await statusAfter(id, 'return');
    assert.equal(await stockOf(tracked._id), 10);
    await admin.patch(`${orders}/${id}`, { status: 'confirmed' });
    await statusAfter(id, 'ship');
    assert.equal(await stockOf(tracked._id), 2);
    await admin.patch(`${orders}/${id}`, { status: 'confirmed' });
    await statusAfter(id, 'ship');
    assert.equal(await stockOf(tracked._id), 2);
  });

  it('is at the version of If-Match, or its step is refused', async () => {
    const { _id: id, version } = await orderOf();
    const match = (n: number) => ({ 'if-match': `"${n}"` });
    const late = await admin.post(`${orders}/${id}/confirm`, {}, match(version - 1));
    assert.equal(late.status, 412, late.text);
    assert.equal((await admin.get(`${orders}/${id}`)).body.status, 'draft');
    assert.equal((await admin.post(`${orders}/${id}/confirm`, {}, match(version))).status, 200);
  });

  it('keeps its status for somebody for whom that is read-only', async () => {
    const { _id: id } = await orderOf();
    const clerk = await user({ permissions: ['sales:*'], readOnlyFields: { 'sales.orders': ['status'] } });
    const reply = await step(id, 'confirm', {}, clerk);
    assert.deepEqual([reply.status, reply.body.error.details[0].field], [403, 'status'], reply.text);
  });

  it('ships once when two ship it at once', async () => {
    const tracked = await product();
    const { _id: id } = await orderOf(tracked._id);
    await statusAfter(id, 'confirm');
    const replies = await Promise.all([step(id, 'ship'), step(id, 'ship')]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(await stockOf(tracked._id), 7);
  });

  it('changes nothing in a dry run, for readers, and for other tenants', async () => {
    const tracked = await product();
    const { _id: id } = await orderOf(tracked._id);
    await statusAfter(id, 'confirm');
    assert.equal((await admin.post(`${orders}/${id}/ship?dryRun=true`, {})).body.status, 'shipped');
    const reader = await user({ permissions: ['sales:read'] });
    assert.equal((await step(id, 'ship', {}, reader)).status, 403);
    assert.equal((await step(id, 'ship', {}, await tenant())).status, 404);
    assert.equal(await stockOf(tracked._id), 10);
  });
});

describe('the invoice of an order', () => {
  const invoices = '/api/finance/financeInvoices';
  const issue = (id: string) => admin.post(`${invoices}/${id}/issue`, {});

  it('is a draft without a number, with the lines of the order, and there is only one', async () => {
    const order = await orderOf(undefined, {
      purchaseOrderNumber: 'PO 1',
      billingCity: 'Hamburg',
      paymentTerms: 'net30',
    });
    const { status, body, text } = await step(order._id, 'invoice');
    assert.equal(status, 201, text);
    assert.deepEqual(
      [body.status, body.number, body.orderId, body.billingCity, body.customerReference, body.currency],
      ['draft', null, order._id, 'Hamburg', 'PO 1', 'EUR'],
    );
    const lines = await admin.get(`/api/finance/financeInvoiceLines?filter[invoiceId]=${body._id}`);
    assert.deepEqual([lines.body.data[0].name, lines.body.data[0].quantity], ['Grinder', 3]);
    assert.equal((await step(order._id, 'invoice')).status, 409);
  });

  it('gets its number when it is issued, without gaps, and then no longer changes', async () => {
    const drafts: Json[] = [];
    for (let n = 0; n < 4; n += 1) drafts.push((await step((await orderOf())._id, 'invoice')).body);
    const [abandoned, ...others] = drafts;
    assert.equal((await admin.delete(`${invoices}/${abandoned._id}`)).status, 204);
    const rolledBack = await admin.post(`${invoices}/${others[0]._id}/issue?dryRun=true`, {});
    assert.equal(rolledBack.body.status, 'open');
    const issued = await Promise.all(others.map(({ _id }) => issue(_id)));
    const numbers = issued.map(({ body }) => Number(body.number.slice(-5))).sort();
    const [first = 0] = numbers;
    assert.deepEqual(numbers, [first, first + 1, first + 2]);
    const [{ body }] = issued as [Json];
    assert.match(body.number, /^INV-\d{4}-\d{5}$/);
    assert.ok(body.issuedAt && body.dueDate);
    const lines = '/api/finance/financeInvoiceLines';
    const [line] = (await admin.get(`${lines}?filter[invoiceId]=${body._id}`)).body.data;
    for (const refused of [
      await admin.patch(`${invoices}/${body._id}`, { currency: 'USD' }),
      await admin.patch(`${lines}/${line._id}`, { quantity: 1 }),
      await admin.post(lines, { invoiceId: body._id, name: 'More' }),
      await admin.delete(`${lines}/${line._id}`),
      await admin.delete(`${invoices}/${body._id}`),
    ]) {
      assert.equal(refused.status, 422, refused.text);
      assert.equal(refused.body.error.code, 'document_issued');
    }
    assert.equal((await issue(body._id)).status, 409);
    const [{ count }] = await sql('select count(*)::int as count from finance_invoice_counters');
    assert.equal(count, 1);
  });
});
