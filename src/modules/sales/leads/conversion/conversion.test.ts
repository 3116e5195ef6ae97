import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json, type Reply } from '#test/harness.ts';

const app = await appForFile();
const { admin, events, sql } = app;

const management = '/api/sales/lead-management';
const convert = (leadId: string, more: Json = {}, by: Client = admin): Promise<Reply> =>
  by.post(`${management}/convert`, { leadId, ...more });
const unconvert = (leadId: string, by: Client = admin): Promise<Reply> =>
  by.post(`${management}/unconvert`, { leadId });

const lead = (values: Json = {}): Promise<Json> =>
  admin.create('/api/sales/leads', { firstName: 'Lea', lastName: 'Doe', ...values });
const read = async (path: string, id: string): Promise<Json> => (await admin.get(`${path}/${id}`)).body;
const count = async (path: string, filter: string): Promise<number> =>
  (await admin.get(`${path}?count=exact&limit=1&${filter}`)).body.meta.total;

async function converted(leadId: string, more: Json = {}, by: Client = admin): Promise<Json> {
  const reply = await convert(leadId, more, by);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

describe('the conversion of a lead', () => {
  it('makes a contact, an account and an opportunity with the values and the owner of the lead', async () => {
    const owner = await app.user({ permissions: ['sales:read', 'sales:write'] });
    const given = await lead({
      email: 'lea@acme-convert.example',
      company: 'Acme Convert',
      title: 'CTO',
      phone: '+49 30 1234567',
      website: 'https://www.acme-convert.example',
      employees: 40,
      mailingCity: 'Berlin',
      estimatedValue: 5000,
      currency: 'EUR',
      source: 'referral',
      doNotCall: true,
      tags: ['fair'],
      ownerId: owner.userId,
    });
    const result = await converted(given._id, { opportunity: { name: 'First deal' } });
    assert.deepEqual(Object.keys(result).sort(), ['accountId', 'contactId', 'leadId', 'opportunityId']);
    const contact = await read('/api/sales/contacts', result.contactId);
    assert.partialDeepStrictEqual(contact, {
      firstName: 'Lea',
      lastName: 'Doe',
      email: 'lea@acme-convert.example',
      title: 'CTO',
      phone: given.phone,
      mailingCity: 'Berlin',
      doNotCall: true,
      tags: ['fair'],
      accountId: result.accountId,
      ownerId: owner.userId,
    });
    assert.partialDeepStrictEqual(await read('/api/sales/accounts', result.accountId), {
      name: 'Acme Convert',
      domain: 'acme-convert.example',
      employees: 40,
      billingCity: 'Berlin',
      ownerId: owner.userId,
    });
    assert.partialDeepStrictEqual(await read('/api/sales/opportunities', result.opportunityId), {
      name: 'First deal',
      value: 5000,
      currency: 'EUR',
      source: 'referral',
      leadId: given._id,
      contactId: result.contactId,
      accountId: result.accountId,
      ownerId: owner.userId,
    });
    const after = await read('/api/sales/leads', given._id);
    assert.partialDeepStrictEqual(after, {
      status: 'converted',
      convertedContactId: result.contactId,
      convertedAccountId: result.accountId,
      convertedOpportunityId: result.opportunityId,
    });
    assert.ok(after.convertedAt);
    const [created] = await events(result.contactId);
    assert.deepEqual([created?.type, created?.actor_id], ['contact.created', admin.userId]);
  });

  it('happens once', async () => {
    const { _id } = await lead({ email: 'once@once.example' });
    await converted(_id);
    const again = await convert(_id);
    assert.deepEqual([again.status, again.body.error.code], [409, 'already_converted']);
  });

  it('of two at once makes one contact, and the other one is refused', async () => {
    const { _id } = await lead({ email: 'race@race.example', company: 'Race' });
    const replies = await Promise.all([1, 2, 3, 4].map(() => convert(_id)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    assert.equal(await count('/api/sales/contacts', 'filter[email]=race@race.example'), 1);
    assert.equal(await count('/api/sales/accounts', 'filter[name]=Race'), 1);
  });

  it('uses the contact and the account that exist, also when two leads of one person are converted at once', async () => {
    const twins = [
      await lead({ email: 'Twin@twin.example', company: 'Twin' }),
      await lead({ email: 'twin@twin.example', company: 'TWIN' }),
    ];
    const [one, two] = await Promise.all(twins.map(({ _id }) => converted(_id)));
    assert.equal(one.contactId, two.contactId);
    assert.equal(one.accountId, two.accountId);
    assert.notEqual(one.opportunityId, two.opportunityId);

    const second = await admin.create('/api/sales/contacts', {
      lastName: 'Second',
      email: 'main@second.example',
      secondaryEmails: ['other@second.example'],
    });
    const { _id } = await lead({
      email: 'other@second.example',
      company: 'Second',
      unsubscribedAt: '2026-01-01T00:00:00Z',
    });
    const result = await converted(_id);
    assert.equal(result.contactId, second._id);
    const contact = await read('/api/sales/contacts', second._id);
    assert.partialDeepStrictEqual(contact, {
      accountId: result.accountId,
      lastName: 'Second',
      unsubscribedAt: '2026-01-01T00:00:00.000Z',
    });
  });

  it('finds the account by the domain of the address, except for providers of free mail', async () => {
    const account = await admin.create('/api/sales/accounts', { name: 'Domain Ltd', domain: 'domain-convert.example' });
    const { _id } = await lead({ email: 'x@domain-convert.example', company: 'Another name' });
    assert.equal((await converted(_id)).accountId, account._id);
    await admin.create('/api/sales/accounts', { name: 'Mail', domain: 'gmail.com' });
    const free = await lead({ email: 'free.convert@gmail.com' });
    assert.equal((await converted(free._id)).accountId, null);
  });

  it('uses given records, and makes new ones for null', async () => {
    const contact = await admin.create('/api/sales/contacts', { lastName: 'Given' });
    const account = await admin.create('/api/sales/accounts', { name: 'Given' });
    const first = await lead({ email: 'given@given.example', company: 'Elsewhere' });
    const result = await converted(first._id, {
      contactId: contact._id,
      accountId: account._id,
      createOpportunity: false,
    });
    assert.deepEqual(result, {
      leadId: first._id,
      contactId: contact._id,
      accountId: account._id,
      opportunityId: null,
    });
    await admin.create('/api/sales/contacts', { lastName: 'Known', email: 'known@known.example' });
    const second = await lead({ email: 'known@known.example' });
    const made = await converted(second._id, { contactId: null });
    assert.equal(await count('/api/sales/contacts', 'filter[email]=known@known.example'), 2);
    assert.ok(made.contactId);
  });

  it('names the field that is wrong', async () => {
    const { _id } = await lead();
    const missing = await convert(_id, { contactId: crypto.randomUUID() });
    assert.deepEqual([missing.status, missing.body.error.details[0].field], [422, 'contactId']);
    const wrong = await convert(_id, { opportunity: { value: 'much' } });
    assert.deepEqual([wrong.status, wrong.body.error.details[0].field], [422, 'opportunity.value']);
    const company = await admin.create('/api/sales/leads', { company: 'Only a company' });
    const nobody = await convert(company._id);
    assert.deepEqual([nobody.status, nobody.body.error.details[0].field], [422, 'leadId']);
    assert.equal((await convert(crypto.randomUUID())).status, 404);
    assert.equal((await read('/api/sales/leads', _id)).convertedAt, null);
  });

  it('needs the permission to write, and only for records within reach', async () => {
    const { _id } = await lead({ email: 'reach@reach.example' });
    const reader = await app.user({ permissions: ['sales:read'] });
    assert.equal((await convert(_id, {}, reader)).status, 403);
    const own = await app.user({ permissions: ['sales:read:own', 'sales:write:own'] });
    assert.equal((await convert(_id, {}, own)).status, 404);
    const other = await app.tenant('convert-other');
    assert.equal((await convert(_id, {}, other)).status, 404);
    // A contact out of reach is not found, so its address does not reveal it.
    const hidden = await admin.create('/api/sales/contacts', { lastName: 'Hidden', email: 'hidden@hidden.example' });
    const mine = await own.create('/api/sales/leads', { lastName: 'Mine', email: 'hidden@hidden.example' });
    const result = await converted(mine._id, {}, own);
    assert.notEqual(result.contactId, hidden._id);
  });

  it('writes nothing in a dry run, and is done once for an idempotency key', async () => {
    const { _id } = await lead({ email: 'dry@dry.example', company: 'Dry' });
    const tried = await admin.post(`${management}/convert?dryRun=true`, { leadId: _id });
    assert.equal(tried.status, 200, tried.text);
    assert.equal(await count('/api/sales/contacts', 'filter[email]=dry@dry.example'), 0);
    assert.equal((await read('/api/sales/leads', _id)).status, 'new');
    const key = { 'idempotency-key': 'convert-once' };
    const first = await admin.post(`${management}/convert`, { leadId: _id }, key);
    const second = await admin.post(`${management}/convert`, { leadId: _id }, key);
    assert.deepEqual([first.status, second.status, second.body], [200, 200, first.body]);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
  });

  it('carries custom fields with the same key and type over', async () => {
    for (const slug of ['leads', 'contacts', 'opportunities']) {
      const field = { key: 'shoeSize', type: slug === 'opportunities' ? 'text' : 'integer', label: 'Shoe size' };
      assert.equal((await admin.post(`/api/data/models/sales/${slug}/fields`, field)).status, 201);
    }
    const { _id } = await lead({ shoeSize: 43 });
    const { contactId, opportunityId } = await converted(_id);
    assert.equal((await read('/api/sales/contacts', contactId)).shoeSize, 43);
    assert.equal((await read('/api/sales/opportunities', opportunityId)).shoeSize, null);
  });
});

/** A lead with one record of each kind that refers to it. */
async function linkedLead(email: string): Promise<Json> {
  const { _id } = await lead({ email, company: email });
  const campaign = await admin.create('/api/marketing/campaigns', { name: 'Links' });
  const workflow = await admin.create('/api/marketing/workflows', { name: 'Sequence', modelKey: 'leads' });
  const form = await admin.create('/api/forms/forms', { name: 'Contact us' });
  const [stored] = await upload('notes.txt');
  const conversation = await admin.create('/api/communications/conversations', { subject: 'Hello', leadId: _id });
  return {
    leadId: _id,
    linked: {
      '/api/sales/tasks': await admin.create('/api/sales/tasks', { title: 'Call', leadId: _id }),
      '/api/sales/notes': await admin.create('/api/sales/notes', { content: 'Met', leadId: _id }),
      '/api/marketing/campaignMembers': await admin.create('/api/marketing/campaignMembers', {
        campaignId: campaign._id,
        leadId: _id,
      }),
      '/api/marketing/workflowEnrollments': await admin.create('/api/marketing/workflowEnrollments', {
        workflowId: workflow._id,
        modelKey: 'leads',
        recordId: _id,
      }),
      '/api/forms/formSubmissions': await admin.create('/api/forms/formSubmissions', {
        formId: form._id,
        modelKey: 'lead',
        recordId: _id,
      }),
      '/api/communications/conversations': conversation,
      '/api/communications/emails': await admin.create('/api/communications/emails', {
        subject: 'Hello',
        to: [email],
        leadId: _id,
        conversationId: conversation._id,
      }),
    },
    children: {
      Notes: await admin.create('/api/sales/leadNotes', { leadId: _id, content: 'A note' }),
      Tasks: await admin.create('/api/sales/leadTasks', { leadId: _id, title: 'A task' }),
      Files: await admin.create('/api/sales/leadFiles', { leadId: _id, storedFileId: stored._id }),
    },
  };
}

async function upload(name: string): Promise<Json[]> {
  const form = new FormData();
  form.append('file', new Blob(['content of a file']), name);
  const reply = await fetch(`${app.url}/api/data/storedFiles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: form,
  });
  const text = await reply.text();
  assert.equal(reply.status, 201, text);
  const body = JSON.parse(text);
  return body.data ?? [body];
}

describe('what refers to a converted lead', () => {
  it('has a field for its contact or account in every model, so that nothing stays behind', () => {
    const { registry } = app.app;
    const left: string[] = [];
    for (const model of registry.models)
      for (const field of model.fields.values()) {
        if (field.declared.to !== 'sales.leads') continue;
        const key = field.declared.successor ?? field.key.replace(/^lead/, 'contact').replace('Lead', 'Contact');
        const into =
          model.parent === field
            ? registry.find(model.moduleKey, model.slug.replace(/^lead/, 'contact'))?.parent
            : model.fields.get(key);
        if (!into || !['sales.contacts', 'sales.accounts'].includes(into.declared.to ?? ''))
          left.push(`${model.name}.${field.key}`);
      }
    assert.deepEqual(left, []);
  });

  it('refers to its contact as well, and children move to the contact', async () => {
    const { leadId, linked, children } = await linkedLead('links@links.example');
    const { contactId } = await converted(leadId);
    for (const [path, { _id }] of Object.entries<Json>(linked)) {
      const record = await read(path, _id);
      assert.equal(record.contactId, contactId, path);
      assert.equal(record.leadId ?? record.recordId, leadId, path);
      assert.equal((await events(_id)).at(-1)?.record.contactId, contactId);
    }
    for (const [kind, child] of Object.entries<Json>(children)) {
      assert.equal((await admin.get(`/api/sales/lead${kind}/${child._id}`)).status, 404);
      const moved = await read(`/api/sales/contact${kind}`, child._id);
      assert.deepEqual([moved.contactId, moved.createdAt, moved.ownerId], [contactId, child.createdAt, child.ownerId]);
      const written = (await events(child._id)).map(({ type }) => type);
      assert.deepEqual(written.slice(-2).sort(), [
        `contact${kind.slice(0, -1)}.created`,
        `lead${kind.slice(0, -1)}.deleted`,
      ]);
    }
    const file = await read('/api/sales/contactFiles', children.Files._id);
    const content = await admin.get(file.url);
    assert.deepEqual([content.status, content.text], [200, 'content of a file']);
  });

  it('is not linked to a contact that it has already, and stays where the contact is a member already', async () => {
    const contact = await admin.create('/api/sales/contacts', { lastName: 'Member', email: 'member@member.example' });
    const other = await admin.create('/api/sales/contacts', { lastName: 'Other' });
    const { _id } = await lead({ email: 'member@member.example' });
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'Taken' });
    const members = '/api/marketing/campaignMembers';
    await admin.create(members, { campaignId: campaign._id, contactId: contact._id });
    const member = await admin.create(members, { campaignId: campaign._id, leadId: _id });
    const task = await admin.create('/api/sales/tasks', { title: 'T', leadId: _id, contactId: other._id });
    await converted(_id);
    assert.equal((await read(members, member._id)).contactId, null);
    assert.equal((await read('/api/sales/tasks', task._id)).contactId, other._id);
  });

  it('stays with the lead when it has values in custom fields that the contact’s children lack', async () => {
    const field = { key: 'mood', type: 'text', label: 'Mood' };
    assert.equal((await admin.post('/api/data/models/sales/leadNotes/fields', field)).status, 201);
    const { _id } = await lead({ email: 'mood@mood.example' });
    const kept = await admin.create('/api/sales/leadNotes', { leadId: _id, content: 'Kept', mood: 'good' });
    const moved = await admin.create('/api/sales/leadNotes', { leadId: _id, content: 'Moved' });
    await converted(_id);
    assert.equal((await read('/api/sales/leadNotes', kept._id)).mood, 'good');
    assert.equal((await read('/api/sales/contactNotes', moved._id)).content, 'Moved');
  });
});

describe('the undo of a conversion', () => {
  it('moves new records to the trash and all links back', async () => {
    const { leadId, linked, children } = await linkedLead('undo@undo.example');
    await admin.patch(`/api/sales/leads/${leadId}`, { status: 'qualified' });
    const { contactId, accountId, opportunityId } = await converted(leadId);
    const reply = await unconvert(leadId);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.body, {
      leadId,
      removed: [
        { model: 'sales.opportunities', _id: opportunityId },
        { model: 'sales.contacts', _id: contactId },
        { model: 'sales.accounts', _id: accountId },
      ],
      kept: [],
    });
    assert.partialDeepStrictEqual(await read('/api/sales/leads', leadId), {
      status: 'qualified',
      convertedAt: null,
      convertedContactId: null,
      convertedAccountId: null,
      convertedOpportunityId: null,
    });
    for (const [path, { _id }] of Object.entries<Json>(linked))
      assert.equal((await read(path, _id)).contactId, null, path);
    for (const [kind, { _id }] of Object.entries<Json>(children))
      assert.equal((await read(`/api/sales/lead${kind}`, _id)).leadId, leadId);
    const file = await read('/api/sales/leadFiles', children.Files._id);
    assert.equal((await admin.get(file.url)).status, 200);
    assert.equal((await unconvert(leadId)).body.error.code, 'not_converted');
    await converted(leadId);
  });

  it('keeps records that were changed or used since', async () => {
    const changed = await lead({ email: 'changed@changed.example', company: 'Changed' });
    const first = await converted(changed._id);
    await admin.patch(`/api/sales/contacts/${first.contactId}`, { title: 'CEO' });
    const { body } = await unconvert(changed._id);
    assert.deepEqual(body.kept, [
      { model: 'sales.contacts', _id: first.contactId, reason: 'changed' },
      { model: 'sales.accounts', _id: first.accountId, reason: 'used' },
    ]);
    const used = await lead({ email: 'used@used.example' });
    const second = await converted(used._id);
    await admin.create('/api/sales/quotes', { name: 'Quote', opportunityId: second.opportunityId });
    const kept = (await unconvert(used._id)).body.kept;
    assert.deepEqual(
      kept.map(({ reason }: Json) => reason),
      ['used', 'used'],
    );
  });

  it('clears what the conversion set in an existing contact, unless it was changed since', async () => {
    const contact = await admin.create('/api/sales/contacts', { lastName: 'Old', email: 'old@old.example' });
    const { _id } = await lead({ email: 'old@old.example', company: 'Old Inc', doNotEmail: true });
    const { accountId } = await converted(_id);
    assert.partialDeepStrictEqual(await read('/api/sales/contacts', contact._id), { accountId, doNotEmail: true });
    await unconvert(_id);
    assert.partialDeepStrictEqual(await read('/api/sales/contacts', contact._id), {
      accountId: null,
      doNotEmail: false,
    });
    assert.equal((await admin.get(`/api/sales/accounts/${accountId}`)).status, 404);
  });

  it('is refused for a lead that was not converted', async () => {
    const { _id } = await lead();
    const reply = await unconvert(_id);
    assert.deepEqual([reply.status, reply.body.error.code], [409, 'not_converted']);
  });
});

describe('the preview of a conversion', () => {
  it('shows what is there already and what would be made', async () => {
    const contact = await admin.create('/api/sales/contacts', { lastName: 'Seen', email: 'seen@preview.example' });
    const account = await admin.create('/api/sales/accounts', { name: 'Preview' });
    const { _id } = await lead({ email: 'seen@preview.example', company: 'preview', estimatedValue: 10 });
    const { status, body } = await admin.get(`${management}/preview?leadId=${_id}`);
    assert.equal(status, 200);
    assert.deepEqual([body.contacts[0]._id, body.accounts[0]._id], [contact._id, account._id]);
    assert.partialDeepStrictEqual(body, {
      contactName: 'Lea Doe',
      accountName: 'preview',
      opportunity: { name: 'preview', value: 10 },
    });
    await converted(_id);
    assert.equal((await admin.get(`${management}/preview?leadId=${_id}`)).status, 409);
  });
});

describe('a conversion with many children', () => {
  it('moves 1,500 of them in one transaction and in a few seconds', async () => {
    const { _id } = await lead({ email: 'many@many.example' });
    for (const [path, record] of [
      ['/api/sales/leadNotes', { leadId: _id, content: 'Note' }],
      ['/api/sales/tasks', { leadId: _id, title: 'Task' }],
    ] as const) {
      const operations = Array.from({ length: 750 }, () => ({ op: 'create', record }));
      assert.equal((await admin.post(`${path}/bulk?return=minimal`, { operations })).status, 200);
    }
    const { contactId } = await converted(_id);
    assert.equal(await count('/api/sales/contactNotes', `filter[contactId]=${contactId}`), 750);
    assert.equal(await count('/api/sales/tasks', `filter[contactId]=${contactId}`), 750);
    const [{ transactions }] = await sql(
      `select count(distinct xid)::int as transactions from events where type in ('contactNote.created') and record->>'contactId' = $1`,
      [contactId],
    );
    assert.equal(transactions, 1);
  });
});
