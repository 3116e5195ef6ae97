import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemCaller } from '#core/access/caller.ts';
import { type Context, inTransaction } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { type Reference, type Relink, type Relinked, referencesTo, relinkAll, relinkBack } from './relink.ts';

const { admin, app, events, sql } = await appForFile();

const contextOf = async (): Promise<Context> => {
  const [{ id }] = await sql('select id::text from tenants where account_key = $1', [admin.accountKey]);
  const registry = await app.services.directory.registry(id);
  return { services: app.services, caller: systemCaller(id, admin.accountKey), registry, requestId: 'relink' };
};

const contact = (name: string): Promise<Json> => admin.create('/api/sales/contacts', { lastName: name });
const read = async (path: string, id: string): Promise<Json> => (await admin.get(`${path}/${id}`)).body;

/** Relinks all references to contacts. */
async function relinkContacts(relink: Relink): Promise<Relinked[]> {
  const context = await contextOf();
  const contacts = context.registry.named('sales.contacts') as Model;
  return inTransaction(context, async (within) => {
    const relinked: Relinked[] = [];
    for (const reference of referencesTo(within.registry, contacts)) {
      const rows = await relinkAll(within, reference, relink);
      if (rows.length > 0) relinked.push({ model: reference.model.name, field: reference.field.key, rows });
    }
    return relinked;
  });
}

const back = async (relinked: readonly Relinked[], to: string): Promise<number> =>
  inTransaction(await contextOf(), async (within) => {
    let count = 0;
    for (const one of relinked) count += await relinkBack(within, one, to);
    return count;
  });

describe('relinking', () => {
  it('moves references, children, lists and pairs of model and id, each with an event, and back', async () => {
    const [from, other, to] = [await contact('From'), await contact('Other'), await contact('To')];
    const deal = await admin.create('/api/sales/opportunities', { name: 'Deal', contactId: from._id });
    const note = await admin.create('/api/sales/contactNotes', { contactId: from._id, content: 'Note' });
    const list = await admin.create('/api/communications/emailLists', {
      name: 'List',
      contactIds: [from._id, other._id, to._id],
    });
    const form = await admin.create('/api/forms/forms', { name: 'Form' });
    const submission = await admin.create('/api/forms/formSubmissions', {
      formId: form._id,
      modelKey: 'contacts',
      recordId: from._id,
    });
    const elsewhere = await admin.create('/api/forms/formSubmissions', {
      formId: form._id,
      modelKey: 'leads',
      recordId: from._id,
    });
    const relinked = await relinkContacts({ from: [from._id], to: to._id });

    const moved = async () => [
      (await read('/api/sales/opportunities', deal._id)).contactId,
      (await read('/api/sales/contactNotes', note._id)).contactId,
      (await read('/api/communications/emailLists', list._id)).contactIds,
      (await read('/api/forms/formSubmissions', submission._id)).recordId,
      (await read('/api/forms/formSubmissions', elsewhere._id)).recordId,
    ];
    assert.deepEqual(await moved(), [to._id, to._id, [to._id, other._id], to._id, from._id]);
    const [, event] = await events(deal._id);
    assert.equal(event?.type, 'opportunity.updated');
    assert.deepEqual([event?.previous.contactId, event?.record.contactId], [from._id, to._id]);
    assert.equal((await read('/api/sales/opportunities', deal._id)).version, 2);

    assert.equal(await back(JSON.parse(JSON.stringify(relinked)), to._id), 4);
    assert.deepEqual(await moved(), [from._id, from._id, [from._id, other._id, to._id], from._id, from._id]);
  });

  it('moves a custom reference', async () => {
    const field = { key: 'advisorId', type: 'reference', reference: { moduleKey: 'sales', slug: 'contacts' } };
    const created = await admin.post('/api/data/models/sales/accounts/fields', field);
    assert.equal(created.status, 201, created.text);
    const [from, to] = [await contact('Old advisor'), await contact('New advisor')];
    const account = await admin.create('/api/sales/accounts', { name: 'Advised', advisorId: from._id });
    const relinked = await relinkContacts({ from: [from._id], to: to._id });
    assert.equal((await read('/api/sales/accounts', account._id)).advisorId, to._id);
    assert.equal(await back(relinked, to._id), 1);
    assert.equal((await read('/api/sales/accounts', account._id)).advisorId, from._id);
  });

  it('leaves out rows whose unique combination another row has or gets', async () => {
    const [first, second, to] = [await contact('First'), await contact('Second'), await contact('To')];
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'Both' });
    const taken = await admin.create('/api/marketing/campaigns', { name: 'Taken' });
    const member = (campaignId: string, contactId: string) =>
      admin.create('/api/marketing/campaignMembers', { campaignId, contactId });
    const moving = await member(campaign._id, first._id);
    const waiting = await member(campaign._id, second._id);
    await member(taken._id, to._id);
    const blocked = await member(taken._id, first._id);
    await relinkContacts({ from: [first._id, second._id], to: to._id });
    const contactOf = async ({ _id }: Json) => (await read('/api/marketing/campaignMembers', _id)).contactId;
    assert.equal(await contactOf(moving), to._id);
    assert.equal(await contactOf(waiting), second._id);
    assert.equal(await contactOf(blocked), first._id);
  });

  it('sets another reference of the same rows when that is empty, and empties it again', async () => {
    const lead = await admin.create('/api/sales/leads', { lastName: 'Lead' });
    const [to, other] = [await contact('To'), await contact('Other')];
    const open = await admin.create('/api/sales/tasks', { title: 'Open', leadId: lead._id });
    const given = await admin.create('/api/sales/tasks', { title: 'Given', leadId: lead._id, contactId: other._id });
    const context = await contextOf();
    const leads = context.registry.named('sales.leads') as Model;
    const reference = referencesTo(context.registry, leads).find(
      ({ model }) => model.name === 'sales.tasks',
    ) as Reference;
    const into = reference.model.fields.get('contactId');
    const rows = await inTransaction(context, (within) =>
      relinkAll(within, reference, { from: [lead._id], to: to._id, into }),
    );
    assert.deepEqual(rows, [{ id: open._id, before: null }]);
    const task = await read('/api/sales/tasks', open._id);
    assert.deepEqual([task.leadId, task.contactId], [lead._id, to._id]);
    assert.equal((await read('/api/sales/tasks', given._id)).contactId, other._id);
    assert.equal(await back([{ model: 'sales.tasks', field: 'contactId', rows }], to._id), 1);
    assert.equal((await read('/api/sales/tasks', open._id)).contactId, null);
  });

  it('keeps a reference that was changed since when it is undone', async () => {
    const [from, to, later] = [await contact('From'), await contact('To'), await contact('Later')];
    const deal = await admin.create('/api/sales/opportunities', { name: 'Deal', contactId: from._id });
    const relinked = await relinkContacts({ from: [from._id], to: to._id });
    await admin.patch(`/api/sales/opportunities/${deal._id}`, { contactId: later._id });
    assert.equal(await back(relinked, to._id), 0);
    assert.equal((await read('/api/sales/opportunities', deal._id)).contactId, later._id);
  });

  it('changes more rows than one statement takes', async () => {
    const [from, to] = [await contact('Many'), await contact('To')];
    const operations = Array.from({ length: 700 }, (_, n) => ({
      op: 'create',
      record: { title: `Task ${n}`, contactId: from._id },
    }));
    assert.equal((await admin.post('/api/sales/tasks/bulk', { operations })).status, 200);
    const [tasks] = await relinkContacts({ from: [from._id], to: to._id });
    assert.equal(tasks?.rows.length, 700);
  });
});
