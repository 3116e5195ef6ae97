import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const { admin, tenant, user, events, sql } = await appForFile();

const merge = (client: Client, body: Json, query = '') => client.post(`/api/data/merge${query}`, body);
const undo = (client: Client, mergeId: string) => client.post('/api/data/merge/undo', { mergeId });
const read = async (client: Client, path: string): Promise<Json> => (await client.get(`/api/${path}`)).body;
const contact = (client: Client, record: Json): Promise<Json> => client.create('/api/sales/contacts', record);

/** Records of a contact in many models: children, references, lists, and unique pairs. */
async function withDependants(client: Client, _id: string) {
  const create = async (path: string, record: Json) => `${path}/${(await client.create(`/api/${path}`, record))._id}`;
  return [
    await create('sales/contactNotes', { contactId: _id, content: 'Note' }),
    await create('sales/contactTasks', { contactId: _id, title: 'Task' }),
    await create('sales/opportunities', { name: 'Deal', contactId: _id }),
    await create('ui/supportTickets', { subject: 'Ticket', contactId: _id }),
    await create('communications/emailLists', { name: 'List', contactIds: [_id] }),
  ];
}

describe('a merge', () => {
  it('moves references and children to the kept record, with events, and puts the others in the trash', async () => {
    const client = await tenant();
    const [winner, loser] = [await contact(client, { lastName: 'Kept' }), await contact(client, { lastName: 'Gone' })];
    const [note = '', , deal = ''] = await withDependants(client, loser._id);
    const reply = await merge(client, { model: 'contacts', winnerId: winner._id, loserIds: [loser._id] });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body._id, winner._id);
    assert.match(reply.body.mergeId, /^[0-9a-f-]{36}$/);
    assert.ok(reply.body.moves.some(({ model, count }: Json) => model === 'sales.contactNotes' && count === 1));
    assert.equal((await read(client, note)).contactId, winner._id);
    assert.equal((await read(client, deal)).contactId, winner._id);
    assert.equal((await client.get(`/api/sales/contacts/${loser._id}`)).status, 404);
    const { body: trash } = await client.get('/api/data/trash?filter[modelKey]=contacts');
    assert.deepEqual(
      trash.data.map(({ recordId }: Json) => recordId),
      [loser._id],
    );
    assert.deepEqual(
      (await events(deal.split('/').at(-1))).map(({ type }) => type),
      ['opportunity.created', 'opportunity.updated'],
    );
    assert.deepEqual(
      (await events(loser._id)).map(({ type }) => type),
      ['contact.created', 'contact.deleted'],
    );
  });

  it('sets the chosen values, also unique ones of a merged record, and fills in nothing else', async () => {
    const client = await tenant();
    const field = { key: 'passport', type: 'text', unique: true };
    assert.equal((await client.post('/api/data/models/sales/contacts/fields', field)).status, 201);
    const winner = await contact(client, { lastName: 'Kept', title: 'CEO' });
    const loser = await contact(client, { lastName: 'Gone', title: 'CTO', phone: '+1 202 555 0100', passport: 'P1' });
    const values = { passport: 'P1', lastName: 'Chosen' };
    const { body } = await merge(client, { model: 'contacts', winnerId: winner._id, loserIds: [loser._id], values });
    assert.deepEqual([body.lastName, body.title, body.phone, body.passport], ['Chosen', 'CEO', null, 'P1']);
    assert.equal((await undo(client, body.mergeId)).status, 200);
    assert.equal((await read(client, `sales/contacts/${winner._id}`)).passport, null);
    assert.equal((await read(client, `sales/contacts/${loser._id}`)).passport, 'P1');
  });

  it('leaves one of two equal rows where only one may exist', async () => {
    const client = await tenant();
    const [winner, loser] = [await contact(client, { lastName: 'Kept' }), await contact(client, { lastName: 'Gone' })];
    const campaign = await client.create('/api/marketing/campaigns', { name: 'Campaign' });
    const member = (contactId: string) =>
      client.create('/api/marketing/campaignMembers', { campaignId: campaign._id, contactId });
    const [kept, twin] = [await member(winner._id), await member(loser._id)];
    const { body, status } = await merge(client, { model: 'contacts', winnerId: winner._id, loserIds: [loser._id] });
    assert.equal(status, 200);
    assert.equal((await client.get(`/api/marketing/campaignMembers/${twin._id}`)).status, 404);
    assert.equal((await read(client, `marketing/campaignMembers/${kept._id}`)).contactId, winner._id);
    assert.equal((await undo(client, body.mergeId)).status, 200);
    assert.equal((await read(client, `marketing/campaignMembers/${twin._id}`)).contactId, loser._id);
  });

  it('moves references that only the platform writes', async () => {
    const client = await tenant();
    const [winner, loser] = [await contact(client, { lastName: 'Kept' }), await contact(client, { lastName: 'Gone' })];
    const [file] = await sql(
      `insert into data_stored_files (tenant_id, id, name, contact_id)
       select tenant_id, gen_random_uuid(), 'offer.pdf', id from sales_contacts where id = $1 returning id`,
      [loser._id],
    );
    const { status, text } = await merge(client, { model: 'contacts', winnerId: winner._id, loserIds: [loser._id] });
    assert.equal(status, 200, text);
    const [after] = await sql('select contact_id from data_stored_files where id = $1', [file.id]);
    assert.equal(after.contact_id, winner._id);
    assert.equal((await client.delete(`/api/sales/contacts/${winner._id}`)).status, 204);
  });

  it('makes no circle of parents', async () => {
    const client = await tenant();
    const account = (record: Json) => client.create('/api/sales/accounts', record);
    const top = await account({ name: 'Top' });
    const middle = await account({ name: 'Middle', parentAccountId: top._id });
    const low = await account({ name: 'Low', parentAccountId: middle._id });
    const { body, status, text } = await merge(client, { model: 'accounts', winnerId: low._id, loserIds: [top._id] });
    assert.equal(status, 200, text);
    const parents = async () => [
      (await read(client, `sales/accounts/${middle._id}`)).parentAccountId,
      (await read(client, `sales/accounts/${low._id}`)).parentAccountId,
    ];
    assert.deepEqual(await parents(), [null, middle._id]);
    assert.equal((await undo(client, body.mergeId)).status, 200);
    assert.deepEqual(await parents(), [top._id, middle._id]);
    const direct = await merge(client, { model: 'accounts', winnerId: middle._id, loserIds: [top._id] });
    assert.equal(direct.status, 200, direct.text);
    assert.deepEqual(await parents(), [null, middle._id]);
    assert.equal((await undo(client, direct.body.mergeId)).status, 200);
    assert.deepEqual(await parents(), [top._id, middle._id]);
  });

  it('as a dry run shows the result and writes nothing', async () => {
    const client = await tenant();
    const [winner, loser] = [await contact(client, { lastName: 'Kept' }), await contact(client, { lastName: 'Gone' })];
    await withDependants(client, loser._id);
    const body = { model: 'contacts', winnerId: winner._id, loserIds: [loser._id], values: { lastName: 'New' } };
    const before = await sql('select count(*)::int as count from events');
    const reply = await merge(client, body, '?dryRun=true');
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.body.lastName, 'New');
    assert.ok(reply.body.moved >= 4, reply.text);
    assert.deepEqual(await sql('select count(*)::int as count from events'), before);
    assert.equal((await client.get('/api/data/merges')).body.meta.total, 0);
  });

  it('needs the permission to write all records of a model that can be merged', async () => {
    const client = await tenant();
    const [winner, loser] = [await contact(client, { lastName: 'Kept' }), await contact(client, { lastName: 'Gone' })];
    const body = { model: 'contacts', winnerId: winner._id, loserIds: [loser._id] };
    const own = await user({ permissions: ['sales:read', 'sales:write:own'] }, client);
    assert.equal((await merge(own, body)).status, 403);
    const reader = await user({ permissions: ['sales:read'] }, client);
    assert.equal((await merge(reader, body)).status, 403);
    const refused = async (more: Json, status: number, field?: string) => {
      const reply = await merge(client, { ...body, ...more });
      assert.equal(reply.status, status, reply.text);
      if (field) assert.equal(reply.body.error.details[0].field, field);
    };
    await refused({ model: 'nothing' }, 422, 'model');
    await refused({ model: 'identity.users' }, 422, 'model');
    await refused({ loserIds: [winner._id] }, 422, 'loserIds');
    await refused({ loserIds: [] }, 422);
    await refused({ loserIds: ['01930000-0000-7000-8000-000000000000'] }, 404);
    await refused({ values: { nothing: 1 } }, 422, 'nothing');
    await refused({ values: { createdAt: '2020-01-01T00:00:00Z' } }, 422, 'createdAt');
    assert.equal((await read(client, `sales/contacts/${loser._id}`)).lastName, 'Gone');
    const stranger = await tenant();
    assert.equal((await merge(stranger, body)).status, 404);
  });

  it('moves rows that the caller cannot see, and does not name their models', async () => {
    const client = await tenant();
    const [winner, loser] = [await contact(client, { lastName: 'Kept' }), await contact(client, { lastName: 'Gone' })];
    const ticket = await client.create('/api/ui/supportTickets', { subject: 'T', contactId: loser._id });
    const sales = await user({ permissions: ['sales:*'] }, client);
    const { body, status } = await merge(sales, { model: 'contacts', winnerId: winner._id, loserIds: [loser._id] });
    assert.equal(status, 200);
    assert.equal(body.moved, 1);
    assert.deepEqual(body.moves, []);
    assert.equal((await read(client, `ui/supportTickets/${ticket._id}`)).contactId, winner._id);
  });

  it('is repeated by an Idempotency-Key without merging again', async () => {
    const client = await tenant();
    const [winner, loser] = [await contact(client, { lastName: 'Kept' }), await contact(client, { lastName: 'Gone' })];
    const body = { model: 'contacts', winnerId: winner._id, loserIds: [loser._id] };
    const once = await client.post('/api/data/merge', body, { 'idempotency-key': 'merge-1' });
    const again = await client.post('/api/data/merge', body, { 'idempotency-key': 'merge-1' });
    assert.deepEqual([again.status, again.body], [200, once.body]);
  });
});

