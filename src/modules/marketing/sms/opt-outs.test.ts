import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';
import { runWithout } from '#test/list-statements.ts';
import { until } from '#test/process.ts';
import { receiveSms, useSmsWebhook } from '#test/sms-tools.ts';
import { FakePlatform } from '#test/social-tools.ts';
import { contactOfNumber } from '../../sales/contract.ts';

const provider = await FakePlatform.start((call) => ({ status: 201, json: { sid: `SM${call.body.to}` } }));
const app = await appForFile({ WEBHOOK_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'error' });
const { admin, anonymous, user, sql, events } = app;
const path = '/api/marketing/smsOptOuts';
await useSmsWebhook(admin, `${provider.url}/sms`);
const reply = (from: string, text: string): Promise<void> => receiveSms(anonymous, from, text);
const contactOf = async (mobilePhone: string): Promise<string> =>
  (await admin.create('/api/sales/contacts', { lastName: 'O', mobilePhone }))._id;
const listed = async (query: string): Promise<Json[]> => (await admin.get(`${path}?${query}`)).body.data;

/** Sends a message to the contacts. Returns the status of the message for each number. */
async function sendTo(contactIds: readonly string[]): Promise<Json> {
  const segment = await admin.create('/api/marketing/segments', { name: 'S', type: 'static', contactIds });
  const { _id: campaignId } = await admin.create('/api/marketing/campaigns', { name: 'C', segmentIds: [segment._id] });
  const channel = { campaignId, name: 'T', message: 'Hi' };
  const { _id } = await admin.create('/api/marketing/campaignChannelSms', channel);
  await admin.post(`/api/marketing/campaigns/${campaignId}/launch`, {});
  const messages = () => sql('select phone, status from sms_messages where channel_id = $1::uuid', [_id]);
  await until('they are settled', async () => {
    const found = await messages();
    return found.length > 0 && found.every(({ status }: Json) => !['queued', 'sending'].includes(status));
  });
  return Object.fromEntries((await messages()).map(({ phone, status }: Json) => [phone, status]));
}

describe('numbers that opted out', () => {
  it('are listed with the number, the time, the reason and what caused it, and have events', async () => {
    const phone = '+12125550001';
    const contactId = await contactOf(phone);
    await sendTo([contactId]);
    await reply(phone, 'STOP');
    await reply(phone, 'Stop!');
    const [found, ...others] = await listed(`q=12125550001`);
    assert.deepEqual(others, []);
    assert.deepEqual([found?.phone, found?.reason, found?.active, found?.contactId], [phone, 'stop', true, contactId]);
    assert.ok(Date.now() - Date.parse(found?.optedOutAt) < 60_000);
    assert.ok(found?.campaignId);
    assert.deepEqual(
      (await events(found?._id)).map(({ type }) => type),
      ['smsOptOut.created'],
    );
  });

  it('get messages again when a person removes them, with a reason, and after START', async () => {
    const phone = '+12125550002';
    const contactId = await contactOf(phone);
    await reply(phone, 'STOP');
    assert.deepEqual(await sendTo([contactId]), { [phone]: 'optedOut' });
    const [found] = await listed(`q=12125550002`);
    const change = { active: false, notes: 'She called us.' };
    assert.equal((await admin.patch(`${path}/${found?._id}`, change)).status, 200);
    assert.deepEqual(await sendTo([contactId]), { [phone]: 'sent' });
    assert.deepEqual(
      (await events(found?._id)).map(({ type }) => type),
      ['smsOptOut.created', 'smsOptOut.updated'],
    );
    await reply(phone, 'STOP');
    assert.deepEqual(await sendTo([contactId]), { [phone]: 'optedOut' });
    await reply(phone, 'START');
    const [now, ...others] = await listed(`q=12125550002`);
    assert.deepEqual(others, []);
    assert.equal(now?.active, false);
    assert.match(now?.notes, /^She called us\.\nThe number sent START/);
    assert.deepEqual(await sendTo([contactId]), { [phone]: 'sent' });
  });

  it('may be added by a person, and removed by those who may write in marketing', async () => {
    const phone = '+1 (212) 555-0003';
    const contactId = await contactOf('+12125550003');
    const { _id, reason } = await admin.create(path, { phone });
    assert.equal(reason, 'manual');
    assert.deepEqual(await sendTo([contactId]), { '+12125550003': 'optedOut' });
    const reader = await user({ permissions: ['marketing:read'] });
    assert.equal((await reader.get(`${path}/${_id}`)).status, 200);
    assert.equal((await reader.patch(`${path}/${_id}`, { active: false })).status, 403);
  });

  it('are not those of other people whose numbers end with the same nine digits', async () => {
    const [first, second] = ['+12135550004', '+13135550004'];
    const contacts = [await contactOf(first), await contactOf(second)];
    await reply(first, 'STOP');
    assert.deepEqual(await sendTo(contacts), { [first]: 'optedOut', [second]: 'sent' });
    await reply(first, 'Hello from the first');
    await reply(second, 'Hello from the second');
    const { body } = await admin.get('/api/communications/conversations?filter[channel]=sms&sort=createdAt');
    assert.deepEqual(
      body.data.map(({ participants, contactId }: Json) => [participants[0], contactId]),
      [
        [first, contacts[0]],
        [second, contacts[1]],
      ],
    );
  });

  it('stop one record however many replies come at the same moment', async () => {
    await Promise.all([1, 2, 3, 4].map(() => reply('+12125550005', 'STOP')));
    assert.equal((await listed('q=12125550005')).length, 1);
  });
});

describe('the contact of a number', () => {
  it('is found by an index under row security, however the number is written', async () => {
    await sql(
      `insert into sales_contacts (tenant_id, id, last_name, phone, mobile_phone)
       select 1, gen_random_uuid(), 'Many', '+1 (303) ' || lpad(n::text, 7, '0'), '+44 7' || lpad(n::text, 9, '0') from generate_series(1, 20000) n`,
    );
    await sql('vacuum analyze sales_contacts');
    for (const [number, column, written] of [
      ['+13030012345', 'phone', '+1 (303) 0012345'],
      ['3030012345', 'phone', '+1 (303) 0012345'],
      ['+447000012345', 'mobile_phone', '+44 7000012345'],
      ['00447000012345', 'mobile_phone', '+44 7000012345'],
    ] as const) {
      const [{ id }] = await sql(`select id from sales_contacts where ${column} = $1`, [written]);
      const values = ['1', number];
      const plan = await runWithout(app, [], async (tx) => {
        assert.deepEqual(await tx.query(contactOfNumber, values), [{ id }]);
        return tx.query<Record<string, string>>(`explain (analyze, costs off, timing off) ${contactOfNumber}`, values);
      });
      const text = plan.map((row) => row['QUERY PLAN']).join('\n');
      assert.match(text, /Index Cond: .*mobile_phone_key/, text);
      assert.match(text, /Index Cond: .*\bphone_key/, text);
      assert.doesNotMatch(text, /Seq Scan/, text);
      // Both keys together find at most a handful of rows of 20,000.
      const removed = [...text.matchAll(/Rows Removed by \w+: (\d+)/g)].reduce((sum, [, n]) => sum + Number(n), 0);
      assert.ok(removed < 10, text);
    }
  });
});
