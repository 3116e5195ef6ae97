import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';
import { secondNode } from '#test/security-tools.ts';

const app = await appForFile();
const { admin, anonymous, sql } = app;
const node2 = await secondNode(app, {}, 4);
const adminOfNode2 = new Client(node2.anonymous.url, admin.token, admin.userId);
const path = '/api/marketing/campaigns';
let n = 0;
const address = () => {
  n += 1;
  return `member${n}@example.com`;
};

const campaignOf = (fields: Json = {}): Promise<Json> => admin.create(path, { name: 'Spring', ...fields });
const act = (campaign: Json, verb: string, by = admin) => by.post(`${path}/${campaign._id}/${verb}`, {});
const results = async (campaign: Json): Promise<Json> => (await admin.get(`${path}/${campaign._id}/results`)).body;
const runsOf = async (campaign: Json): Promise<string[]> =>
  (await results(campaign)).channels.map(({ model, run }: Json) => `${model} ${run}`).sort();
const started = (campaign: Json) =>
  until(
    'all channels are started',
    async () => (await results(campaign)).channels.every(({ run }: Json) => run !== null && run !== 'waiting'),
    30_000,
  );
const segmentOf = async (count: number): Promise<Json> => {
  const contactIds: string[] = [];
  for (let index = 0; index < count; index += 1)
    contactIds.push((await admin.create('/api/sales/contacts', { lastName: 'M', email: address() }))._id);
  return admin.create('/api/marketing/segments', { name: 'S', type: 'static', contactIds });
};
const mailsOf = async ({ _id }: Json): Promise<number> =>
  (await sql('select count(*)::int as n from communications_emails where campaign_id = $1::uuid', [_id]))[0].n;

