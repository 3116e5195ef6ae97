import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';

const app = await appForFile();
const { sql } = app;
const contacts = '/api/sales/contacts';
const path = '/api/marketing/segments';

/** Each test has a tenant, because the follower looks at all segments of one. */
let tenants = 0;
const newTenant = (): Promise<Client> => {
  tenants += 1;
  return app.tenant(`segments-${tenants}`);
};

const contact = (by: Client, values: Json = {}): Promise<Json> =>
  by.create(contacts, { firstName: 'A', lastName: 'B', ...values });
const segmentOf = (by: Client, definition: Json | null, values: Json = {}): Promise<Json> =>
  by.create(path, { name: 'S', definition, ...values });

async function members(by: Client, id: string, query = ''): Promise<string[]> {
  const reply = await by.get(`${path}/${id}/members${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data.map(({ recordId }: Json) => recordId).sort();
}

const hasMembers = (by: Client, { _id }: Json, expected: readonly Json[]): Promise<unknown> =>
  until(`the members of ${_id}`, async () => {
    const ids = await members(by, _id, '?limit=200');
    return (
      ids.join() ===
      expected
        .map((one) => one._id)
        .sort()
        .join()
    );
  });

describe('the members of a segment', () => {
  it('are who meets the definition, and follow every change of a record', async () => {
    const by = await newTenant();
    const [paris, rome] = [await contact(by, { title: 'Paris' }), await contact(by, { title: 'Rome' })];
    const segment = await segmentOf(by, { title: 'Paris' });
    await hasMembers(by, segment, [paris]);
    assert.partialDeepStrictEqual((await by.get(`${path}/${segment._id}`)).body, {
      memberCount: 1,
      problem: null,
      version: 1,
    });
    const third = await contact(by, { title: 'Paris' });
    await hasMembers(by, segment, [paris, third]);
    await by.patch(`${contacts}/${rome._id}`, { title: 'Paris' });
    await hasMembers(by, segment, [paris, rome, third]);
    await by.patch(`${contacts}/${paris._id}`, { title: 'Rome' });
    await hasMembers(by, segment, [rome, third]);
    await by.delete(`${contacts}/${third._id}`);
    await hasMembers(by, segment, [rome]);
    await by.post(`${contacts}/${third._id}/restore`, {});
    await hasMembers(by, segment, [rome, third]);
    await until('the count', async () => (await by.get(`${path}/${segment._id}`)).body.memberCount === 2);
  });

  it('follow records to which they refer', async () => {
    const by = await newTenant();
    const hotel = 'https://hotel.example/';
    const account = await by.create('/api/sales/accounts', { name: 'Large', website: hotel });
    const one = await contact(by, { accountId: account._id });
    await contact(by);
    const segment = await segmentOf(by, { 'accountId.website': hotel });
    await hasMembers(by, segment, [one]);
    await by.patch(`/api/sales/accounts/${account._id}`, { website: 'https://shop.example/' });
    await hasMembers(by, segment, []);
    await by.patch(`/api/sales/accounts/${account._id}`, { website: hotel });
    const other = await contact(by, { accountId: account._id });
    await hasMembers(by, segment, [one, other]);
    await by.patch(`${contacts}/${one._id}`, { accountId: null });
    await hasMembers(by, segment, [other]);
  });

  it('follow events, and leave when the time for them is over', async () => {
    const by = await newTenant();
    const [one, two] = [await contact(by), await contact(by)];
    const segment = await segmentOf(by, { event: { type: 'activity.created', count: 2, within: '4s' } });
    const activity = (contactId: string) =>
      by.create('/api/sales/activities', { type: 'call', subject: 'Call', contactId });
    await activity(one._id);
    await activity(one._id);
    await activity(two._id);
    await hasMembers(by, segment, [one]);
    await hasMembers(by, segment, []);
    const [row] = await sql(
      'select extract(epoch from left_at - entered_at)::float8 as seconds from segment_members where record_id = $1',
      [one._id],
    );
    assert.ok(row?.seconds > 0.5 && row.seconds < 9, `${row?.seconds} s`);
  });

  it('enter when the time of an event comes', async () => {
    const by = await newTenant();
    const one = await contact(by);
    const segment = await segmentOf(by, { event: { type: 'activity.starts' } });
    const startsAt = new Date(Date.now() + 2500).toISOString();
    await by.create('/api/sales/activities', { type: 'meeting', subject: 'Later', contactId: one._id, startsAt });
    await hasMembers(by, segment, [one]);
    const [row] = await sql('select entered_at as at from segment_members where record_id = $1', [one._id]);
    assert.ok(row?.at >= new Date(startsAt));
  });

  it('count only events that meet a filter', async () => {
    const by = await newTenant();
    const [one, two] = [await contact(by), await contact(by)];
    const segment = await segmentOf(by, { event: { type: 'activity.created', filter: { type: 'call' } } });
    const activity = (type: string, { _id: contactId }: Json) =>
      by.create('/api/sales/activities', { type, subject: 'A', contactId });
    const meeting = await activity('meeting', one);
    await activity('call', two);
    await hasMembers(by, segment, [two]);
    await by.patch(`/api/sales/activities/${meeting._id}`, { type: 'call' });
    await hasMembers(by, segment, [one, two]);
  });

  it('can be those of other segments, of lists, and a part of all', async () => {
    const by = await newTenant();
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) => contact(by, { title: n < 10 ? 'Chief' : 'Cook' })),
    );
    const chiefs = await segmentOf(by, { title: 'Chief' });
    const list = await by.create('/api/communications/emailLists', { name: 'L', contactIds: [all[0]?._id] });
    const both = await segmentOf(by, { and: [{ segment: chiefs._id }, { list: list._id }] });
    const others = await segmentOf(by, { not: { segment: chiefs._id } });
    const [half, rest] = [
      await segmentOf(by, { percent: { from: 0, to: 50 } }),
      await segmentOf(by, { percent: { from: 50, to: 100 } }),
    ];
    await hasMembers(by, both, all.slice(0, 1));
    await hasMembers(by, others, all.slice(10));
    await until('two parts', async () => {
      const parts = [await members(by, half._id, '?limit=200'), await members(by, rest._id, '?limit=200')];
      return parts.flat().length === 20 && new Set(parts.flat()).size === 20 && parts.every(({ length }) => length > 1);
    });
    const member = { emailListId: list._id, email: 'a@example.com', contactId: all[1]?._id };
    const { _id } = await by.create('/api/communications/emailListMembers', member);
    await hasMembers(by, both, all.slice(0, 2));
    await by.patch(`/api/communications/emailListMembers/${_id}`, { status: 'unsubscribed' });
    await hasMembers(by, both, all.slice(0, 1));
    await by.patch(`/api/communications/emailLists/${list._id}`, { contactIds: [all[3]?._id, all[12]?._id] });
    await hasMembers(by, both, all.slice(3, 4));
    await by.patch(`${path}/${chiefs._id}`, { definition: { title: 'Cook' } });
    await hasMembers(by, both, all.slice(12, 13));
    await hasMembers(by, others, all.slice(0, 10));
  });

  it('are chosen by hand too, and excluded by hand', async () => {
    const by = await newTenant();
    const [one, two, three] = [await contact(by, { title: 'X' }), await contact(by), await contact(by, { title: 'X' })];
    const segment = await segmentOf(by, { title: 'X' }, { contactIds: [two._id], excludedContactIds: [three._id] });
    await hasMembers(by, segment, [one, two]);
    await by.patch(`${path}/${segment._id}`, { contactIds: [], excludedContactIds: [] });
    await hasMembers(by, segment, [one, three]);
    await by.patch(`${path}/${segment._id}`, { type: 'static', contactIds: [two._id] });
    await hasMembers(by, segment, [two]);
  });

  it('are of any model, those of the tenant included', async () => {
    const by = await newTenant();
    await by.post('/api/data/models', {
      moduleKey: 'sales',
      slug: 'boats',
      label: 'Boat',
      labelPlural: 'Boats',
      fields: [{ key: 'length', type: 'number' }],
    });
    await by.post('/api/data/models/sales/boats/fields', { key: 'twice', type: 'formula', formula: 'length * 2' });
    const boats = '/api/sales/boats';
    const boat = await by.create(boats, { length: 12 });
    const segment = await segmentOf(by, { twice: { gt: 20 } }, { modelKey: 'boats' });
    await hasMembers(by, segment, [boat]);
    await by.patch(`${boats}/${boat._id}`, { length: 9 });
    await hasMembers(by, segment, []);
    await by.patch('/api/data/models/sales/boats/fields/twice', { formula: 'length * 3' });
    await hasMembers(by, segment, [boat]);
  });
});

describe('a segment', () => {
  it('tells when records enter and leave, and who was in it at a time', async () => {
    const by = await newTenant();
    const one = await contact(by, { title: 'Y' });
    const segment = await segmentOf(by, { title: 'Y' });
    await hasMembers(by, segment, [one]);
    const at = new Date(Date.now() + 5).toISOString();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await by.patch(`${contacts}/${one._id}`, { title: 'Z' });
    await hasMembers(by, segment, []);
    assert.deepEqual(await members(by, segment._id, `?at=${at}`), [one._id]);
    assert.deepEqual(await members(by, segment._id, '?at=2020-01-01T00:00:00Z'), []);
    const events = await sql(
      `select type, record from events where model = 'marketing.segmentMembers' and record->>'segmentId' = $1 order by xid, seq`,
      [segment._id],
    );
    const record = { segmentId: segment._id, modelKey: 'contacts', recordId: one._id };
    assert.deepEqual(events, [
      { type: 'segment.entered', record },
      { type: 'segment.left', record },
    ]);
    const { data } = (await by.get('/api/data/changes?limit=200')).body;
    assert.ok(data.some(({ type }: Json) => type === 'segment.left'));
  });

  it('forgets who left longer ago than events are kept', async () => {
    const by = await newTenant();
    const [one, two] = [await contact(by, { title: 'Y' }), await contact(by, { title: 'Y' })];
    const segment = await segmentOf(by, { title: 'Y' });
    await hasMembers(by, segment, [one, two]);
    for (const { _id } of [one, two]) await by.patch(`${contacts}/${_id}`, { title: null });
    await hasMembers(by, segment, []);
    await sql(
      `update segment_members set entered_at = entered_at - interval '20 years', left_at = left_at - interval '20 years'
      where record_id = $1`,
      [one._id],
    );
    await contact(by, { title: 'Y' });
    await until('the old row to go', async () => {
      const rows = await sql('select record_id from segment_members where record_id = any($1)', [[one._id, two._id]]);
      return rows.length === 1 && rows[0]?.record_id === two._id;
    });
  });

  it('has pages of members, last entered first', async () => {
    const by = await newTenant();
    const all = await Promise.all(Array.from({ length: 7 }, () => contact(by)));
    const segment = await segmentOf(by, {});
    await hasMembers(by, segment, all);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await by.get(`${path}/${segment._id}/members?limit=3${cursor}`);
      seen.push(...body.data.map(({ _id }: Json) => _id));
      assert.equal(body.meta.total, 7);
      if (body.meta.nextCursor === null) break;
      cursor = `&cursor=${body.meta.nextCursor}`;
    }
    assert.deepEqual(seen.toSorted(), all.map(({ _id }) => _id).toSorted());
    assert.equal((await by.get(`${path}/${segment._id}/members?cursor=x`)).status, 400);
  });

  it('that is not active keeps its members as they were, and catches up when it is active again', async () => {
    const by = await newTenant();
    const one = await contact(by, { title: 'Y' });
    const segment = await segmentOf(by, { title: 'Y' });
    await hasMembers(by, segment, [one]);
    await by.patch(`${path}/${segment._id}`, { active: false });
    const two = await contact(by, { title: 'Y' });
    const other = await segmentOf(by, { title: 'Y' });
    await hasMembers(by, other, [one, two]);
    assert.deepEqual(await members(by, segment._id), [one._id]);
    assert.equal((await by.post(`${path}/${segment._id}/refresh`, {})).status, 409);
    await by.patch(`${path}/${segment._id}`, { active: true });
    await hasMembers(by, segment, [one, two]);
  });

  it('that is deleted leaves nothing behind, and has its members again when it is restored', async () => {
    const by = await newTenant();
    const one = await contact(by);
    const segment = await segmentOf(by, {});
    await hasMembers(by, segment, [one]);
    await by.delete(`${path}/${segment._id}`);
    await until('no rows', async () => {
      const rows = await sql(
        `select 1 from segment_members where segment_id = $1 union all select 1 from segment_states where segment_id = $1`,
        [segment._id],
      );
      return rows.length === 0;
    });
    await by.post(`${path}/${segment._id}/restore`, {});
    await hasMembers(by, segment, [one]);
  });

  it('that names a deleted field says so, keeps its members, and follows changes again after its definition was corrected', async () => {
    const by = await newTenant();
    const fields = '/api/data/models/sales/contacts/fields';
    await by.post(fields, { key: 'grade', type: 'text' });
    const one = await contact(by, { grade: 'A' });
    const segment = await segmentOf(by, { grade: 'A', createdAt: { lte: 'today' } });
    await hasMembers(by, segment, [one]);
    const nextAt = async () =>
      (await sql('select next_at from segment_states where segment_id = $1', [segment._id]))[0]?.next_at;
    assert.ok((await nextAt()) > new Date());
    await by.delete(`${fields}/grade`);
    await contact(by);
    const problem = await until('a problem', async () => (await by.get(`${path}/${segment._id}`)).body.problem);
    assert.match(problem, /grade is not a field/);
    assert.equal(await nextAt(), null, 'nothing is due of a segment that cannot be evaluated');
    assert.deepEqual(await members(by, segment._id), [one._id]);
    await by.patch(`${path}/${segment._id}`, { definition: { firstName: 'nobody' } });
    await hasMembers(by, segment, []);
    assert.equal((await by.get(`${path}/${segment._id}`)).body.problem, null);
  });

  it('can be compared with all records on demand', async () => {
    const by = await newTenant();
    const one = await contact(by);
    const segment = await segmentOf(by, {});
    const reply = await by.post(`${path}/${segment._id}/refresh`, {});
    assert.equal(reply.status, 200, reply.text);
    assert.partialDeepStrictEqual(reply.body, { memberCount: 1, evaluating: false, problem: null });
    assert.ok(Date.parse(reply.body.lastEvaluatedAt) > Date.now() - 60_000);
    assert.deepEqual(await members(by, segment._id), [one._id]);
    const reader = await app.user({ permissions: ['marketing:read', 'sales:read'] }, by);
    assert.equal((await reader.post(`${path}/${segment._id}/refresh`, {})).status, 403);
  });

  it('is saved and compared at the same time by many, without an error', async () => {
    const by = await newTenant();
    const segments = await Promise.all(['A', 'B', 'C'].map((title) => segmentOf(by, { title })));
    const statuses = new Map<number, number>();
    await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const one = `${path}/${segments[n % 3]?._id}`;
        const calls = [
          () => by.post(`${one}/refresh`, {}),
          () => by.patch(one, { definition: { title: 'ABC'[n % 3], score: { gte: n } } }),
          () => by.post(contacts, { lastName: 'L', title: 'A', score: 99 }),
        ];
        const { status } = await (calls[Math.floor(n / 3) % 3] as (typeof calls)[0])();
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
    );
    assert.deepEqual(
      [...statuses.keys()].filter((status) => status >= 300),
      [],
    );
    await until('all members', async () => (await members(by, segments[0]?._id, '?limit=200')).length === 18);
  });

  it('can be tried without being stored', async () => {
    const by = await newTenant();
    const one = await contact(by, { title: 'Y' });
    const segment = await segmentOf(by, { title: 'N' });
    const preview = (body: Json, id = segment._id) => by.post(`${path}/${id}/preview`, body);
    const found = (await preview({ definition: { title: 'Y' } })).body;
    assert.deepEqual([found.count, found.sample.map(({ _id }: Json) => _id)], [1, [one._id]]);
    assert.deepEqual((await preview({})).body, { count: 0, sample: [] });
    assert.equal((await preview({ definition: { nothing: 1 } })).status, 422);
    const fresh = await by.post('/api/marketing/segment-preview', { modelKey: 'accounts', definition: {} });
    assert.deepEqual(fresh.body, { count: 0, sample: [] });
    assert.deepEqual((await by.get(`${path}/${segment._id}`)).body.definition, { title: 'N' });
  });

  it('shows each reader the records within reach, and the number only to those who see all', async () => {
    const by = await newTenant();
    await contact(by);
    const segment = await segmentOf(by, {});
    const narrow = await app.user({ permissions: ['marketing:*', 'sales:read:own', 'sales:write:own'] }, by);
    const own = await contact(narrow);
    await until('two members', async () => (await members(by, segment._id)).length === 2);
    assert.deepEqual(await members(narrow, segment._id), [own._id]);
    assert.deepEqual((await narrow.post(`${path}/${segment._id}/preview`, {})).body.count, 1);
    assert.equal('memberCount' in (await narrow.get(`${path}/${segment._id}`)).body, false);
    const { data } = (await narrow.get('/api/data/changes?limit=200')).body;
    assert.deepEqual(
      data.filter(({ type }: Json) => type.startsWith('segment.entered')),
      [],
    );
  });

  it('does not take its number of members from clients', async () => {
    const by = await newTenant();
    const segment = await segmentOf(by, {});
    assert.equal((await by.patch(`${path}/${segment._id}`, { memberCount: 5 })).status, 422);
    const { body } = await by.get(`${path}/${segment._id}`);
    await contact(by);
    await until('a member', async () => (await members(by, segment._id)).length === 1);
    assert.equal((await by.put(`${path}/${segment._id}`, { ...body, name: 'New' })).status, 200);
  });
});
