import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { activeWorkflow, enroll, hasStatus, isEnrolled, workflowsPath } from '#test/workflow-tools.ts';

const app = await appForFile();
const contacts = '/api/sales/contacts';
const marketer = ['marketing:read', 'marketing:write'];
const tagging = [{ key: 'tag', type: 'addTag', config: { tag: 'x' } }];
const onCreation = { trigger: 'recordCreated' };

let tenants = 0;
const newTenant = (): Promise<Client> => {
  tenants += 1;
  return app.tenant(`blocked-${tenants}`);
};

const paused = (by: Client, workflow: Json): Promise<Json> =>
  until('the workflow is paused', async () => {
    const { body } = await by.get(`${workflowsPath}/${workflow._id}`);
    return body.status === 'paused' && body;
  });

describe('a workflow that cannot go on', () => {
  it('because its owner lost a permission is paused, and the others of the tenant go on', async () => {
    const by = await newTenant();
    const owner = await app.user({ permissions: ['sales:read', 'sales:write', ...marketer] }, by);
    const lost = await activeWorkflow(owner, tagging, { ...onCreation, conditions: { lastName: 'Byron' } });
    const waiting = await activeWorkflow(owner, tagging);
    const other = await activeWorkflow(by, tagging, onCreation);
    const { body: user } = await by.get(`/api/identity/users/${owner.userId}`);
    const { body: roles } = await by.get('/api/identity/roles?limit=200');
    const role = roles.data.find(({ key, name }: Json) => user.roles.includes(key) || user.roles.includes(name));
    const changed = await by.patch(`/api/identity/roles/${role._id}`, { permissions: marketer });
    assert.equal(changed.status, 200, changed.text);
    const ada = await by.create(contacts, { lastName: 'Byron' });
    await hasStatus(by, await isEnrolled(by, other, ada), 'completed');
    assert.match((await paused(by, lost)).problem, /sales:read/);
    await enroll(by, waiting, ada);
    assert.match((await paused(by, waiting)).problem, /sales:read/);
  });

  it('because a segment of it names a deleted field is paused, and the others go on', async () => {
    const by = await newTenant();
    const field = await by.post('/api/data/models/sales/contacts/fields', { key: 'team', label: 'Team', type: 'text' });
    assert.equal(field.status, 201, field.text);
    const segment = await by.create('/api/marketing/segments', { name: 'Of a team', definition: { team: 'A' } });
    const lost = await activeWorkflow(by, tagging, { ...onCreation, segmentIds: [segment._id] });
    const taken = await activeWorkflow(by, tagging);
    const other = await activeWorkflow(by, tagging, onCreation);
    const asked = await by.post(`${workflowsPath}/${taken._id}/enroll`, { segmentId: segment._id });
    assert.equal(asked.status, 202, asked.text);
    assert.equal((await by.delete('/api/data/models/sales/contacts/fields/team')).status, 204);
    const ada = await by.create(contacts, { lastName: 'Byron' });
    await hasStatus(by, await isEnrolled(by, other, ada), 'completed');
    assert.match((await paused(by, lost)).problem, /team/);
  });
});
