import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { secondNode } from '#test/security-tools.ts';

const app = await appForFile({ TRUST_PROXY: 'true' });
const { admin, anonymous, sql } = app;
const other = await secondNode(app, { TRUST_PROXY: 'true' });

const publish = (name: string): Promise<Json> =>
  admin.create('/api/forms/forms', {
    name,
    status: 'published',
    submitAction: 'storeOnly',
    fields: ['who'],
    fieldSettings: { who: { type: 'text' } },
  });

/** Sends submissions and returns the number of accepted ones. */
async function send(node: Client, { _id }: Json, count: number, ip: string): Promise<number> {
  let taken = 0;
  for (let n = 0; n < count; n += 1) {
    const reply = await node.post(`/api/forms/forms/${_id}/submit`, { data: { who: 'A' } }, { 'x-forwarded-for': ip });
    assert.ok([201, 429].includes(reply.status), reply.text);
    if (reply.status === 201) taken += 1;
  }
  return taken;
}
/** Waits until the nodes have compared their counts, which they do once a second. */
const compared = () => sleep(1500);
const windows = () => sql(`select name, count from rate_windows where name like 'submissions of%'`);

describe('the rates of form submissions', () => {
  it('cost no statement for visitors who send a few', async () => {
    const form = await publish('Quiet');
    for (const ip of ['192.0.2.1', '192.0.2.2', '2001:db8::1']) assert.equal(await send(anonymous, form, 9, ip), 9);
    await compared();
    assert.deepEqual(await windows(), []);
  });

  it('hold over all nodes for one address, and for no other', async () => {
    const form = await publish('Flooded');
    const ip = '192.0.2.9';
    const first = await send(anonymous, form, 40, ip);
    await compared();
    const second = await send(other.anonymous, form, 12, ip);
    await compared();
    const third = await send(other.anonymous, form, 40, ip);
    await compared();
    const back = await send(anonymous, form, 12, ip);
    await compared();
    const last = (await send(anonymous, form, 20, ip)) + (await send(other.anonymous, form, 20, ip));
    assert.deepEqual([first, second, third, last], [40, 12, 8, 0]);
    assert.ok(back <= 12, 'what arrives before the next comparison');
    assert.equal(await send(other.anonymous, form, 1, '192.0.2.10'), 1);
    const [visitor] = (await windows()).filter(({ name }: Json) => name === 'submissions of a visitor');
    assert.ok(visitor.count >= 60 && visitor.count <= 72, `${visitor.count} were counted`);
  });
});
