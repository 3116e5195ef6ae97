import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectMcp, eras } from '#test/ai/mcp-client.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile({ LOG_LEVEL: 'silent' });
const { admin, url } = app;
const contacts = '/api/sales/contacts';
const undo = (client: Client, id: string | undefined) => client.post(`/api/ai/completions/${id}/undo`, {});
const logOf = async (id: string | undefined): Promise<Json> => (await admin.get(`/api/ai/aiCompletionLogs/${id}`)).body;

for (const era of eras) {
  it(`a write of a program (${era}) has a log, and is undone by its id`, async () => {
    const program = await connectMcp(url, admin.token, era);
    const { _id: id } = await admin.create(contacts, { lastName: 'Before' });
    const input = { model: 'contacts', id, changes: { lastName: 'After' } };
    const { completionId } = await program.call('updateRecord', input);
    const log = await logOf(completionId);
    assert.deepEqual(
      [log.operation, log.provider, log.model, log.status, log.changes, log.userId, log.totalTokens],
      ['mcp', 'mcp', 'updateRecord', 'succeeded', 1, admin.userId, 0],
    );
    assert.deepEqual([log.toolCalls[0].input, log.toolCalls[0].written.id], [input, id]);
    const { data } = (await admin.get(`${contacts}/${id}/history`)).body;
    assert.deepEqual([data[0].actor.via, data[0].actor.completionId], ['mcp', completionId]);

    const { status, body } = await undo(admin, completionId);
    assert.equal(status, 200);
    assert.deepEqual(body, { undone: [{ model: 'sales.contacts', id, change: 'updated' }], kept: [] });
    assert.equal((await admin.get(`${contacts}/${id}`)).body.lastName, 'Before');
    const events = (await app.events(id)).map((event) => [event.type, (event as Json).via]);
    assert.deepEqual(events, [
      ['contact.created', null],
      ['contact.updated', 'mcp'],
      ['contact.updated', null],
    ]);
    await program.close();
  });
}

describe('the log of a call by MCP', () => {
  it('says why a write was refused', async () => {
    const program = await connectMcp(url, admin.token);
    const refused = await program.call('createRecord', { model: 'contacts', record: { email: 'nonsense' } });
    const log = await logOf(refused.completionId);
    assert.deepEqual([log.status, log.changes, log.error.code], ['failed', 0, 'validation_failed']);
    await program.close();
  });

  it('is made for reads and for tools that are not offered, too, by one record and one event', async () => {
    const client = await app.tenant();
    const program = await connectMcp(url, client.token);
    const input = { model: 'contacts', limit: 3 };
    const found = await program.call('queryRecords', input);
    const refused = await program.call('queryRecords', { model: 'nothing' });
    await assert.rejects(program.call('dropEverything', {}), /There is no tool/);
    const { body } = await client.get('/api/ai/aiCompletionLogs?sort=startedAt');
    assert.deepEqual(
      body.data.map(({ model, status, changes, error, operation, userId, totalTokens }: Json) => [
        ...[model, status, changes, error?.code, operation, userId, totalTokens],
      ]),
      [
        ['queryRecords', 'succeeded', 0, undefined, 'mcp', client.userId, 0],
        ['queryRecords', 'failed', 0, 'not_found', 'mcp', client.userId, 0],
        ['dropEverything', 'failed', 0, 'not_found', 'mcp', client.userId, 0],
      ],
    );
    assert.deepEqual([body.data[0]._id, body.data[1]._id], [found.completionId, refused.completionId]);
    const [{ toolCalls, request, startedAt, finishedAt, contentKept }] = body.data;
    assert.deepEqual([toolCalls[0].input, toolCalls[0].output], [input, found.value]);
    assert.deepEqual([request.tool, contentKept, startedAt <= finishedAt], ['queryRecords', true, true]);
    for (const { _id } of body.data)
      assert.deepEqual(
        (await app.events(_id)).map(({ type }) => type),
        ['aiCompletionLog.created'],
      );
    await program.close();
  });

  it('has no texts when the account keeps none', async () => {
    const client = await app.tenant();
    await client.create('/api/ui/settings', { key: 'ai.keepContent', value: false });
    const program = await connectMcp(url, client.token);
    await program.call('searchRecords', { query: 'something private' });
    const { body, text } = await client.get('/api/ai/aiCompletionLogs');
    assert.deepEqual([body.data[0].model, body.data[0].contentKept], ['searchRecords', false]);
    assert.ok(!text.includes('something private'));
    await program.close();
  });

  it('counts for no limit and no usage', async () => {
    const client = await app.tenant();
    await client.create('/api/ui/settings', { key: 'ai.limits', value: { requestsPerDay: 1 } });
    const program = await connectMcp(url, client.token);
    assert.equal((await program.call('queryRecords', { model: 'contacts' })).isError, false);
    for (const lastName of ['One', 'Two'])
      assert.equal((await program.call('createRecord', { model: 'contacts', record: { lastName } })).isError, false);
    const { body } = await client.get('/api/ai/usage');
    assert.deepEqual([body.total.requests, body.data], [0, []]);
    assert.equal((await client.get('/api/ai/aiCompletionLogs')).body.data.length, 3);
    await program.close();
  });

  it('is undone by its user and by administrators, and by nobody else', async () => {
    const permissions = ['ai:write', 'sales:*'];
    const [person, other] = [await app.user({ permissions }), await app.user({ permissions })];
    const program = await connectMcp(url, person.token);
    const { completionId, value } = await program.call('createRecord', {
      model: 'contacts',
      record: { lastName: 'Mine' },
    });
    assert.equal((await undo(other, completionId)).status, 404);
    assert.equal((await undo(person, completionId)).body.undone.length, 1);
    assert.equal((await admin.get(`${contacts}/${value._id}`)).status, 404);
    await program.close();
  });

  it('is that of a write that was approved, too', async () => {
    const client = await app.tenant();
    await client.create('/api/ui/settings', { key: 'ai.approval', value: 'writes' });
    const program = await connectMcp(url, client.token);
    const asked = await program.call('createRecord', { model: 'contacts', record: { lastName: 'Approved' } });
    const { pendingActionId } = asked.value;
    const approved = await client.post(`/api/ai/aiPendingActions/${pendingActionId}/approve`, {});
    assert.deepEqual([approved.body.status, approved.body.completionId], ['approved', asked.completionId]);
    const { id } = approved.body.result;
    const { data } = (await client.get(`${contacts}/${id}/history`)).body;
    assert.deepEqual([data[0].actor.via, data[0].actor.completionId], ['mcp', asked.completionId]);
    assert.equal((await undo(client, asked.completionId)).body.undone.length, 1);
    assert.equal((await client.get(`${contacts}/${id}`)).status, 404);
    await program.close();
  });
});
