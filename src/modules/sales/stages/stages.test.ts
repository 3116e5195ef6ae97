import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { invalid, refused } from '#test/expect.ts';
import { appForFile, type Json } from '#test/harness.ts';

const app = await appForFile();
const { admin, events, tenant, user } = app;
const deals = '/api/sales/opportunities';
const stages = '/api/sales/opportunityStatuses';
const pipelines = '/api/sales/pipelines';

const make = (record: Json = {}): Promise<Json> => admin.create(deals, { name: 'Deal', ...record });
const change = async ({ _id }: Json, values: Json): Promise<Json> => {
  const { status, body, text } = await admin.patch(`${deals}/${_id}`, values);
  assert.equal(status, 200, text);
  return body;
};
const isNow = (moment: string): boolean => Math.abs(Date.parse(moment) - Date.now()) < 60_000;
const stageOf = async (key: string, pipelineId?: string): Promise<Json> => {
  const { data } = (
    await admin.get(`${stages}?filter[key]=${key}${pipelineId ? `&filter[pipelineId]=${pipelineId}` : ''}`)
  ).body;
  return data[0];
};
const today = new Date().toISOString().slice(0, 10);

describe('a stage whose category changes', () => {
  const settled = async (id: string, expected: (deal: Json) => boolean): Promise<Json> =>
    eventually(async () => {
      const { body } = await admin.get(`${deals}/${id}`);
      assert.ok(expected(body), JSON.stringify(body));
      return body;
    });

  it('closes its deals, sets their forecast, and opens them again, with an event each', async () => {
    const stage = await admin.create(stages, { name: 'Signed', probability: 70 });
    const operations = Array.from({ length: 600 }, (_, n) => ({
      op: 'create',
      record: { name: `Signed ${n}`, value: 100, stage: 'signed', ...(n === 0 && { probability: 55 }) },
    }));
    const created = await admin.post(`${deals}/bulk`, { operations: operations.slice(0, 500) });
    await admin.post(`${deals}/bulk`, { operations: operations.slice(500) });
    const [byHand, usual]: Json[] = created.body.results.map(({ record }: Json) => record);
    const other = await make({ stage: 'proposal' });
    await admin.patch(`${stages}/${stage._id}`, { category: 'won' });
    const won = await settled(usual?._id, ({ closedAt }) => closedAt !== null);
    assert.deepEqual(
      [won.stage, won.probability, won.expectedValue, won.forecastCategory, won.closeDate, won.version],
      ['signed', 100, 100, 'closed', today, 2],
    );
    assert.ok(isNow(won.closedAt));
    assert.equal(won.stageChangedAt, usual?.stageChangedAt);
    const kept = await settled(byHand?._id, ({ closedAt }) => closedAt !== null);
    assert.deepEqual([kept.probability, kept.forecastCategory], [55, 'closed']);
    const total = async (filter: string) => (await admin.get(`${deals}?${filter}&count=exact&limit=1`)).body.meta.total;
    await eventually(async () =>
      assert.equal(await total(`filter[statusId]=${stage._id}&filter[closedAt][null]=true`), 0),
    );
    assert.equal(await total(`filter[statusId.category]=won&filter[statusId]=${stage._id}`), 600);
    const [, event, ...more] = await events(usual?._id);
    assert.deepEqual([event?.type, event?.actor_id, more.length], ['opportunity.updated', admin.userId, 0]);
    assert.equal((await admin.get(`${deals}/${other._id}`)).body.version, 1);
    await admin.patch(`${stages}/${stage._id}`, { category: 'open', probability: 30 });
    const open = await settled(usual?._id, ({ closedAt }) => closedAt === null);
    assert.deepEqual([open.probability, open.forecastCategory, open.version], [30, 'pipeline', 3]);
  });

  it('is merged with one of its new category, and no deal is forgotten', async () => {
    const loser = await admin.create(stages, { name: 'Nearly signed', probability: 90 });
    const operations = Array.from({ length: 300 }, (_, n) => ({
      op: 'create',
      record: { name: 'Nearly', stage: loser.key, value: n },
    }));
    await admin.post(`${deals}/bulk`, { operations });
    const winner = await stageOf('won');
    await admin.patch(`${stages}/${loser._id}`, { category: 'won' });
    const reply = await admin.post('/api/data/statuses/merge', {
      model: 'sales.opportunityStatuses',
      winnerId: winner._id,
      loserIds: [loser._id],
    });
    assert.equal(reply.status, 202, reply.text);
    await eventually(async () => refused(await admin.get(`${stages}/${loser._id}`), 404, 'not_found'));
    const total = async (filter: string): Promise<number> =>
      (await admin.get(`${deals}?filter[name]=Nearly${filter}&count=exact&limit=1`)).body.meta.total;
    assert.equal(await total('&filter[stage]=won&filter[forecastCategory]=closed&filter[closedAt][null]=false'), 300);
    assert.equal(await total(''), 300);
  });

  it('has nothing of it in a dry run', async () => {
    const stage = await admin.create(stages, { name: 'Tried' });
    const deal = await make({ stage: stage.key });
    assert.equal((await admin.patch(`${stages}/${stage._id}?dryRun=true`, { category: 'lost' })).status, 200);
    const { data } = (await admin.get('/api/data/jobs?filter[name]=statuses.follow&limit=1')).body;
    assert.ok(!data.some(({ state }: Json) => state === 'queued' || state === 'running'));
    assert.equal((await admin.get(`${deals}/${deal._id}`)).body.closedAt, null);
  });
});

