import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseJson } from '#lib/json.ts';
import { runsOf } from '#test/faults/scale.ts';
import { appForFile, type Json } from '#test/harness.ts';
import {
  type AggregateQuery,
  aggregatePairs,
  anyAggregate,
  canonical,
  expectedLines,
  type Line,
  type Measure,
  measured,
} from '#test/query-groups.ts';
import { scaled } from '#test/query-oracle.ts';
import { loadTargets, makeSubject, planSubjects, type Subject } from '#test/query-subjects.ts';

/** A failure prints its seed; QUERY_SEED=… repeats the same data and queries. */
const seed = Number(process.env.QUERY_SEED ?? Date.now() % 1_000_000_000);
const { admin } = await appForFile();
const subjects: Subject[] = [];
for (const plan of await planSubjects(admin, await loadTargets(admin, seed))) {
  subjects.push(await makeSubject(admin, plan, 160, seed));
}

/**
 * The server returns at least sixteen digits of an average, so average times count equals the sum except for the last
 * digits.
 */
function assertAverage(measure: Measure, line: Line, answered: unknown): void {
  const sum = measured(measure, line.rows) as bigint;
  const count = BigInt(line.rows.filter((row) => (row[measure.field.key] ?? null) !== null).length);
  const error = scaled(String(answered)) * count - sum;
  const size = error < 0n ? -error : error;
  const bound = (sum < 0n ? -sum : sum) / 10n ** 12n + scaled('0.000000000001');
  assert.ok(size <= bound, `${answered} is not the average of ${sum} over ${count}`);
}

function assertLine({ groups, measures, count }: AggregateQuery, line: Line, answered: Json): void {
  for (const [n, { field, period }] of groups.entries()) {
    const typed = period ? { ...field, type: 'date' as const } : field;
    assert.equal(canonical(typed, answered[field.key]), canonical(typed, line.keys[n]), field.key);
  }
  assert.equal(answered.count, count ? line.rows.length : undefined);
  for (const measure of measures) {
    const { name, field } = measure;
    const value = answered[name][field.key];
    const expected = measured(measure, line.rows);
    if (name === 'avg' && expected !== null) assertAverage(measure, line, value);
    else assert.equal(canonical(field, value), expected, `${name} of ${field.key}`);
  }
}

/** Shows a counterexample as its query string. */
const readable = (query: AggregateQuery): AggregateQuery =>
  Object.assign({ [fc.toStringMethod]: () => aggregatePairs(query) }, query);

describe(`random aggregates (seed ${seed})`, () => {
  for (const subject of subjects) {
    it(`of ${subject.name} have the same groups, order and measures as the oracle`, async () => {
      const property = fc.asyncProperty(anyAggregate(subject).map(readable), async (query) => {
        const reply = await admin.get(`${subject.path}/aggregate?${aggregatePairs(query)}`);
        assert.equal(reply.status, 200, reply.text);
        const { data } = parseJson(reply.text) as Json;
        const expected = expectedLines(query, subject);
        assert.equal(data.length, expected.length);
        for (const [n, line] of expected.entries()) assertLine(query, line, data[n]);
      });
      await fc.assert(property, { numRuns: runsOf(200), seed });
    });
  }
});
