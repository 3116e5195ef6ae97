import assert from 'node:assert/strict';
import { it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';
import { until } from '#test/process.ts';

const app = await appForFile();
const { admin, sql } = app;

/** A repeatable source of random numbers. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const random = randomFrom(seed);
const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
const chance = (percent: number): boolean => random(100) < percent;

/** The world as plain objects, by which the expected members are found without SQL. */
interface Contact {
  title: string | null;
  score: number | null;
  accountId: string | null;
}
interface Activity {
  type: string;
  contactId: string | null;
}
interface Segment {
  definition: Json;
  added: string[];
  excluded: string[];
}
const contacts = new Map<string, Contact>();
const accounts = new Map<string, { phone: string | null }>();
const activities = new Map<string, Activity>();
const segments = new Map<string, Segment>();

const titles = [null, 'a', 'b', 'c'];
const types = ['call', 'meeting'];
const phones = [null, '+4930111', '+4930222'];

const newContact = (): Contact => ({
  title: pick(titles),
  score: chance(30) ? null : random(6),
  accountId: chance(40) ? null : pick([...accounts.keys()]),
});

function newDefinition(depth: number, others: readonly string[]): Json {
  const kind = random(depth > 0 ? 8 : 5);
  switch (kind) {
    case 0:
      return { title: pick(['a', 'b', { ne: 'a' }, { in: ['a', 'c'] }, { null: true }]) };
    case 1:
      return { score: { [pick(['gte', 'lt'])]: random(6) } };
    case 2:
      return { 'accountId.phone': pick(['+4930111', '+4930222']) };
    case 3:
      return {
        event: { type: 'activity.created', count: 1 + random(2), ...(chance(50) && { filter: { type: pick(types) } }) },
      };
    case 4:
      return others.length > 0 ? { segment: pick(others) } : { title: 'c' };
    case 5:
      return { not: newDefinition(depth - 1, others) };
    default:
      return {
        [kind === 6 ? 'and' : 'or']: Array.from({ length: 1 + random(3) }, () => newDefinition(depth - 1, others)),
      };
  }
}

/** Compares a contact with a definition in plain code, as the documentation of filters describes it. */
function meets(id: string, contact: Contact, definition: Json): boolean {
  return Object.entries<Json>(definition).every(([key, value]) => {
    if (key === 'and') return value.every((one: Json) => meets(id, contact, one));
    if (key === 'or') return value.some((one: Json) => meets(id, contact, one));
    if (key === 'not') return Object.keys(value).length === 0 || !meets(id, contact, value);
    if (key === 'segment') return isIn(id, contact, segments.get(value) as Segment);
    if (key === 'title') {
      if (typeof value === 'string') return contact.title === value;
      if (value.ne !== undefined) return contact.title !== value.ne;
      if (value.in !== undefined) return value.in.includes(contact.title);
      return contact.title === null;
    }
    if (key === 'score') {
      if (contact.score === null) return false;
      return value.gte === undefined ? contact.score < value.lt : contact.score >= value.gte;
    }
    if (key === 'event') {
      const of = [...activities.values()].filter(
        ({ contactId, type }) => contactId === id && (value.filter === undefined || type === value.filter.type),
      );
      return of.length >= value.count;
    }
    assert.equal(key, 'accountId.phone');
    return contact.accountId !== null && accounts.get(contact.accountId)?.phone === value;
  });
}

const isIn = (id: string, contact: Contact, { definition, added, excluded }: Segment): boolean =>
  (added.includes(id) || meets(id, contact, definition)) && !excluded.includes(id);

const expectedOf = (segment: Segment): string[] =>
  [...contacts]
    .filter(([id, contact]) => isIn(id, contact, segment))
    .map(([id]) => id)
    .toSorted();

const membersOf = async (segmentId: string): Promise<string[]> =>
  (
    await sql('select record_id as id from segment_members where segment_id = $1 and left_at is null order by 1', [
      segmentId,
    ])
  ).map(({ id }) => id);

const ok = async (reply: Promise<{ status: number; text: string }>): Promise<void> => {
  const { status, text } = await reply;
  assert.ok(status < 300, text);
};

async function addContact(): Promise<void> {
  const values = newContact();
  const { _id } = await admin.create('/api/sales/contacts', { lastName: 'C', ...values });
  contacts.set(_id, values);
}

async function addSegment(): Promise<void> {
  const record = {
    definition: newDefinition(2, [...segments.keys()].slice(0, 3)),
    added: chance(30) ? [pick([...contacts.keys()])] : [],
    excluded: chance(30) ? [pick([...contacts.keys()])] : [],
  };
  const { definition, added: contactIds, excluded: excludedContactIds } = record;
  const values = { name: 'S', definition, contactIds, excludedContactIds };
  const { _id } = await admin.create('/api/marketing/segments', values);
  segments.set(_id, record);
}

/** One change of the world, by the API and in the plain objects. */
async function change(): Promise<void> {
  const contactId = pick([...contacts.keys()]);
  switch (random(9)) {
    case 0:
      return addContact();
    case 1: {
      const values = newContact();
      await ok(admin.patch(`/api/sales/contacts/${contactId}`, values));
      contacts.set(contactId, values);
      return;
    }
    case 2: {
      if (!chance(40)) return;
      await ok(admin.delete(`/api/sales/contacts/${contactId}`));
      contacts.delete(contactId);
      for (const activity of activities.values()) if (activity.contactId === contactId) activity.contactId = null;
      for (const segment of segments.values()) {
        segment.added = segment.added.filter((id) => id !== contactId);
        segment.excluded = segment.excluded.filter((id) => id !== contactId);
      }
      return;
    }
    case 3: {
      const [id, phone] = [pick([...accounts.keys()]), pick(phones)];
      await ok(admin.patch(`/api/sales/accounts/${id}`, { phone }));
      accounts.set(id, { phone });
      return;
    }
    case 4:
    case 5: {
      const values = { type: pick(types), contactId };
      const { _id } = await admin.create('/api/sales/activities', { subject: 'A', ...values });
      activities.set(_id, values);
      return;
    }
    case 6: {
      const [id] = activities.size > 0 ? [pick([...activities.keys()])] : [];
      if (id === undefined) return;
      const values = { type: pick(types), contactId: chance(80) ? contactId : null };
      await ok(admin.patch(`/api/sales/activities/${id}`, values));
      activities.set(id, values);
      return;
    }
    case 7: {
      const [id] = activities.size > 0 ? [pick([...activities.keys()])] : [];
      if (id === undefined) return;
      await ok(admin.delete(`/api/sales/activities/${id}`));
      activities.delete(id);
      return;
    }
    default: {
      const [id, segment] = pick([...segments]);
      const nested = [...segments.keys()].slice(0, 3);
      // Only segments that nobody names get another definition with names, so that none names itself.
      const definition = newDefinition(2, nested.includes(id) ? [] : nested);
      await ok(admin.patch(`/api/marketing/segments/${id}`, { definition }));
      segment.definition = definition;
    }
  }
}

it(`segments have the members that plain code finds, whatever changes (SEED=${seed})`, async () => {
  for (let n = 0; n < 4; n += 1) {
    const phone = pick(phones);
    const { _id } = await admin.create('/api/sales/accounts', { name: `A${n}`, phone });
    accounts.set(_id, { phone });
  }
  for (let n = 0; n < 15; n += 1) await addContact();
  for (let n = 0; n < 12; n += 1) await addSegment();
  for (let round = 0; round < 12; round += 1) {
    for (let n = 0; n < 12; n += 1) await change();
    for (const [id, segment] of segments) {
      const expected = expectedOf(segment);
      let found: string[] = [];
      await until(
        `the members of ${JSON.stringify(segment.definition)}`,
        async () => {
          found = await membersOf(id);
          return found.join() === expected.join();
        },
        20_000,
      ).catch((error: Error) => {
        assert.deepEqual(found, expected, `${error.message} in round ${round}, SEED=${seed}`);
      });
    }
  }
  for (const id of segments.keys()) await requireAlternatingEvents(id);
});

/** Every record enters before it leaves, and leaves before it enters again; the last event says where it is now. */
async function requireAlternatingEvents(segmentId: string): Promise<void> {
  const events = await sql(
    `select type, record->>'recordId' as id from events
     where model = 'marketing.segmentMembers' and record->>'segmentId' = $1 order by xid, seq`,
    [segmentId],
  );
  const inside = new Set<string>();
  for (const { type, id } of events) {
    assert.equal(inside.has(id), type === 'segment.left', `${type} of ${id}`);
    if (type === 'segment.left') inside.delete(id);
    else inside.add(id);
  }
  assert.deepEqual([...inside].toSorted(), await membersOf(segmentId));
  const [{ count }] = await sql('select member_count::int as count from marketing_segments where id = $1', [segmentId]);
  assert.equal(count, inside.size);
}
