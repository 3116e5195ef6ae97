import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runsOf } from '#test/faults/scale.ts';
import { appForFile, type Json, type Reply } from '#test/harness.ts';
import { anyQuery } from '#test/query-generators.ts';
import { compareRows, expectedRows, matches, type Query, type Row } from '#test/query-oracle.ts';
import { loadTargets, makeSubject, planSubjects, type Subject } from '#test/query-subjects.ts';
import { asBody, type Parameters, send, type Transport } from '#test/query-wire.ts';

/** A failure prints its seed; QUERY_SEED=… repeats the same data and queries. */
const seed = Number(process.env.QUERY_SEED ?? Date.now() % 1_000_000_000);
const { admin } = await appForFile();
const targets = await loadTargets(admin, seed);
const subjects: Subject[] = [];
for (const plan of await planSubjects(admin, targets)) subjects.push(await makeSubject(admin, plan, 240, seed));

const transport = fc.constantFrom<Transport>('GET', 'POST');
/** Shows a counterexample as the body for POST …/search. */
const readable = (query: Query): Query =>
  Object.assign({ [fc.toStringMethod]: () => JSON.stringify(asBody(query)) }, query);
const idsOf = (rows: readonly { readonly _id: string }[]): string[] => rows.map(({ _id }) => _id);
const check = (property: fc.IAsyncPropertyWithHooks<Json>, numRuns: number) =>
  fc.assert(property, { numRuns: runsOf(numRuns), seed });

async function ask(subject: Subject, query: Query, parameters: Parameters, via: Transport): Promise<Reply['body']> {
  const reply = await send(admin, subject.path, query, parameters, via);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

/** Follows nextCursor to the end of the list. `between` runs after each page. */
async function walk(
  subject: Subject,
  query: Query,
  limit: number,
  via: Transport,
  between: (page: number) => Promise<void> = async () => {},
): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = null;
  for (let page = 1; ; page += 1) {
    const body: Json = await ask(subject, query, { limit, ...(cursor !== null && { cursor }) }, via);
    assert.equal(body.meta.page, cursor === null ? 1 : null);
    assert.equal(body.meta.hasMore, body.meta.nextCursor !== null);
    assert.equal(body.data.length === limit || !body.meta.hasMore, true, 'only the last page is short');
    seen.push(...idsOf(body.data));
    if (!body.meta.hasMore) return seen;
    assert.ok(page < 1000, 'the cursor ends');
    cursor = body.meta.nextCursor;
    await between(page);
  }
}

for (const subject of subjects) {
  describe(`random queries of ${subject.name} (seed ${seed})`, () => {
    const query = anyQuery(subject).map(readable);
    const limit = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 10 }));

    it('return any page with the same records, order and counts as the oracle', async () => {
      const count = fc.constantFrom('auto', 'exact', 'none');
      const page = fc.oneof(
        { weight: 3, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }) },
      );
      await check(
        fc.asyncProperty(query, limit, page, count, transport, async (asked, size, number, counting, via) => {
          const expected = expectedRows(asked, subject.rows, subject.targets);
          const start = (number - 1) * size;
          const { data, meta } = await ask(subject, asked, { page: number, limit: size, count: counting }, via);
          assert.deepEqual(idsOf(data), idsOf(expected.slice(start, start + size)));
          const { nextCursor, ...rest } = meta;
          const hasMore = expected.length > start + size;
          const total = expected.length;
          const totals = { total, totalExact: true, totalPages: Math.ceil(total / size) };
          assert.deepEqual(rest, { page: number, limit: size, hasMore, ...(counting !== 'none' && totals) });
          assert.equal(nextCursor !== null, hasMore);
        }),
        300,
      );
    });

    it('return every matching record once, in order, page by page', async () => {
      const size = fc.integer({ min: 20, max: 90 });
      await check(
        fc.asyncProperty(query, size, transport, async (asked, perPage, via) => {
          const expected = expectedRows(asked, subject.rows, subject.targets);
          const pages = Math.max(1, Math.ceil(expected.length / perPage));
          const seen: string[] = [];
          for (let page = 1; page <= pages; page += 1) {
            const { data, meta } = await ask(subject, asked, { page, limit: perPage }, via);
            assert.equal(meta.hasMore, page < pages);
            seen.push(...idsOf(data));
          }
          assert.deepEqual(seen, idsOf(expected));
        }),
        20,
      );
    });

    it('return every matching record once, in order, by cursor', async () => {
      await check(
        fc.asyncProperty(query, fc.integer({ min: 7, max: 60 }), transport, async (asked, size, via) => {
          const expected = expectedRows(asked, subject.rows, subject.targets);
          assert.deepEqual(await walk(subject, asked, size, via), idsOf(expected));
        }),
        40,
      );
    });

    it('continue by cursor from any numbered page', async () => {
      await check(
        fc.asyncProperty(
          query,
          fc.integer({ min: 1, max: 4 }),
          fc.integer({ min: 5, max: 30 }),
          transport,
          async (asked, page, size, via) => {
            const expected = expectedRows(asked, subject.rows, subject.targets);
            const { meta } = await ask(subject, asked, { page, limit: size }, via);
            if (meta.nextCursor === null) return;
            const next = await ask(subject, asked, { cursor: meta.nextCursor, limit: size }, via);
            assert.deepEqual(idsOf(next.data), idsOf(expected.slice(page * size, (page + 1) * size)));
            assert.equal(next.meta.total, expected.length);
          },
        ),
        40,
      );
    });

    it('return every record that stays exactly once, while others are created and deleted between the pages', async () => {
      const size = fc.integer({ min: 10, max: 60 });
      await check(
        fc.asyncProperty(query, size, transport, fc.nat(), async (asked, perPage, via, chance) => {
          const before = expectedRows(asked, subject.rows, subject.targets);
          const deleted = new Set<string>();
          const seen = await walk(subject, asked, perPage, via, async (page) => {
            // Changes after the first three pages suffice, and keep the number of records about the same.
            if (page > 3) return;
            await subject.grow(2, chance + page);
            for (const row of await deleteTwo(subject, chance + page)) deleted.add(row._id);
          });
          assert.equal(new Set(seen).size, seen.length, 'no record is seen twice');
          const wasSeen = new Set(seen);
          const stayed = before.filter((row) => !deleted.has(row._id));
          assert.deepEqual(
            seen.filter((id) => stayed.some((row) => row._id === id)),
            idsOf(stayed),
          );
          assertInOrder(asked, subject, wasSeen);
        }),
        12,
      );
    });
  });
}

/** Deletes two records at different positions. */
async function deleteTwo(subject: Subject, chance: number): Promise<Row[]> {
  const rowsDeleted: Row[] = [];
  for (const n of [chance * 7, chance * 13]) {
    const [row] = subject.rows.splice(n % subject.rows.length, 1);
    if (!row) continue;
    const reply = await admin.delete(`${subject.path}/${row._id}`);
    assert.equal(reply.status, 204, reply.text);
    rowsDeleted.push(row);
  }
  return rowsDeleted;
}

/** Asserts that the returned records that still exist match the query and are in its order. */
function assertInOrder(query: Query, subject: Subject, seen: ReadonlySet<string>): void {
  const rows = new Map(subject.rows.map((row) => [row._id, row]));
  const found = [...seen].flatMap((id) => rows.get(id) ?? []);
  for (const [n, row] of found.entries()) {
    assert.ok(matches(query, row, subject.targets), `${row._id} matches`);
    const next = found[n + 1];
    if (next) assert.ok(compareRows(query.sort, row, next) < 0, `${row._id} comes before ${next._id}`);
  }
}