describe('the stage of a deal', () => {
  it('sets probability, expected value, forecast category and the time of its change', async () => {
    const deal = await make({ value: 1000 });
    assert.deepEqual(
      [deal.stage, deal.probability, deal.expectedValue, deal.forecastCategory, deal.probabilitySetByHand],
      ['prospecting', 10, 100, 'pipeline', false],
    );
    assert.ok(isNow(deal.stageChangedAt) && deal.statusId && deal.pipelineId);
    const next = await change(deal, { stage: 'negotiation' });
    assert.deepEqual([next.probability, next.expectedValue, next.forecastCategory], [80, 800, 'commit']);
    assert.ok(next.stageChangedAt > deal.stageChangedAt);
    const renamed = await change(next, { name: 'Other' });
    assert.equal(renamed.stageChangedAt, next.stageChangedAt);
  });

  it('leaves the probability alone once somebody has set it, until it is cleared', async () => {
    const deal = await make({ value: 1000, probability: 55 });
    assert.deepEqual([deal.probability, deal.probabilitySetByHand], [55, true]);
    const next = await change(deal, { stage: 'negotiation' });
    assert.deepEqual([next.probability, next.expectedValue, next.forecastCategory], [55, 550, 'commit']);
    assert.deepEqual((await change(next, { probability: null })).probability, 80);
    assert.equal((await change(next, { stage: 'proposal' })).probability, 60);
    invalid(await admin.patch(`${deals}/${deal._id}`, { probabilitySetByHand: true }), {
      probabilitySetByHand: 'read_only',
    });
  });

  it('closes a deal that is won or lost, and opens it again', async () => {
    const deal = await make();
    const won = await change(deal, { stage: 'won' });
    assert.ok(isNow(won.closedAt));
    assert.deepEqual([won.closeDate, won.probability, won.forecastCategory], [today, 100, 'closed']);
    const lost = await change(won, { statusId: (await stageOf('lost'))._id });
    assert.deepEqual(
      [lost.stage, lost.closedAt, lost.probability, lost.forecastCategory],
      ['lost', won.closedAt, 0, 'omitted'],
    );
    const reopened = await change(lost, { stage: 'proposal' });
    assert.deepEqual([reopened.closedAt, reopened.closeDate], [null, today]);
    const planned = await make({ closeDate: '2030-01-02' });
    assert.equal((await change(planned, { stage: 'won' })).closeDate, '2030-01-02');
  });

  it('closes deals that are made as won, in bulk as well, and keeps the values of the same write', async () => {
    const closedAt = '2025-03-04T05:06:07.000Z';
    const stageChangedAt = '2025-03-01T00:00:00.000Z';
    const operations = [
      { stage: 'won' },
      { stage: 'lost', closedAt, stageChangedAt, probability: 3, forecastCategory: 'pipeline' },
    ].map((record) => ({ op: 'create', record: { name: 'Bulk', ...record } }));
    const { body } = await admin.post(`${deals}/bulk`, { operations });
    const [won, lost] = body.results.map(({ record }: Json) => record);
    assert.ok(isNow(won.closedAt) && isNow(won.stageChangedAt));
    assert.deepEqual(
      [lost.closedAt, lost.stageChangedAt, lost.probability, lost.forecastCategory, lost.closeDate],
      [closedAt, stageChangedAt, 3, 'pipeline', today],
    );
  });

  it('may be an unknown text, which changes only the time of the change and closes nothing', async () => {
    const deal = await make();
    const parked = await change(deal, { stage: 'parked' });
    assert.deepEqual(
      [parked.statusId, parked.closedAt, parked.probability, parked.pipelineId],
      [null, null, 10, deal.pipelineId],
    );
    assert.ok(parked.stageChangedAt > deal.stageChangedAt);
    const won = await change(parked, { stage: 'won' });
    assert.equal((await change(won, { stage: 'parked again' })).closedAt, null);
  });

  it('is decided by the category of its status and not by its name', async () => {
    const client = await tenant();
    const signed = await client.create(stages, { name: 'Unterschrieben', category: 'won' });
    assert.deepEqual(
      [signed.key, signed.probability, signed.forecastCategory, signed.isClosed],
      ['unterschrieben', 100, 'closed', true],
    );
    const deal = await client.create(deals, { name: 'D', stage: 'unterschrieben' });
    assert.ok(isNow(deal.closedAt));
    const query = 'filter[statusId.category]=won';
    assert.equal((await client.get(`${deals}?${query}`)).body.meta.total, 1);
  });

  it('needs the fields that the stage requires', async () => {
    const stage = await admin.create(stages, {
      name: 'Contract',
      requiredFields: ['value', 'contactId', 'description'],
    });
    const deal = await make({ value: 0 });
    const refusal = await admin.patch(`${deals}/${deal._id}`, { stage: stage.key });
    invalid(refusal, { contactId: 'required', description: 'required' });
    assert.match(refusal.body.error.details[0].message, /Contract/);
    invalid(await admin.post(deals, { name: 'D', statusId: stage._id, value: 1, description: 'x' }), {
      contactId: 'required',
    });
    const { _id: contactId } = await admin.create('/api/sales/contacts', { lastName: 'C' });
    const moved = await change(deal, { stage: stage.key, contactId, description: 'x' });
    assert.equal(moved.statusId, stage._id);
    await change(moved, { description: null });
    for (const key of ['nothing', 'expectedValue', '_id'])
      invalid(await admin.patch(`${stages}/${stage._id}`, { requiredFields: [key] }), {
        requiredFields: 'unknown_field',
      });
    await admin.delete(`${stages}/${stage._id}`);
  });

  it('lists the stages with their times, from the history', async () => {
    const deal = await make({ stageChangedAt: '2026-01-01T00:00:00.000Z' });
    const moves = [
      { stage: 'proposal', stageChangedAt: '2026-01-11T12:00:00.000Z' },
      { name: 'Renamed' },
      { stage: 'won' },
    ];
    for (const move of moves) await change(deal, move);
    const reply = await admin.get(`${deals}/${deal._id}/stages`);
    const { data } = reply.body;
    assert.deepEqual(
      data.map(({ stage }: Json) => stage),
      ['prospecting', 'proposal', 'won'],
      reply.text,
    );
    assert.deepEqual(data[0], {
      stage: 'prospecting',
      enteredAt: '2026-01-01T00:00:00.000Z',
      leftAt: '2026-01-11T12:00:00.000Z',
      days: 10.5,
    });
    assert.equal(data[1].leftAt, data[2].enteredAt);
    assert.deepEqual([data[2].leftAt, data[2].days], [null, 0]);
    const stranger = await tenant();
    refused(await stranger.get(`${deals}/${deal._id}/stages`), 404, 'not_found');
    const own = await user({ permissions: ['sales:read:own'] });
    refused(await own.get(`${deals}/${deal._id}/stages`), 404, 'not_found');
    const blind = await user({ permissions: ['sales:read'], hiddenFields: { 'sales.opportunities': ['stage'] } });
    refused(await blind.get(`${deals}/${deal._id}/stages`), 403, 'forbidden');
  });
});