describe('launching a campaign', () => {
  it('sends mails, plans tasks for what the platform cannot do, and does each once', async () => {
    const segment = await segmentOf(3);
    const campaign = await campaignOf({ segmentIds: [segment._id] });
    const channel = { campaignId: campaign._id, name: 'C' };
    await admin.create('/api/marketing/campaignChannelEmails', { ...channel, subject: 'Hello', text: 'Hi' });
    const ad = await admin.create('/api/marketing/campaignChannelAds', { ...channel, budget: 100, actualCost: 40 });
    await admin.create('/api/marketing/campaignChannelPpc', { ...channel, budget: 50, actualCost: 20 });
    await admin.create('/api/marketing/campaignChannelSocial', { ...channel, content: 'Post' });
    await admin.create('/api/marketing/campaignChannelWebContent', { ...channel, title: 'T' });
    const reply = await act(campaign, 'launch');
    assert.equal(reply.status, 202, reply.text);
    assert.equal(reply.body.status, 'active');
    assert.ok(reply.body.launchedAt);
    await started(campaign);
    assert.deepEqual(await runsOf(campaign), [
      'campaignChannelAds task',
      'campaignChannelEmails started',
      'campaignChannelPpc task',
      'campaignChannelSocial task',
      'campaignChannelWebContent task',
    ]);
    await until('three mails', async () => (await mailsOf(campaign)) === 3);
    // Run every job again, as after a crash.
    const repeated = `name like 'marketing.%' and state <> 'running'`;
    await sql(`update jobs set state = 'queued', run_at = now(), finished_at = null where ${repeated}`);
    await sql(`select pg_notify('jobs', '')`);
    const open = `select count(*)::int as n from jobs where name like 'marketing.%' and state <> 'completed'`;
    await until('they have run', async () => (await sql(open))[0].n === 0, 60_000);
    assert.equal(await mailsOf(campaign), 3);
    assert.equal((await act(campaign, 'launch')).status, 409);
    const tasks = (await admin.get(`/api/marketing/campaignChannelAdsTasks?filter[campaignChannelAdId]=${ad._id}`)).body
      .data;
    assert.equal(tasks.length, 1);
    assert.equal(tasks[0].assignedUserId, admin.userId);
    const history = await admin.get(`/api/marketing/campaignChannelAdsTasks/${tasks[0]._id}/history`);
    assert.equal(history.body.data[0].actor.via, 'campaign');
    assert.equal(history.body.data[0].actor.viaId, campaign._id);
    assert.equal((await admin.get(`/api/marketing/campaignChannelAds/${ad._id}`)).body.status, 'scheduled');
    const { budget } = await results(campaign);
    assert.deepEqual(budget, { planned: 150, channels: 150, cost: 60, remaining: 90 });
  });

  it('names the state that forbids it', async () => {
    const campaign = await campaignOf();
    for (const verb of ['pause', 'resume', 'complete']) {
      const reply = await act(campaign, verb);
      assert.equal(reply.status, 409, verb);
      assert.match(reply.body.error.message, /The campaign is draft: only a campaign that is/);
    }
    assert.equal((await act({ _id: crypto.randomUUID() }, 'launch')).status, 404);
    const reader = await app.user({ permissions: ['marketing:read'] });
    assert.equal((await act(campaign, 'launch', reader)).status, 403);
    const [first, second] = await Promise.all([act(campaign, 'launch'), act(campaign, 'launch')]);
    assert.deepEqual([first?.status, second?.status].sort(), [202, 409]);
  });

  it('says why a channel could not start, and starts the others', async () => {
    const campaign = await campaignOf();
    await admin.create('/api/marketing/campaignChannelEmails', {
      campaignId: campaign._id,
      subject: 'No audience',
      text: 'x',
    });
    await admin.create('/api/marketing/campaignChannelAds', { campaignId: campaign._id, name: 'A' });
    await act(campaign, 'launch');
    await started(campaign);
    const { channels } = await results(campaign);
    const mail = channels.find(({ model }: Json) => model === 'campaignChannelEmails');
    assert.equal(mail.run, 'failed');
    assert.match(mail.error, /no lists and no segments/);
    assert.equal(mail.status, 'failed');
    assert.ok(channels.some(({ run }: Json) => run === 'task'));
  });

  it('acts for its owner, with the permissions of the owner', async () => {
    const maker = await app.user({ permissions: ['marketing:*'] });
    const segment = await segmentOf(1);
    const campaign = await maker.create(path, { name: 'Theirs', segmentIds: [segment._id] });
    await maker.create('/api/marketing/campaignChannelEmails', {
      campaignId: campaign._id,
      subject: 'S',
      text: 'T',
      segmentIds: [segment._id],
    });
    await admin.patch(`/api/identity/users/${maker.userId}`, { roles: [] });
    await act(campaign, 'launch');
    await started(campaign);
    const [channel] = (await results(campaign)).channels;
    assert.equal(channel.run, 'failed');
    assert.match(channel.error, /needs the permission marketing/);
  });
});

