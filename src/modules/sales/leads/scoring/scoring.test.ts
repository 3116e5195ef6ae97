import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json, type Reply } from '#test/harness.ts';
import { until } from '#test/process.ts';

const app = await appForFile();
const { events, sql } = app;

const score = (by: Client, leadId: string): Promise<Reply> => by.post('/api/sales/lead-management/score', { leadId });
const rule = (by: Client, values: Json): Promise<Json> =>
  by.create('/api/sales/leadScoringRules', { name: 'Rule', points: 10, ...values });
const readLead = async (by: Client, id: string): Promise<Json> => (await by.get(`/api/sales/leads/${id}`)).body;
const scored = (by: Client, id: string, expected: number | null): Promise<unknown> =>
  until(`the score ${expected}`, async () => (await readLead(by, id)).score === expected);

/** Each test has a tenant, because rules apply to all leads of one. */
let tenants = 0;
const newTenant = (): Promise<Client> => {
  tenants += 1;
  return app.tenant(`scoring-${tenants}`);
};

describe('the score of a lead', () => {
  it('is the sum of the points of all rules that it matches, with reasons and a rating', async () => {
    const by = await newTenant();
    const title = await rule(by, { name: 'Decides', filter: { title: { contains: 'chief' } }, points: 40 });
    const size = await rule(by, { name: 'Large', filter: { employees: { gte: 100 } }, points: 35.5 });
    await rule(by, { name: 'Small', filter: { employees: { lt: 10 } }, points: 5 });
    await rule(by, { name: 'Off', filter: { employees: { gte: 1 } }, points: 500, active: false });
    await rule(by, { name: 'Contacts', modelKey: 'contacts', filter: { title: { contains: 'chief' } }, points: 70 });
    const lead = await by.create('/api/sales/leads', { lastName: 'A', title: 'Chief of all', employees: 200 });
    const reply = await score(by, lead._id);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.body, {
      leadId: lead._id,
      score: 75.5,
      rating: 'hot',
      reasons: [
        { ruleId: title._id, name: 'Decides', points: 40 },
        { ruleId: size._id, name: 'Large', points: 35.5 },
      ],
    });
    assert.partialDeepStrictEqual(await readLead(by, lead._id), { score: 75.5, rating: 'hot' });
    const event = (await events(lead._id)).at(-1);
    assert.deepEqual([event?.type, event?.actor_id, event?.record.score], ['lead.updated', null, 75.5]);
  });

  it('is written by the platform, and not again while it stays the same', async () => {
    const by = await newTenant();
    await rule(by, { filter: { lastName: 'Same' } });
    const { _id } = await by.create('/api/sales/leads', { lastName: 'Same' });
    await scored(by, _id, 10);
    const before = await readLead(by, _id);
    assert.equal((await score(by, _id)).body.score, 10);
    assert.deepEqual(await readLead(by, _id), before);
    assert.equal(before.version, 2);
  });

  it('follows changes of the lead, of rules, and of records that filters read', async () => {
    const by = await newTenant();
    const campaign = await by.create('/api/marketing/campaigns', { name: 'C', status: 'draft' });
    const created = await rule(by, { filter: { employees: { gte: 100 } } });
    await rule(by, { filter: { 'campaignId.status': 'active' }, points: 3 });
    const { _id } = await by.create('/api/sales/leads', { lastName: 'Changing', campaignId: campaign._id });
    await scored(by, _id, 0);
    assert.equal((await readLead(by, _id)).rating, 'cold');
    await by.patch(`/api/sales/leads/${_id}`, { employees: 100 });
    await scored(by, _id, 10);
    await by.patch(`/api/marketing/campaigns/${campaign._id}`, { status: 'active' });
    await scored(by, _id, 13);
    await by.patch(`/api/sales/leadScoringRules/${created._id}`, { points: 50 });
    await scored(by, _id, 53);
    await by.delete(`/api/sales/leadScoringRules/${created._id}`);
    await scored(by, _id, 3);
  });

  it('counts events: mails that were opened, answers of forms, and any record that refers to the lead', async () => {
    const by = await newTenant();
    const opened = await rule(by, { name: 'Opened', eventType: 'email.opened', points: 5 });
    const form = await rule(by, { name: 'Form', eventType: 'form.submitted', points: 20 });
    const task = await rule(by, {
      name: 'Task',
      eventType: 'task.created',
      points: 1,
      filter: { rating: { ne: 'none' } },
    });
    const { _id } = await by.create('/api/sales/leads', { lastName: 'Active' });
    const mail = await by.create('/api/communications/emails', { subject: 'S', to: ['a@b.example'], leadId: _id });
    await by.create('/api/communications/emails', { subject: 'S', to: ['a@b.example'], leadId: _id });
    await sql('update communications_emails set opened_at = now() where id = $1', [mail._id]);
    const { _id: formId } = await by.create('/api/forms/forms', { name: 'F' });
    await by.create('/api/forms/formSubmissions', { formId, modelKey: 'leads', recordId: _id });
    for (const title of ['One', 'Two']) await by.create('/api/sales/tasks', { title, leadId: _id });
    await scored(by, _id, 27);
    const { reasons } = (await score(by, _id)).body;
    assert.deepEqual(reasons, [
      { ruleId: opened._id, name: 'Opened', points: 5 },
      { ruleId: form._id, name: 'Form', points: 20 },
      { ruleId: task._id, name: 'Task', points: 2 },
    ]);
  });

  it('falls as events get older, to nothing at the end', async () => {
    const by = await newTenant();
    await rule(by, { eventType: 'task.created', points: 100, decayDays: 10 });
    const { _id } = await by.create('/api/sales/leads', { lastName: 'Decaying' });
    const task = await by.create('/api/sales/tasks', { title: 'T', leadId: _id });
    await scored(by, _id, 100);
    const aged = (days: number) =>
      sql(`update sales_tasks set created_at = now() - make_interval(days => $2::int) where id = $1`, [task._id, days]);
    await aged(5);
    // The follower computes a score that decays again when it is due.
    await sql('update score_decays set due_at = now() where record_id = $1', [_id]);
    await by.create('/api/sales/leads', { lastName: 'Something happens' });
    await scored(by, _id, 50);
    await aged(11);
    assert.equal((await score(by, _id)).body.score, 0);
    assert.deepEqual(await sql('select 1 from score_decays where record_id = $1', [_id]), []);
  });

  it('of contacts is computed by rules for contacts', async () => {
    const by = await newTenant();
    await rule(by, { modelKey: 'contacts', filter: { title: 'CEO' }, points: 30 });
    const { _id } = await by.create('/api/sales/contacts', { lastName: 'C', title: 'CEO' });
    await until('the score', async () => (await by.get(`/api/sales/contacts/${_id}`)).body.score === 30);
    assert.equal((await by.get(`/api/sales/contacts/${_id}`)).body.rating, 'warm');
  });

  it('that somebody wrote stays when there are no active rules', async () => {
    const by = await newTenant();
    const { _id } = await by.create('/api/sales/leads', { lastName: 'By hand', score: 12, rating: 'hot' });
    const { body } = await score(by, _id);
    assert.deepEqual(body, { leadId: _id, score: 12, rating: 'hot', reasons: [] });
  });

  it('is rated by the thresholds of a setting, which is checked', async () => {
    const by = await newTenant();
    const setting = { key: 'sales.leadRating', value: { hot: 10, warm: 5 } };
    assert.equal((await by.post('/api/ui/settings', { ...setting, value: { hot: 1, warm: 5 } })).status, 422);
    await by.create('/api/ui/settings', setting);
    await rule(by, { filter: { lastName: 'Rated' } });
    const { _id } = await by.create('/api/sales/leads', { lastName: 'Rated' });
    assert.equal((await score(by, _id)).body.rating, 'hot');
  });

  it('is computed for records that existed before the first rule', async () => {
    const by = await newTenant();
    const operations = Array.from({ length: 600 }, () => ({ op: 'create', record: { lastName: 'Early' } }));
    await by.post('/api/sales/leads/bulk?return=minimal', { operations });
    await rule(by, { filter: { lastName: 'Early' } });
    await until('all scores', async () => {
      const { meta } = (await by.get('/api/sales/leads?filter[score]=10&limit=1&count=exact')).body;
      return meta.total === 600;
    });
  });

  it('is not written in a dry run, and needs the permission to write the lead', async () => {
    const by = await newTenant();
    await rule(by, { eventType: 'task.created' });
    const { _id } = await by.create('/api/sales/leads', { lastName: 'Dry' });
    await scored(by, _id, 0);
    await sql(
      `insert into sales_tasks (tenant_id, id, title, lead_id) select tenant_id, gen_random_uuid(), 'T', id from sales_leads where id = $1`,
      [_id],
    );
    const tried = await by.post('/api/sales/lead-management/score?dryRun=true', { leadId: _id });
    assert.deepEqual([tried.status, tried.body.score], [200, 10]);
    assert.equal((await readLead(by, _id)).score, 0);
    const reader = await app.user({ permissions: ['sales:read'] }, by);
    assert.equal((await score(reader, _id)).status, 403);
    assert.equal((await score(app.admin, _id)).status, 404);
  });
});

