import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { activeWorkflow, hasStatus } from '#test/workflow-tools.ts';

const app = await appForFile();
const nurturing = '/api/sales/lead-nurturing';

let people = 0;
const lead = (by: Client, values: Json = {}): Promise<Json> => {
  people += 1;
  return by.create('/api/sales/leads', { lastName: 'Byron', email: `l${people}@example.com`, ...values });
};

const waiting = (by: Client, modelKey = 'leads'): Promise<Json> =>
  activeWorkflow(by, [{ key: 'pause', type: 'wait', config: { for: '3d' } }], { modelKey });

const enroll = (by: Client, leadId: string, workflowId: string) =>
  by.post(`${nurturing}/enroll`, { leadId, workflowId });

async function list(by: Client, query = ''): Promise<Json> {
  const reply = await by.get(`${nurturing}${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

describe('lead nurturing', () => {
  it('enrolls a lead once, and shows where it is', async () => {
    const by = await app.tenant('nurturing-1');
    const workflow = await waiting(by);
    const ada = await lead(by);
    const reply = await enroll(by, ada._id, workflow._id);
    assert.equal(reply.status, 201, reply.text);
    assert.equal(reply.body.modelKey, 'leads');
    assert.equal(reply.body.recordId, ada._id);
    const { nextRunAt } = await hasStatus(by, reply.body, 'waiting');
    const { data } = await list(by);
    assert.deepEqual(data, [
      {
        leadId: ada._id,
        workflowId: workflow._id,
        enrollmentId: reply.body._id,
        status: 'waiting',
        currentStep: 'pause',
        nextRunAt,
        enrolledAt: reply.body.enrolledAt,
      },
    ]);
    const again = await enroll(by, ada._id, workflow._id);
    assert.equal(again.status, 409, again.text);
    assert.equal(again.body.error.code, 'already_enrolled');
  });

  it('lists the newest first, by pages and by filters', async () => {
    const by = await app.tenant('nurturing-2');
    const [first, second] = [await waiting(by), await waiting(by)];
    const leads = [await lead(by), await lead(by), await lead(by)] as [Json, Json, Json];
    for (const { _id } of leads) await enroll(by, _id, first._id);
    await enroll(by, leads[0]._id, second._id);
    const idsOf = ({ data }: Json) => data.map(({ leadId }: Json) => leadId);
    const page = await list(by, '?limit=3');
    assert.deepEqual(idsOf(page), [leads[0]._id, leads[2]._id, leads[1]._id]);
    assert.equal(page.meta.hasMore, true);
    const rest = await list(by, `?limit=3&cursor=${page.meta.nextCursor}`);
    assert.deepEqual(idsOf(rest), [leads[0]._id]);
    assert.deepEqual(rest.meta, { limit: 3, hasMore: false, nextCursor: null });
    assert.deepEqual(idsOf(await list(by, `?workflowId=${second._id}`)), [leads[0]._id]);
    assert.equal((await list(by, `?leadId=${leads[0]._id}`)).data.length, 2);
    assert.equal((await list(by, '?status=completed')).data.length, 0);
    assert.equal((await by.get(`${nurturing}?status=lost`)).status, 400);
    assert.equal((await by.get(`${nurturing}?cursor=x`)).status, 400);
  });

  it('refuses workflows of other records, and leads and workflows that do not exist', async () => {
    const by = await app.tenant('nurturing-3');
    const ada = await lead(by);
    const ofContacts = await enroll(by, ada._id, (await waiting(by, 'contacts'))._id);
    assert.equal(ofContacts.body.error.code, 'segment_model_mismatch');
    const workflow = await waiting(by);
    assert.equal((await enroll(by, workflow._id, workflow._id)).status, 404);
    const unknown = await enroll(by, ada._id, ada._id);
    assert.equal(unknown.status, 422, unknown.text);
    assert.equal(unknown.body.error.details[0].field, 'workflowId');
  });

  it('shows only leads and enrollments that the caller may read', async () => {
    const by = await app.tenant('nurturing-4');
    const workflow = await waiting(by);
    const ada = await lead(by);
    await enroll(by, ada._id, workflow._id);
    const limited = (...permissions: string[]): Promise<Client> => app.user({ permissions }, by);
    assert.equal((await list(await limited('sales:read', 'marketing:read'))).data.length, 1);
    assert.equal((await list(await limited('sales:read:own', 'marketing:read'))).data.length, 0);
    assert.equal((await list(await limited('sales:read', 'marketing:read:own'))).data.length, 0);
    assert.equal((await (await limited('sales:read')).get(nurturing)).status, 403);
    assert.equal((await enroll(await limited('sales:read', 'marketing:read'), ada._id, workflow._id)).status, 403);
  });
});