describe('a pipeline', () => {
  let renewals: Json;
  let first: Json;

  before(async () => {
    const { data } = (await admin.get(pipelines)).body;
    first = data[0];
    assert.deepEqual([data.length, first.name, first.isDefault, first.active], [1, 'Sales pipeline', true, true]);
    renewals = await admin.create(pipelines, { name: 'Renewals' });
    assert.deepEqual([renewals.isDefault, renewals.active], [false, true]);
    for (const record of [
      { name: 'Notice', probability: 50, rottingDays: 14 },
      { name: 'Proposal', probability: 70 },
      { name: 'Won', category: 'won' },
    ])
      await admin.create(stages, { pipelineId: renewals._id, ...record });
  });

  it('has its own stages with its own default', async () => {
    const { data } = (await admin.get(`${stages}?filter[pipelineId]=${renewals._id}&sort=position`)).body;
    assert.deepEqual(
      data.map(({ key, isDefault, position }: Json) => [key, isDefault, position]),
      [
        ['notice', true, 1],
        ['proposal', false, 2],
        ['won', false, 3],
      ],
    );
    assert.equal((await stageOf('prospecting')).isDefault, true);
    const again = await admin.post(stages, { pipelineId: renewals._id, name: 'X', key: 'won' });
    refused(again, 409, 'unique_violation');
    const other = await stageOf('notice');
    invalid(await admin.patch(`${stages}/${other._id}`, { pipelineId: first._id }), { pipelineId: 'read_only' });
  });

  it('gives a deal the default of the pipeline that it is made in', async () => {
    const deal = await make({ pipelineId: renewals._id });
    assert.deepEqual([deal.stage, deal.probability, deal.pipelineId], ['notice', 50, renewals._id]);
    const usual = await make();
    assert.equal(usual.pipelineId, first._id);
  });

  it('decides which stage a text means, and changes with the stage', async () => {
    const deal = await make({ pipelineId: renewals._id, stage: 'proposal' });
    assert.deepEqual([deal.probability, deal.statusId], [70, (await stageOf('proposal', renewals._id))._id]);
    const won = await change(deal, { stage: 'won' });
    assert.deepEqual([won.pipelineId, won.statusId], [renewals._id, (await stageOf('won', renewals._id))._id]);
    const moved = await change(won, { stage: 'needsAnalysis' });
    assert.equal(moved.pipelineId, first._id);
    const back = await change(moved, { statusId: (await stageOf('notice'))._id });
    assert.deepEqual([back.pipelineId, back.stage], [renewals._id, 'notice']);
    const odd = await change(back, { stage: 'odd' });
    assert.deepEqual([odd.pipelineId, odd.statusId], [renewals._id, null]);
  });

  it('keeps the stage of a deal that moves to another pipeline where it has the same one, else begins with the default', async () => {
    const deal = await make({ stage: 'proposal' });
    const moved = await change(deal, { pipelineId: renewals._id });
    assert.deepEqual([moved.stage, moved.statusId], ['proposal', (await stageOf('proposal', renewals._id))._id]);
    const begun = await make({ stage: 'negotiation' });
    assert.equal((await change(begun, { pipelineId: renewals._id })).stage, 'notice');
  });

  it('is refused when it contradicts the stage', async () => {
    const notice = await stageOf('notice');
    invalid(await admin.post(deals, { name: 'D', pipelineId: first._id, statusId: notice._id }), {
      pipelineId: 'contradiction',
    });
    invalid(await admin.post(deals, { name: 'D', pipelineId: first._id, stage: 'notice' }), { stage: 'not_an_option' });
    invalid(await admin.post(deals, { name: 'D', pipelineId: admin.userId }), { pipelineId: 'reference_not_found' });
  });

  it('is the default alone, and stays while it has deals', async () => {
    const other = await admin.create(pipelines, { name: 'Partners', isDefault: true });
    const defaults = (await admin.get(`${pipelines}?filter[isDefault]=true`)).body.data;
    assert.deepEqual(
      defaults.map(({ name }: Json) => name),
      ['Partners'],
    );
    invalid(await admin.patch(`${pipelines}/${other._id}`, { active: false }), { active: 'default_required' });
    invalid(await admin.patch(`${pipelines}/${other._id}`, { isDefault: false }), { isDefault: 'default_required' });
    refused(await admin.delete(`${pipelines}/${other._id}`), 409, 'conflict');
    await admin.patch(`${pipelines}/${first._id}`, { isDefault: true });
    assert.deepEqual(
      (await events(other._id)).map(({ type }) => type),
      ['pipeline.created', 'pipeline.updated'],
    );
    assert.equal((await admin.delete(`${pipelines}/${other._id}`)).status, 204);
    refused(await admin.delete(`${pipelines}/${renewals._id}`), 409, 'still_referenced');
  });

  it('deletes its stages with it', async () => {
    const short = await admin.create(pipelines, { name: 'Short' });
    const stage = await admin.create(stages, { pipelineId: short._id, name: 'Only' });
    assert.equal((await admin.delete(`${pipelines}/${short._id}`)).status, 204);
    refused(await admin.get(`${stages}/${stage._id}`), 404, 'not_found');
  });
});
