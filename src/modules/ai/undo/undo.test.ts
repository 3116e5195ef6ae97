import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assistantForFile } from '#test/ai/assistant.ts';
import { allFamilies, modelOf } from '#test/ai/fake-provider.ts';
import { eventually } from '#test/eventually.ts';
import type { Client, Json } from '#test/harness.ts';

const { app, provider, calls } = await assistantForFile();
const { admin, events } = app;
await admin.create('/api/ui/settings', { key: 'ai.tools', value: { allow: ['deleteRecord', 'sendEmail'] } });
const contacts = '/api/sales/contacts';
const accounts = '/api/sales/accounts';
const call = (name: string, args: Json) => ({ name, args });
const update = (id: string, changes: Json) => call('updateRecord', { model: 'contacts', id, changes });
const undo = (id: string, client: Client = admin) => client.post(`/api/ai/completions/${id}/undo`, {});
const contactOf = async (id: string): Promise<Json> => (await admin.get(`${contacts}/${id}`)).body;
const statusOf = async (path: string) => (await admin.get(path)).status;
const contact = (id: string, change: string) => ({ model: 'sales.contacts', id, change });

for (const family of allFamilies) {
  it(`what a model of ${family} created, changed and deleted is taken back`, async () => {
    const { _id: changed } = await admin.create(contacts, { lastName: 'Old', firstName: 'Ada' });
    const { _id: deleted } = await admin.create(contacts, { lastName: 'Kept' });
    const { id, toolCalls } = await calls(
      [
        call('createRecord', { model: 'contacts', record: { lastName: 'New' } }),
        update(changed, { lastName: 'AI', firstName: null }),
        call('deleteRecord', { model: 'contacts', id: deleted }),
      ],
      { family },
    );
    const created = toolCalls[0].written.id;
    assert.deepEqual([(await contactOf(changed)).lastName, await statusOf(`${contacts}/${deleted}`)], ['AI', 404]);
    const { status, body } = await undo(id);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      undone: [contact(deleted, 'deleted'), contact(changed, 'updated'), contact(created, 'created')],
      kept: [],
    });
    const { lastName, firstName } = await contactOf(changed);
    assert.deepEqual([lastName, firstName, (await contactOf(deleted)).lastName], ['Old', 'Ada', 'Kept']);
    assert.equal(await statusOf(`${contacts}/${created}`), 404);
    // The undo was made by a person, so its events have no `via`.
    assert.equal(((await events(changed)).at(-1) as Json).via, null);

    const again = await undo(id);
    assert.deepEqual([again.status, again.body], [200, { undone: [], kept: [] }]);
    assert.equal((await events(changed)).length, 3);
  });
}

describe('what somebody changed since', () => {
  it('is kept, with the reason, and the rest is undone', async () => {
    const { _id: theirs } = await admin.create(contacts, { lastName: 'Old' });
    const { _id: free } = await admin.create(contacts, { lastName: 'Old' });
    const { id, toolCalls } = await calls([
      update(theirs, { lastName: 'AI' }),
      update(free, { lastName: 'AI' }),
      call('createRecord', { model: 'contacts', record: { lastName: 'New' } }),
    ]);
    const created = toolCalls[2].written.id;
    await admin.patch(`${contacts}/${theirs}`, { firstName: 'Grace' });
    await admin.patch(`${contacts}/${created}`, { firstName: 'Grace' });
    const { body } = await undo(id);
    assert.deepEqual(body.undone, [contact(free, 'updated')]);
    const reason = 'Somebody changed it since.';
    assert.deepEqual(body.kept, [
      { ...contact(created, 'created'), reason },
      { ...contact(theirs, 'updated'), reason },
    ]);
    assert.deepEqual([(await contactOf(theirs)).lastName, await statusOf(`${contacts}/${created}`)], ['AI', 200]);
  });

  it('between two changes of the completion is not lost', async () => {
    const { _id } = await admin.create(contacts, { lastName: 'First' });
    const conversation = (changes: Json) => calls([update(_id, changes)]);
    const { id } = await conversation({ lastName: 'AI' });
    await admin.patch(`${contacts}/${_id}`, { lastName: 'Person' });
    await conversation({ lastName: 'Other completion' });
    const { body } = await undo(id);
    assert.deepEqual([body.undone, body.kept.length], [[], 1]);
    assert.equal((await contactOf(_id)).lastName, 'Other completion');
  });

  it('is kept when it belongs or refers to a record that AI created', async () => {
    const { id, toolCalls } = await calls([call('createRecord', { model: 'accounts', record: { name: 'By AI' } })]);
    const account = toolCalls[0].written.id;
    const { _id } = await admin.create(contacts, { lastName: 'Refers', accountId: account });
    const { body } = await undo(id);
    assert.deepEqual(body.kept[0].reason, '1 other record belongs or refers to it.');
    assert.equal((await contactOf(_id)).accountId, account);
  });
});

