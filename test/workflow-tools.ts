import assert from 'node:assert/strict';
import type { Client, Json } from './harness.ts';
import { until } from './process.ts';

/** Creates, runs and reads workflows in tests. */

export const workflowsPath = '/api/marketing/workflows';
const enrollmentsPath = '/api/marketing/workflowEnrollments';

export async function activeWorkflow(by: Client, steps: readonly Json[], values: Json = {}): Promise<Json> {
  const workflow = await by.create(workflowsPath, {
    name: 'W',
    trigger: 'manual',
    modelKey: 'contacts',
    steps,
    ...values,
  });
  const reply = await by.post(`${workflowsPath}/${workflow._id}/activate`, {});
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

export async function enroll(by: Client, workflow: Json, record: Json): Promise<Json> {
  const reply = await by.post(enrollmentsPath, { workflowId: workflow._id, recordId: record._id });
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

export const enrollmentsOf = async (by: Client, workflow: Json, record?: Json): Promise<Json[]> => {
  const query = `filter[workflowId]=${workflow._id}&sort=createdAt&limit=200${record ? `&filter[recordId]=${record._id}` : ''}`;
  return (await by.get(`${enrollmentsPath}?${query}`)).body.data;
};

export async function runsOf(by: Client, enrollment: Json): Promise<Json[]> {
  const reply = await by.get(`/api/marketing/workflow-enrollments/${enrollment._id}/runs`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data;
}

/** Waits until an enrollment has a status. Returns it. */
export const hasStatus = (by: Client, enrollment: Json, ...statuses: string[]): Promise<Json> =>
  until(`the enrollment is ${statuses.join(' or ')}`, async () => {
    const { body } = await by.get(`${enrollmentsPath}/${enrollment._id}`);
    return statuses.includes(body.status) && body;
  });

/** Waits until a record is enrolled. Returns the enrollment. */
export const isEnrolled = (by: Client, workflow: Json, record: Json): Promise<Json> =>
  until('the record is enrolled', async () => (await enrollmentsOf(by, workflow, record)).at(-1) ?? false);