describe('a launched campaign', () => {
  it('waits while it is paused, and goes on', async () => {
    const segment = await segmentOf(2);
    const campaign = await campaignOf({ segmentIds: [segment._id] });
    const soon = new Date(Date.now() + 2500).toISOString();
    const later = { campaignId: campaign._id, subject: 'Later', text: 'x', scheduledAt: soon };
    await admin.create('/api/marketing/campaignChannelEmails', later);
    await act(campaign, 'launch');
    await until('it is planned', async () => (await runsOf(campaign))[0] === 'campaignChannelEmails waiting');
    assert.equal((await act(campaign, 'pause')).body.status, 'paused');
    await new Promise((resolve) => setTimeout(resolve, 4000));
    assert.deepEqual(await runsOf(campaign), ['campaignChannelEmails waiting']);
    assert.equal((await act(campaign, 'resume')).body.status, 'active');
    await started(campaign);
    await until('two mails', async () => (await mailsOf(campaign)) === 2);
  });

  it('starts a channel that was moved to a later time at that time', async () => {
    const campaign = await campaignOf();
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const ad = { campaignId: campaign._id, name: 'A', scheduledAt: at(2500) };
    const { _id } = await admin.create('/api/marketing/campaignChannelAds', ad);
    await act(campaign, 'launch');
    await until('it is planned', async () => (await runsOf(campaign))[0] === 'campaignChannelAds waiting');
    const later = at(3_600_000);
    await admin.patch(`/api/marketing/campaignChannelAds/${_id}`, { scheduledAt: later });
    await until('it is moved', async () => (await results(campaign)).channels[0].dueAt === later, 20_000);
    assert.deepEqual(await runsOf(campaign), ['campaignChannelAds waiting']);
    await act(campaign, 'complete');
  });

  it('starts a channel that was moved to an earlier time at that time, once', async () => {
    const campaign = await campaignOf();
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const ad = { campaignId: campaign._id, name: 'A', scheduledAt: at(86_400_000) };
    const { _id } = await admin.create('/api/marketing/campaignChannelAds', ad);
    const path = `/api/marketing/campaignChannelAds/${_id}`;
    await act(campaign, 'launch');
    await until('it is planned', async () => (await runsOf(campaign))[0] === 'campaignChannelAds waiting');
    for (const scheduledAt of [at(3_600_000), at(7_200_000)]) await admin.patch(path, { scheduledAt });
    assert.equal((await adminOfNode2.patch(path, { scheduledAt: at(3000) })).status, 200);
    const due = (await admin.get(path)).body.scheduledAt;
    await until('it is moved', async () => (await results(campaign)).channels[0].dueAt === due);
    assert.deepEqual(await runsOf(campaign), ['campaignChannelAds waiting']);
    await started(campaign);
    const [run] = await sql('select changed_at from campaign_runs where channel_id = $1::uuid', [_id]);
    assert.ok(run.changed_at.getTime() >= Date.parse(due), `started ${run.changed_at.toISOString()}, due ${due}`);
    // Jobs for the earlier times, and of nodes that died, run too.
    await sql(
      `update jobs set state = 'queued', run_at = now(), finished_at = null where name = 'marketing.start-channel' and input->>'channelId' = $1`,
      [_id],
    );
    await sql(`select pg_notify('jobs', '')`);
    await until('all ran', async () => {
      const [row] = await sql(
        `select count(*)::int as n from jobs where name = 'marketing.start-channel' and input->>'channelId' = $1 and state <> 'completed'`,
        [_id],
      );
      return row.n === 0;
    });
    const tasks = await admin.get(`/api/marketing/campaignChannelAdsTasks?filter[campaignChannelAdId]=${_id}`);
    assert.equal(tasks.body.data.length, 1, tasks.text);
  });

  it('starts a channel that was moved while it was paused at the new time', async () => {
    const campaign = await campaignOf();
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
    const ad = { campaignId: campaign._id, name: 'A', scheduledAt };
    const { _id } = await admin.create('/api/marketing/campaignChannelAds', ad);
    await act(campaign, 'launch');
    await until('it is planned', async () => (await runsOf(campaign))[0] === 'campaignChannelAds waiting');
    await act(campaign, 'pause');
    await admin.patch(`/api/marketing/campaignChannelAds/${_id}`, { scheduledAt: null });
    await until('it is moved', async () => (await results(campaign)).channels[0].dueAt < scheduledAt);
    assert.deepEqual(await runsOf(campaign), ['campaignChannelAds waiting']);
    await act(campaign, 'resume');
    await started(campaign);
  });

  it('is completed: what has not started is cancelled', async () => {
    const campaign = await campaignOf();
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await admin.create('/api/marketing/campaignChannelAds', {
      campaignId: campaign._id,
      name: 'A',
      scheduledAt: later,
    });
    await act(campaign, 'launch');
    await until('it is planned', async () => (await runsOf(campaign))[0] === 'campaignChannelAds waiting');
    const reply = await act(campaign, 'complete');
    assert.equal(reply.body.status, 'completed');
    assert.ok(reply.body.completedAt);
    const [channel] = (await results(campaign)).channels;
    assert.deepEqual([channel.run, channel.status], ['cancelled', 'cancelled']);
    assert.equal((await act(campaign, 'resume')).status, 409);
  });
});