it('several changes of a record are undone together, and records that refer to each other in the right order', async () => {
  provider.answers((asked, count) => {
    if (count === 0) return { calls: [call('createRecord', { model: 'accounts', record: { name: 'Both' } })] };
    if (count > 1) return { text: 'Done.' };
    const [, accountId] = /"_id\\*":\\*"([0-9a-f-]{36})/.exec(JSON.stringify(asked.body)) ?? [];
    return { calls: [call('createRecord', { model: 'contacts', record: { lastName: 'Child', accountId } })] };
  });
  const messages = [{ role: 'user', content: 'x' }];
  const { body } = await admin.post('/api/ai/text-completion/complete', { model: modelOf.openai, messages });
  const [account, child] = body.toolCalls.map(({ written }: Json) => written.id);
  assert.equal((await contactOf(child)).accountId, account);
  const undone = (await undo(body.id)).body;
  assert.deepEqual([undone.undone.length, undone.kept], [2, []]);
  assert.deepEqual([await statusOf(`${contacts}/${child}`), await statusOf(`${accounts}/${account}`)], [404, 404]);

  const { _id } = await admin.create(contacts, { lastName: 'One', firstName: 'Ada' });
  const twice = await calls([update(_id, { lastName: 'Two' }), update(_id, { lastName: 'Three', firstName: 'Bob' })]);
  assert.deepEqual((await undo(twice.id)).body.undone, [contact(_id, 'updated')]);
  const { lastName, firstName } = await contactOf(_id);
  assert.deepEqual([lastName, firstName], ['One', 'Ada']);
});

it('a deletion comes back with what belonged to it and what referred to it', async () => {
  const { _id: account } = await admin.create(accounts, { name: 'Whole' });
  const { _id: note } = await admin.create('/api/sales/accountNotes', { accountId: account, content: 'Noted' });
  const { _id: person } = await admin.create(contacts, { lastName: 'Referring', accountId: account });
  const { id } = await calls([
    call('updateRecord', { model: 'accounts', id: account, changes: { name: 'Renamed' } }),
    call('deleteRecord', { model: 'accounts', id: account }),
  ]);
  assert.equal((await contactOf(person)).accountId, null);
  const { body } = await undo(id);
  assert.deepEqual(body, { undone: [{ model: 'sales.accounts', id: account, change: 'deleted' }], kept: [] });
  assert.equal((await admin.get(`${accounts}/${account}`)).body.name, 'Whole');
  assert.equal(await statusOf(`/api/sales/accountNotes/${note}`), 200);
  assert.equal((await contactOf(person)).accountId, account);
});

it('an approved proposal counts as a write of its completion', async () => {
  const { _id } = await admin.create(contacts, { lastName: 'Old' });
  const { id, toolCalls } = await calls([update(_id, { lastName: 'AI' })], { request: { approval: 'writes' } });
  assert.deepEqual((await undo(id)).body, { undone: [], kept: [] });
  await admin.post(`/api/ai/aiPendingActions/${toolCalls[0].pending.id}/approve`, {});
  assert.equal((await contactOf(_id)).lastName, 'AI');
  assert.deepEqual((await undo(id)).body.undone, [contact(_id, 'updated')]);
  assert.equal((await contactOf(_id)).lastName, 'Old');
});

