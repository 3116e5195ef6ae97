import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemCaller } from '#core/access/caller.ts';
import type { Job } from '#core/jobs/job.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { marketing } from '../index.ts';

const app = await appForFile({ LOG_LEVEL: 'error' });
const { admin, user, tenant, sql } = app;
const path = '/api/marketing/campaigns';

/** Runs the job as the scheduler of the platform does, and waits for it. */
async function refreshActive(): Promise<void> {
  const { services } = app.app;
  const [{ id: tenantId }] = await sql(`select id from tenants where account_key = 'default'`);
  const registry = await services.directory.registry(tenantId);
  const platform = { services, caller: systemCaller(tenantId, 'default'), registry, requestId: 'a test' };
  const job = marketing.jobs?.find(({ name }) => name === 'marketing.refresh-active-campaigns') as Job;
  const id = await services.jobs.enqueue(platform, job, {});
  await until('the job to be done', async () => {
    const { body } = await admin.get(`/api/data/jobs/${id}`);
    assert.notEqual(body.state, 'failed', JSON.stringify(body));
    return body.state === 'completed';
  });
}

const contactOf = async (fields: Json = {}, by = admin): Promise<string> =>
  (await by.create('/api/sales/contacts', { lastName: 'M', ...fields }))._id;
async function launched(fields: Json, by = admin): Promise<Json> {
  const campaign = await by.create(path, { name: 'C', ...fields });
  // The run of this channel shows that the launch job has planned the campaign.
  await by.create('/api/marketing/campaignChannelAds', { campaignId: campaign._id, name: 'A' });
  assert.equal((await by.post(`${path}/${campaign._id}/launch`, {})).status, 202);
  const runs = () => sql('select 1 from campaign_runs where campaign_id = $1', [campaign._id]);
  await until('it is planned', async () => (await runs()).length === 1);
  return campaign;
}
const membersOf = async ({ _id }: Json, by = admin): Promise<Json[]> =>
  (await by.get(`/api/marketing/campaignMembers?filter[campaignId]=${_id}&limit=200`)).body.data;
const contactsOf = async (campaign: Json, by = admin): Promise<string[]> =>
  (await membersOf(campaign, by)).map(({ contactId }) => contactId).toSorted();

describe('members of an active campaign', () => {
  it('follow segments, those by hand and those by a filter, and each comes once', async () => {
    const byHand = await contactOf();
    const left = await contactOf({ firstName: 'Audience' });
    const matching = await contactOf({ firstName: 'Audience' });
    const fixed = await admin.create('/api/marketing/segments', { name: 'F', type: 'static', contactIds: [byHand] });
    const dynamic = await admin.create('/api/marketing/segments', {
      name: 'D',
      definition: { firstName: { eq: 'Audience' } },
    });
    const without = await admin.create('/api/marketing/segments', { name: 'X', type: 'static', contactIds: [left] });
    const campaign = await launched({
      segmentIds: [fixed._id, dynamic._id],
      excludedSegmentIds: [without._id],
    });
    await refreshActive();
    assert.deepEqual(await contactsOf(campaign), [byHand, matching].toSorted());
    const later = await contactOf({ firstName: 'Audience' });
    await refreshActive();
    await refreshActive();
    const members = await membersOf(campaign);
    assert.deepEqual(await contactsOf(campaign), [byHand, matching, later].toSorted());
    for (const { status, source, version } of members)
      assert.deepEqual([status, source, version], ['planned', 'segment', 1]);
  });

  it('follow the lists that its channels write to', async () => {
    const list = await admin.create('/api/communications/emailLists', { name: 'L' });
    const campaign = await launched({});
    await admin.create('/api/marketing/campaignChannelEmails', {
      campaignId: campaign._id,
      name: 'E',
      emailListId: list._id,
    });
    const [contactId, gone] = [await contactOf(), await contactOf()];
    const member = { emailListId: list._id, email: 'list@example.com', contactId };
    await admin.create('/api/communications/emailListMembers', member);
    await admin.create('/api/communications/emailListMembers', {
      ...member,
      email: 'gone@example.com',
      contactId: gone,
      status: 'unsubscribed',
    });
    await refreshActive();
    assert.deepEqual(await contactsOf(campaign), [contactId]);
  });

  it('are those that the owner of the campaign may read, and the campaign must be active', async () => {
    const maker = await user({ permissions: ['marketing:*', 'sales:read:own', 'sales:write:own'] });
    const segment = await maker.create('/api/marketing/segments', {
      name: 'D',
      definition: { firstName: { eq: 'Q' } },
    });
    await contactOf({ firstName: 'Q' });
    const own = await contactOf({ firstName: 'Q' }, maker);
    const campaign = await launched({ segmentIds: [segment._id] }, maker);
    await admin.post(`${path}/${campaign._id}/pause`, {});
    await refreshActive();
    assert.deepEqual(await membersOf(campaign), []);
    await admin.post(`${path}/${campaign._id}/resume`, {});
    await refreshActive();
    assert.deepEqual(await contactsOf(campaign), [own]);
  });

  it('of other accounts, and of campaigns beside one that cannot be read, are refreshed too', async () => {
    const fields = '/api/data/models/sales/contacts/fields';
    await admin.post(fields, { key: 'fleeting', type: 'text' });
    const broken = await admin.create('/api/marketing/segments', { name: 'B', definition: { fleeting: 'x' } });
    await admin.delete(`${fields}/fleeting`);
    await launched({ segmentIds: [broken._id] });
    const other = await tenant();
    const contactId = await contactOf({}, other);
    const segment = await other.create('/api/marketing/segments', {
      name: 'S',
      type: 'static',
      contactIds: [contactId],
    });
    const campaign = await launched({ segmentIds: [segment._id] }, other);
    await refreshActive();
    assert.deepEqual(await contactsOf(campaign, other), [contactId]);
  });
});
