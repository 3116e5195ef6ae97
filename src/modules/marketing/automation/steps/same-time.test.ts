import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { receiverForFile } from '#test/receiver.ts';
import { activeWorkflow, enroll, enrollmentsOf, hasStatus, runsOf, workflowsPath } from '#test/workflow-tools.ts';

const app = await appForFile({ WEBHOOK_ALLOW_PRIVATE: 'true' });
const receiver = await receiverForFile();
const contacts = '/api/sales/contacts';
const verbs = '/api/marketing/workflow-enrollments';

describe('steps at the same time', () => {
  it('lose no points and no tags of the same record', async () => {
    const by = await app.tenant('same-time-1');
    const numbers = Array.from({ length: 6 }, (_, n) => n);
    const workflows = await Promise.all(
      numbers.map((n) =>
        activeWorkflow(
          by,
          [
            { key: 'score', type: 'score', config: { points: 5 } },
            { key: 'tag', type: 'addTag', config: { tag: `tag ${n}` } },
          ],
          { trigger: 'recordCreated' },
        ),
      ),
    );
    const people = await Promise.all(numbers.map((n) => by.create(contacts, { lastName: `Byron ${n}` })));
    await until('all enrollments', async () => {
      const all = (await Promise.all(workflows.map((one) => enrollmentsOf(by, one)))).flat();
      return all.length === people.length * workflows.length && all.every(({ status }) => status === 'completed');
    });
    for (const { _id } of people) {
      const { body } = await by.get(`${contacts}/${_id}`);
      assert.equal(body.score, 30);
      assert.deepEqual(
        body.tags.toSorted(),
        numbers.map((n) => `tag ${n}`),
      );
    }
  });

  it('log a call that was made, and do not change an enrollment that was ended or paused meanwhile', async () => {
    const by = await app.tenant('same-time-2');
    const held: ServerResponse[] = [];
    receiver.behaviour = (_arrival, response) => held.push(response);
    const workflow = await activeWorkflow(by, [
      { key: 'call', type: 'http', config: { url: receiver.url('/crm'), body: {} } },
      { key: 'tag', type: 'addTag', config: { tag: 'called' } },
    ]);
    const enrollments: Json[] = [];
    for (const verb of ['exit', 'pause']) {
      const one = await enroll(by, workflow, await by.create(contacts, { lastName: 'Byron' }));
      await until('the call', async () => held.length > enrollments.length);
      assert.equal((await by.post(`${verbs}/${one._id}/${verb}`, {})).status, 200);
      held.at(-1)?.end('{}');
      enrollments.push(one);
      const runs = await until('the log', async () => {
        const all = await runsOf(by, one);
        return all.length > 0 && all;
      });
      assert.deepEqual(
        runs.map(({ stepKey, outcome }) => [stepKey, outcome]),
        [['call', 'done']],
      );
    }
    const [exited, paused] = enrollments as [Json, Json];
    assert.equal((await hasStatus(by, exited, 'exited', 'completed')).status, 'exited');
    assert.equal((await hasStatus(by, paused, 'paused', 'completed')).status, 'paused');
    const { body } = await by.get(`${workflowsPath}/${workflow._id}`);
    assert.deepEqual([body.enrolledCount, body.activeCount, body.exitedCount, body.completedCount], [2, 1, 1, 0]);
    await by.post(`${verbs}/${paused._id}/resume`, {});
    await hasStatus(by, paused, 'completed');
    assert.equal(receiver.arrivals.length, 2);
  });
});

describe('an explanation', () => {
  it('is for callers who may read the record and its enrollments', async () => {
    const by = await app.tenant('same-time-3');
    const workflow = await activeWorkflow(by, [{ key: 'tag', type: 'addTag', config: { tag: 'x' } }]);
    const ada = await by.create(contacts, { lastName: 'Byron' });
    await hasStatus(by, await enroll(by, workflow, ada), 'completed');
    const path = (id: string) => `${workflowsPath}/${workflow._id}/explain?recordId=${id}`;
    const narrow = await app.user({ permissions: ['marketing:read', 'sales:read:own'] }, by);
    const none = await app.user({ permissions: ['marketing:read'] }, by);
    for (const id of [ada._id, '01a1f5bb-23ce-7000-89a6-9b2035442d12'])
      assert.equal((await narrow.get(path(id))).status, 404);
    assert.equal((await none.get(path(ada._id))).status, 403);
    const reply = await by.get(path(ada._id));
    assert.deepEqual([reply.status, reply.body.enrollments.length], [200, 1]);
    await by.delete(`${contacts}/${ada._id}`);
    assert.equal((await by.get(path(ada._id))).body.enrollments.length, 1);
    const reader = await app.user({ permissions: ['marketing:read:own', 'sales:read'] }, by);
    const own = await reader.get(path(ada._id));
    assert.ok(own.status === 404 || own.body.enrollments.length === 0, own.text);
  });
});