it('a mail that was sent stays', async () => {
  const { id } = await calls([call('sendEmail', { to: ['ada@example.com'], subject: 'Hello', text: 'Dear Ada' })]);
  const { undone, kept } = (await undo(id)).body;
  assert.deepEqual([undone, kept[0].model], [[], 'communications.emails']);
});

it('a failed completion can be undone as well', async () => {
  const { _id } = await admin.create(contacts, { lastName: 'Old' });
  provider.says({ calls: [update(_id, { lastName: 'AI' })] }, { status: 401 });
  const messages = [{ role: 'user', content: 'x' }];
  const { status } = await admin.post('/api/ai/text-completion/complete', { model: modelOf.openai, messages });
  assert.equal(status, 502);
  const [log] = (await admin.get('/api/ai/aiCompletionLogs?sort=-createdAt&limit=1')).body.data;
  assert.equal(log.status, 'failed');
  assert.deepEqual((await undo(log._id)).body.undone, [contact(_id, 'updated')]);
  assert.equal((await contactOf(_id)).lastName, 'Old');
});

describe('undo', () => {
  it('is for the user of the completion, and those with ai:admin', async () => {
    const permissions = ['ai:write', 'sales:read', 'sales:write'];
    const user = await app.user({ permissions });
    const other = await app.user({ permissions });
    const { _id } = await admin.create(contacts, { lastName: 'Old' });
    const { id } = await calls([update(_id, { lastName: 'AI' })], { client: user });
    assert.equal((await undo(id, other)).status, 404);
    assert.equal((await undo(id, await app.tenant())).status, 404);
    assert.equal((await undo('nonsense')).status, 404);
    assert.equal((await undo(_id)).status, 404);
    assert.equal((await undo(id)).body.undone.length, 1);
  });

  it('has the permissions of who undoes', async () => {
    const { _id } = await admin.create(contacts, { lastName: 'Old' });
    const { id } = await calls([update(_id, { lastName: 'AI' })]);
    const limited = await app.user({ permissions: ['ai:admin', 'sales:read'] });
    const { undone, kept } = (await undo(id, limited)).body;
    assert.deepEqual([undone, kept[0].id], [[], _id]);
    assert.match(kept[0].reason, /sales:write/);
    assert.equal((await contactOf(_id)).lastName, 'AI');
  });

  it('waits for the end of the completion', async () => {
    const { _id } = await admin.create(contacts, { lastName: 'Old' });
    provider.says({ calls: [update(_id, { lastName: 'AI' })] }, { text: 'Never read', waitMs: 25_000 });
    const leave = new AbortController();
    const running = fetch(`${app.url}/api/ai/text-completion/complete`, {
      method: 'POST',
      signal: leave.signal,
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: modelOf.openai, messages: [{ role: 'user', content: 'x' }] }),
    }).catch(() => undefined);
    await eventually(async () => assert.equal((await contactOf(_id)).lastName, 'AI'));
    const [log] = (await admin.get('/api/ai/aiCompletionLogs?sort=-createdAt&limit=1')).body.data;
    assert.equal((await undo(log._id)).status, 409);
    leave.abort();
    await running;
    await eventually(async () => assert.equal((await undo(log._id)).status, 200));
    assert.equal((await contactOf(_id)).lastName, 'Old');
  });

  it('is done once, also when it is asked for at the same time', async () => {
    const { _id } = await admin.create(contacts, { lastName: 'Old' });
    const { id } = await calls([update(_id, { lastName: 'AI' })]);
    const replies = await Promise.all([undo(id), undo(id), undo(id)]);
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal(replies.flatMap(({ body }) => body.undone).length, 1);
    assert.equal((await events(_id)).length, 3);
  });

  it('can be tried', async () => {
    const { _id } = await admin.create(contacts, { lastName: 'Old' });
    const { id } = await calls([update(_id, { lastName: 'AI' })]);
    const { body } = await admin.post(`/api/ai/completions/${id}/undo?dryRun=true`, {});
    assert.deepEqual([body.undone.length, (await contactOf(_id)).lastName], [1, 'AI']);
  });
});
