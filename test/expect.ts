import assert from 'node:assert/strict';
import type { Json, Reply, StoredEvent, TestApp } from './harness.ts';

interface Detail {
  readonly field?: string;
  readonly code: string;
  readonly message: string;
}

/** An id that no record has. */
export const nobody = '01930000-0000-7000-8000-000000000000';

/** Asserts that the reply is this error in the common error format, and that its details name the fields. */
export function refused(reply: Reply, status: number, code: string, ...fields: string[]): Detail[] {
  assert.equal(reply.status, status, reply.text);
  const { error } = reply.body;
  assert.equal(error.code, code, reply.text);
  assert.ok(error.message.length > 0);
  assert.equal(error.requestId, reply.headers.get('x-request-id'));
  assert.ok(Array.isArray(error.details));
  const named = error.details.map((detail: Detail) => detail.field);
  for (const field of fields) assert.ok(named.includes(field), `${field} is not named in ${reply.text}`);
  return error.details;
}

/** Asserts 422 with exactly these problems, in any order: `{ email: 'invalid_format' }`. */
export function invalid(reply: Reply, problems: Record<string, string>): void {
  const details = refused(reply, 422, 'validation_failed');
  assert.deepEqual(Object.fromEntries(details.map(({ field, code }) => [field, code])), problems, reply.text);
  assert.equal(details.length, Object.keys(problems).length);
}

/**
 * The rows of a table that requests write. Scheduled jobs are excluded, because they may begin at any moment of a test.
 */
export const requestRows = (table: string): string =>
  table === 'jobs' ? `jobs where key not like '%:clock'` : `"${table}"`;

/** Asserts that `run` writes nothing: the number of events and of rows in `tables` does not change. */
export async function assertNoWrites<T>(
  { sql }: Pick<TestApp, 'sql'>,
  tables: string[],
  run: () => Promise<T>,
): Promise<T> {
  const state = () =>
    Promise.all(
      ['events', ...tables].map(async (table) => [
        table,
        (await sql(`select count(*) from ${requestRows(table)}`))[0].count,
      ]),
    );
  const before = await state();
  const result = await run();
  assert.deepEqual(await state(), before);
  return result;
}

export const types = (events: readonly StoredEvent[]): string[] => events.map((event) => event.type);

export const ids = (reply: Reply): string[] => {
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data.map((record: Json) => record._id);
};

/** A record as events contain it: without secret fields, not even whether they are set. */
export const withoutSecrets = (record: Json): Json =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => !/^\{"set":(true|false)\}$/.test(JSON.stringify(value) ?? '')),
  );