describe('a scoring rule', () => {
  it('is refused with the field that is wrong', async () => {
    const by = await newTenant();
    const refused = async (values: Json, field: string) => {
      const reply = await by.post('/api/sales/leadScoringRules', { name: 'R', points: 1, ...values });
      assert.deepEqual([reply.status, reply.body.error.details?.[0]?.field], [422, field], reply.text);
    };
    await refused({}, 'filter');
    await refused({ filter: { nothing: 1 } }, 'filter');
    await refused({ filter: { ownerId: 'me' } }, 'filter');
    await refused({ eventType: 'email.eaten' }, 'eventType');
    await refused({ eventType: 'product.created' }, 'eventType');
    await refused({ filter: { rating: 'hot' }, decayDays: 3 }, 'decayDays');
    await refused({ filter: { rating: 'hot' }, points: 5000 }, 'points');
    await refused({ filter: { rating: 'hot' }, modelKey: 'accounts' }, 'modelKey');
  });

  it('is written by administrators of sales', async () => {
    const by = await newTenant();
    const seller = await app.user({ permissions: ['sales:read', 'sales:write'] }, by);
    const reply = await seller.post('/api/sales/leadScoringRules', { name: 'R', points: 1, filter: { rating: 'hot' } });
    assert.equal(reply.status, 403);
  });

  it('that names a deleted field gives no points, and the others still do', async () => {
    const by = await newTenant();
    const field = await by.post('/api/data/models/sales/leads/fields', { key: 'gone', type: 'text', label: 'Gone' });
    assert.equal(field.status, 201, field.text);
    await rule(by, { filter: { gone: { null: true } }, points: 7 });
    await rule(by, { filter: { lastName: 'Left' } });
    const { _id } = await by.create('/api/sales/leads', { lastName: 'Left' });
    await scored(by, _id, 17);
    assert.ok((await by.delete('/api/data/models/sales/leads/fields/gone')).status < 300);
    assert.equal((await score(by, _id)).body.score, 10);
  });
});