/** The records without what every write changes. */
const content = ({ version: _v, updatedAt: _u, updatedBy: _b, ...record }: Json) => record;

describe('the undo of a merge', () => {
  it('leaves everything as it was before, for any records that refer to each other', async () => {
    const client = await tenant();
    for (const seed of [1, 2, 3]) {
      const contacts = await Promise.all(
        [1, 2, 3].map((n) => contact(client, { lastName: `C${n}`, email: `c${n}@example.com` })),
      );
      const [winner, ...losers] = contacts.map(({ _id }) => _id) as [string, ...string[]];
      const paths = [
        ...(await withDependants(client, losers[seed % 2] as string)),
        ...(await withDependants(client, winner)),
        ...contacts.map(({ _id }) => `sales/contacts/${_id}`),
      ];
      await client.patch(`/api/sales/contacts/${winner}`, { reportsToId: losers[0] });
      await client.patch(`/api/sales/contacts/${losers[1]}`, { reportsToId: winner });
      const lists = paths.filter((path) => path.includes('emailLists'));
      await client.patch(`/api/${lists[0]}`, { contactIds: [losers[1], winner, losers[0]] });
      const state = async () => Promise.all(paths.map(async (path) => content(await read(client, path))));
      const before = await state();
      const values = { lastName: 'Merged', email: 'c2@example.com', tags: ['merged'] };
      const merged = await merge(client, { model: 'contacts', winnerId: winner, loserIds: losers, values });
      assert.equal(merged.status, 200, merged.text);
      assert.notDeepEqual(await state(), before);
      const undone = await undo(client, merged.body.mergeId);
      assert.equal(undone.status, 200, undone.text);
      assert.deepEqual(await state(), before);
      assert.equal((await undo(client, merged.body.mergeId)).status, 409);
      assert.equal((await read(client, `data/merges/${merged.body.mergeId}`)).state, 'undone');
    }
  });

  it('keeps what was changed since', async () => {
    const client = await tenant();
    const [winner, loser] = [await contact(client, { lastName: 'Kept' }), await contact(client, { lastName: 'Gone' })];
    const third = await contact(client, { lastName: 'Third' });
    const [, , deal = ''] = await withDependants(client, loser._id);
    const values = { lastName: 'Merged', title: 'CEO' };
    const { body } = await merge(client, { model: 'contacts', winnerId: winner._id, loserIds: [loser._id], values });
    await client.patch(`/api/${deal}`, { contactId: third._id });
    await client.patch(`/api/sales/contacts/${winner._id}`, { title: 'CTO' });
    assert.equal((await undo(client, body.mergeId)).status, 200);
    assert.equal((await read(client, deal)).contactId, third._id);
    const kept = await read(client, `sales/contacts/${winner._id}`);
    assert.deepEqual([kept.lastName, kept.title], ['Kept', 'CTO']);
  });

  it('needs the kept record, the permission and a merge that exists', async () => {
    const client = await tenant();
    const [winner, loser] = [await contact(client, { lastName: 'Kept' }), await contact(client, { lastName: 'Gone' })];
    const { body } = await merge(client, { model: 'contacts', winnerId: winner._id, loserIds: [loser._id] });
    const own = await user({ permissions: ['sales:write:own', 'sales:read'] }, client);
    assert.equal((await undo(own, body.mergeId)).status, 403);
    assert.equal((await undo(admin, body.mergeId)).status, 404);
    await client.delete(`/api/sales/contacts/${winner._id}`);
    const refused = await undo(client, body.mergeId);
    assert.equal(refused.status, 409);
    assert.match(refused.body.error.message, /restore it/);
  });
});
