import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assistantForFile } from '#test/ai/assistant.ts';
import type { Json } from '#test/harness.ts';

const { app, calls } = await assistantForFile();
const { admin } = app;
const one = async (name: string, args: Json): Promise<Json> => (await calls([{ name, args }])).toolCalls[0];
/** The record that the tool wrote, after a person has approved the call. */
async function approved(name: string, args: Json): Promise<Json> {
  const { pending, error } = await one(name, args);
  assert.ok(pending, JSON.stringify(error));
  const { status, body, text } = await admin.post(`/api/ai/aiPendingActions/${pending.id}/approve`, {});
  assert.equal(status, 200, text);
  return body.result;
}
const leads = '/api/sales/leads';
const quotes = '/api/sales/quotes';
const orders = '/api/sales/orders';
const statusOf = async (path: string, id: string): Promise<string> => (await admin.get(`${path}/${id}`)).body.status;

describe('tools for leads', () => {
  it('convert a lead once a person has approved it, and undo that', async () => {
    const lead = await admin.create(leads, { lastName: 'Fern', company: 'Fern & Co', email: 'f@fern.example' });
    const { pending, output } = await one('convertLead', { leadId: lead._id });
    assert.match(output.note, /Nothing was changed yet/);
    const { before, after } = (await admin.get(`/api/ai/aiPendingActions/${pending.id}`)).body;
    assert.deepEqual([before.convertedContactId, typeof after.convertedContactId], [null, 'string']);
    assert.equal((await admin.get(`${leads}/${lead._id}`)).body.convertedContactId, null);
    const result = await approved('convertLead', { leadId: lead._id });
    assert.deepEqual([result.model, result.id, result.change], ['sales.leads', lead._id, 'updated']);
    const { convertedContactId } = (await admin.get(`${leads}/${lead._id}`)).body;
    assert.equal((await admin.get(`/api/sales/contacts/${convertedContactId}`)).body.lastName, 'Fern');
    await approved('unconvertLead', { leadId: lead._id });
    assert.equal((await admin.get(`${leads}/${lead._id}`)).body.convertedContactId, null);
  });

  it('score a lead at once, with the reasons', async () => {
    const rule = await admin.create('/api/sales/leadScoringRules', {
      name: 'Has a company',
      modelKey: 'leads',
      filter: { company: { null: false } },
      points: 20,
    });
    const lead = await admin.create(leads, { lastName: 'Moss', company: 'Moss Ltd' });
    const { output } = await one('scoreLead', { leadId: lead._id });
    assert.deepEqual([output.score, output.reasons[0].name], [20, 'Has a company']);
    // With the rule, leads would be scored in the background, between a proposal and its approval.
    await admin.delete(`/api/sales/leadScoringRules/${rule._id}`);
  });

  it('give a lead to a user by the rules', async () => {
    const seller = await app.user({ permissions: ['sales:*'] });
    await admin.create('/api/sales/leadRoutingRules', { name: 'All', method: 'user', userIds: [seller.userId] });
    const lead = await admin.create(leads, { lastName: 'Reed' });
    await approved('routeLead', { leadId: lead._id });
    assert.equal((await admin.get(`${leads}/${lead._id}`)).body.ownerId, seller.userId);
  });
});

describe('tools for quotes and orders', () => {
  it('take a quote from its acceptance to the invoice', async () => {
    const quote = await admin.create(quotes, { name: 'Bar', currency: 'EUR' });
    await admin.create('/api/sales/quoteProducts', { quoteId: quote._id, name: 'Grinder', quantity: 2, unitPrice: 50 });
    await approved('decideQuote', { id: quote._id, decision: 'accept', name: 'Ada' });
    assert.equal(await statusOf(quotes, quote._id), 'accepted');
    const order = await approved('orderQuote', { id: quote._id });
    assert.deepEqual([order.model, order.change], ['sales.orders', 'created']);
    await approved('moveOrder', { id: order.id, step: 'confirm' });
    await approved('moveOrder', { id: order.id, step: 'ship', carrier: 'DHL' });
    assert.equal(await statusOf(orders, order.id), 'shipped');
    const invoice = await approved('invoiceOrder', { id: order.id });
    assert.equal(await statusOf('/api/finance/financeInvoices', invoice.id), 'draft');
  });

  it('send a quote once a person has approved it', async () => {
    const quote = await admin.create(quotes, { name: 'Bar', currency: 'EUR' });
    const { error } = await one('sendQuote', { id: quote._id });
    assert.deepEqual([error.code, error.details[0].field], ['validation_failed', 'to']);
    await approved('sendQuote', { id: quote._id, to: 'ada@customer.example' });
    assert.equal(await statusOf(quotes, quote._id), 'sent');
    const { data } = (await admin.get('/api/communications/emails?filter[to]=ada@customer.example')).body;
    assert.equal(data.length, 1);
  });

  it('revise a quote that was decided', async () => {
    const quote = await admin.create(quotes, { name: 'Bar', currency: 'EUR' });
    await approved('decideQuote', { id: quote._id, decision: 'decline' });
    const next = await approved('reviseQuote', { id: quote._id });
    assert.deepEqual([next.model, next.change], ['sales.quotes', 'created']);
    assert.equal((await admin.get(`${quotes}/${next.id}`)).body.previousVersionId, quote._id);
  });

  it('report why a step is not possible, and ask nobody', async () => {
    const { _id: id } = await admin.create(orders, { name: 'Draft' });
    const { error, pending } = await one('moveOrder', { id, step: 'ship' });
    assert.deepEqual([error.code, pending], ['conflict', undefined]);
    assert.match(error.message, /has the status draft/);
  });
});

describe('mergeRecords', () => {
  it('merges records once a person has approved it', async () => {
    const [kept, other] = [
      await admin.create('/api/sales/accounts', { name: 'Kestrel' }),
      await admin.create('/api/sales/accounts', { name: 'Kestrel Ltd', website: 'https://kestrel.example' }),
    ];
    const contact = await admin.create('/api/sales/contacts', { lastName: 'Ash', accountId: other._id });
    await approved('mergeRecords', {
      model: 'accounts',
      winnerId: kept._id,
      loserIds: [other._id],
      values: { website: 'https://kestrel.example' },
    });
    assert.equal((await admin.get(`/api/sales/contacts/${contact._id}`)).body.accountId, kept._id);
    assert.equal((await admin.get(`/api/sales/accounts/${kept._id}`)).body.website, 'https://kestrel.example');
    assert.equal((await admin.get(`/api/sales/accounts/${other._id}`)).status, 404);
  });
});
