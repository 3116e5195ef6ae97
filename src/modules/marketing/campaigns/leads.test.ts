import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { receiveSms, useSmsWebhook } from '#test/sms-tools.ts';
import { FakePlatform } from '#test/social-tools.ts';

const provider = await FakePlatform.start((call) => ({ status: 201, json: { id: `m-${call.body.id}` } }));
const app = await appForFile({ WEBHOOK_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'error' });
const { admin, anonymous, sql } = app;
const path = '/api/marketing/campaigns';
await useSmsWebhook(admin, `${provider.url}/sms`);

const leadOf = (fields: Json): Promise<Json> => admin.create('/api/sales/leads', { lastName: 'L', ...fields });
const segmentOf = (tag: string, modelKey = 'leads'): Promise<Json> =>
  admin.create('/api/marketing/segments', { name: tag, modelKey, definition: { tags: tag } });
const membersOf = async ({ _id }: Json): Promise<Json[]> =>
  (await admin.get(`/api/marketing/campaignMembers?filter[campaignId]=${_id}&sort=createdAt&limit=200`)).body.data;
const stateOf = async (campaign: Json): Promise<Json[]> =>
  (await membersOf(campaign)).map(({ leadId, contactId, status, source }) => ({ leadId, contactId, status, source }));
const launch = ({ _id }: Json) => admin.post(`${path}/${_id}/launch`, {});
const runsOf = async ({ _id }: Json): Promise<Json[]> => (await admin.get(`${path}/${_id}/results`)).body.channels;
async function started(campaign: Json): Promise<void> {
  const reply = await launch(campaign);
  assert.equal(reply.status, 202, reply.text);
  await until('its channels started', async () =>
    (await runsOf(campaign)).every(({ run, error }) => {
      assert.equal(error, null);
      return run === 'started';
    }),
  );
}
async function refreshed(campaign: Json): Promise<Json[]> {
  const { body } = await admin.post(`${path}/${campaign._id}/refresh-members`, {});
  await until('the job is done', async () => {
    const job = (await admin.get(`/api/data/jobs/${body.jobId}`)).body;
    assert.notEqual(job.state, 'failed', JSON.stringify(job));
    return job.state === 'completed';
  });
  return stateOf(campaign);
}