describe('the results of a campaign', () => {
  it('credit the first and the last touch with what was won after it', async () => {
    const first = await campaignOf({ utmCampaign: 'First' });
    const last = await campaignOf({ utmCampaign: 'last' });
    const form = await admin.create('/api/forms/forms', {
      name: 'F',
      status: 'published',
      modelKey: 'sales.contacts',
      fields: ['email', 'lastName'],
      submitAction: 'upsertRecord',
    });
    const email = address();
    const submit = (utmCampaign: string, data: Json = { email, lastName: 'L' }) =>
      anonymous.post(`/api/forms/forms/${form._id}/submit`, { data, utmCampaign });
    assert.equal((await submit('first')).status, 201);
    await submit('LAST');
    await submit('other');
    const [contact] = (await admin.get(`/api/sales/contacts?filter[email]=${email}`)).body.data;
    const deal = {
      name: 'D',
      contactId: contact._id,
      stage: 'won',
      value: 1000,
      currency: 'EUR',
      closedAt: new Date().toISOString(),
    };
    await admin.create('/api/sales/opportunities', deal);
    await admin.create('/api/sales/opportunities', { ...deal, stage: 'lost' });
    const none = { contacts: 0, deals: 0, revenue: [] };
    const one = { contacts: 1, deals: 1, revenue: [{ currency: 'EUR', value: 1000 }] };
    assert.deepEqual((await results(first)).attribution, { firstTouch: one, lastTouch: none });
    assert.deepEqual((await results(last)).attribution, { firstTouch: none, lastTouch: one });
    assert.equal((await results(first)).totals.submissions, 1);
    const reader = await app.user({ permissions: ['marketing:read'] });
    assert.equal((await reader.get(`${path}/${first._id}/results`)).body.attribution, null);
    // Members are computed from the same facts, and a second refresh changes nothing.
    for (let round = 0; round < 2; round += 1) {
      const { body } = await act(first, 'refresh-members');
      await until(
        'the job is done',
        async () => (await admin.get(`/api/data/jobs/${body.jobId}`)).body.state === 'completed',
      );
    }
    const members = (await admin.get(`/api/marketing/campaignMembers?filter[campaignId]=${first._id}`)).body.data;
    assert.equal(members.length, 1);
    assert.equal(members[0].contactId, contact._id);
    assert.equal(members[0].status, 'responded');
    assert.equal(members[0].source, 'form');
    assert.equal(members[0].version, 1);
  });

  it('are those of the channels, whatever is written at the same time', async () => {
    const campaign = await campaignOf();
    const ads = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        admin.create('/api/marketing/campaignChannelAds', {
          campaignId: campaign._id,
          name: `A${index}`,
          actualCost: 1,
        }),
      ),
    );
    await Promise.all(
      ads.map(({ _id }) => admin.patch(`/api/marketing/campaignChannelAds/${_id}`, { actualCost: 2.5, clickCount: 3 })),
    );
    const { budget, totals } = await results(campaign);
    assert.equal(budget.cost, 25);
    assert.equal(totals.clicks, 30);
  });

  it('are of campaigns within reach only', async () => {
    const campaign = await campaignOf();
    const other = await app.tenant();
    assert.equal((await other.get(`${path}/${campaign._id}/results`)).status, 404);
  });
});

describe('a member of a campaign', () => {
  it('is a contact or a lead, once', async () => {
    const campaign = await campaignOf();
    const contact = await admin.create('/api/sales/contacts', { lastName: 'L' });
    const member = { campaignId: campaign._id, contactId: contact._id };
    await admin.create('/api/marketing/campaignMembers', member);
    assert.equal((await admin.post('/api/marketing/campaignMembers', member)).status, 409);
    const nobody = await admin.post('/api/marketing/campaignMembers', { campaignId: campaign._id });
    assert.equal(nobody.status, 422);
    assert.match(nobody.body.error.message, /contactId or leadId is required/);
  });
});