describe('a campaign for leads', () => {
  it('sends mails and text messages to them, and makes them members who respond', async () => {
    const tags = ['launch'];
    const ada = await leadOf({ firstName: 'Ada', email: 'ada@camp.example', mobilePhone: '+12125570001', tags });
    const bob = await leadOf({ firstName: 'Bob', mobilePhone: '+12125570002', tags });
    const none = await leadOf({ firstName: 'None', tags });
    const campaign = await admin.create(path, { name: 'C', segmentIds: [(await segmentOf('launch'))._id] });
    const channel = { campaignId: campaign._id, name: 'C' };
    const letter = { subject: 'Hi {{ lead.firstName }}', text: 'T' };
    const mails = await admin.create('/api/marketing/campaignChannelEmails', { ...channel, ...letter });
    const message = 'Hi {{firstName}}';
    const texts = await admin.create('/api/marketing/campaignChannelSms', { ...channel, message });
    await started(campaign);
    const sent = async (): Promise<Json[]> =>
      (await admin.get(`/api/communications/emails?filter[campaignId]=${campaign._id}`)).body.data;
    await until('the mail is sent', async () => (await sent())[0]?.status === 'sent');
    assert.deepEqual(
      (await sent()).map(({ subject, leadId }) => [subject, leadId]),
      [['Hi Ada', ada._id]],
    );
    await until('two messages are sent', async () => {
      const { body } = await admin.get(`/api/marketing/campaignChannelSms/${texts._id}`);
      return body.sentCount === 2;
    });
    const to = provider.calls.map(({ body }) => `${body.to} ${body.text}`).toSorted();
    assert.deepEqual(to, ['+12125570001 Hi Ada', '+12125570002 Hi Bob']);
    const member = (lead: Json, status: string, source: string) => ({
      leadId: lead._id,
      contactId: null,
      status,
      source,
    });
    const sortedByLead = (members: Json[]) => members.toSorted((a, b) => a.leadId.localeCompare(b.leadId));
    const expected = [member(ada, 'sent', 'mail'), member(bob, 'sent', 'sms'), member(none, 'planned', 'segment')];
    const members = sortedByLead(await refreshed(campaign));
    assert.deepEqual(
      members.map(({ source, ...rest }) => rest),
      expected.map(({ source, ...rest }) => rest),
    );
    assert.deepEqual(members.slice(1), expected.slice(1));
    await receiveSms(anonymous, '+12125570002', 'Yes');
    await until('Bob responded', async () => (await stateOf(campaign)).some(({ status }) => status === 'responded'));
    await sql(`update communications_emails set clicked_at = now() where campaign_id = $1`, [campaign._id]);
    const later = sortedByLead(await refreshed(campaign));
    assert.deepEqual(
      later.map(({ status }) => status),
      ['responded', 'responded', 'planned'],
    );
    const versions = (await membersOf(campaign)).map(({ version }) => version);
    await refreshed(campaign);
    assert.deepEqual(
      (await membersOf(campaign)).map(({ version }) => version),
      versions,
    );
    const { totals } = (await admin.get(`${path}/${campaign._id}/results`)).body;
    assert.deepEqual([totals.members, totals.responded], [3, 2]);
    assert.equal((await admin.get(`/api/marketing/campaignChannelEmails/${mails._id}`)).body.recipientCount, 1);

    // A lead that became a contact stays one member, whose facts are those of the contact.
    const converted = await admin.post('/api/sales/lead-management/convert', { leadId: bob._id });
    assert.equal(converted.status, 200, converted.text);
    for (let round = 0; round < 2; round += 1) {
      const state = (await refreshed(campaign)).find(({ leadId }) => leadId === bob._id);
      const { contactId } = converted.body;
      assert.deepEqual(state, { leadId: bob._id, contactId, status: 'responded', source: state?.source });
      assert.equal((await membersOf(campaign)).length, 3);
    }
    const before = (await membersOf(campaign)).map(({ version }) => version);
    await refreshed(campaign);
    assert.deepEqual(
      (await membersOf(campaign)).map(({ version }) => version),
      before,
    );
  });

  it('plans those that come later, and a lead whose contact is a member already not again', async () => {
    const campaign = await admin.create(path, { name: 'C', segmentIds: [(await segmentOf('plan'))._id] });
    await admin.create('/api/marketing/campaignChannelAds', { campaignId: campaign._id, name: 'A' });
    assert.equal((await launch(campaign)).status, 202);
    await until('it is planned', async () => (await runsOf(campaign)).every(({ run }) => run === 'task'));
    const first = await leadOf({ tags: ['plan'], email: 'first@plan.example' });
    const gone = await leadOf({ tags: ['plan'], email: 'gone@plan.example' });
    const { contactId } = (await admin.post('/api/sales/lead-management/convert', { leadId: gone._id })).body;
    await admin.create('/api/marketing/campaignMembers', { campaignId: campaign._id, contactId });
    for (let round = 0; round < 2; round += 1) await refreshed(campaign);
    const members = await stateOf(campaign);
    assert.deepEqual(
      members.map((member) => [member.leadId, member.contactId, member.status]),
      [
        [null, contactId, 'planned'],
        [first._id, null, 'planned'],
      ],
    );
  });

  it('counts a lead that submitted its form as responded', async () => {
    const campaign = await admin.create(path, { name: 'C', utmCampaign: 'lead-form' });
    const form = await admin.create('/api/forms/forms', {
      name: 'F',
      status: 'published',
      modelKey: 'sales.leads',
      fields: ['email', 'lastName'],
      submitAction: 'createRecord',
    });
    const data = { email: 'form@camp.example', lastName: 'L' };
    const reply = await anonymous.post(`/api/forms/forms/${form._id}/submit`, { data, utmCampaign: 'Lead-Form' });
    assert.equal(reply.status, 201, reply.text);
    const [lead] = (await admin.get('/api/sales/leads?filter[email]=form@camp.example')).body.data;
    assert.deepEqual(await refreshed(campaign), [
      { leadId: lead._id, contactId: null, status: 'responded', source: 'form' },
    ]);
  });

  it('is refused when its segments are of contacts and of leads', async () => {
    const segmentIds = [(await segmentOf('mixed'))._id, (await segmentOf('mixed', 'contacts'))._id];
    for (const own of [true, false]) {
      const campaign = await admin.create(path, { name: 'C', ...(!own && { segmentIds }) });
      const channel = { campaignId: campaign._id, name: 'T', message: 'Hi', ...(own && { segmentIds }) };
      await admin.create('/api/marketing/campaignChannelSms', channel);
      const reply = await launch(campaign);
      assert.deepEqual([reply.status, reply.body.error?.code], [409, 'segment_model_mismatch'], reply.text);
      assert.match(reply.body.error.message, /choose a segment of leads/);
    }
  });
});
