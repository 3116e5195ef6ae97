import assert from 'node:assert/strict';
import type { Client, Reply } from './harness.ts';

/** Asserts 400 with a message that contains all `named`. */
export function refusedQuery(reply: Reply, ...named: string[]): void {
  assert.equal(reply.status, 400, reply.text);
  const { code, message, requestId } = reply.body.error;
  assert.equal(code, 'bad_request');
  assert.equal(requestId, reply.headers.get('x-request-id'));
  for (const name of named) assert.ok(message.includes(name), `${name} is not named in “${message}”`);
}

/** Asserts that every query is refused with a message that contains its words. */
export async function refuseAll(client: Client, path: string, cases: Record<string, string[]>): Promise<void> {
  for (const [query, named] of Object.entries(cases)) refusedQuery(await client.get(`${path}?${query}`), ...named);
}

/** The names of the records in the answer, in its order. */
export function namesIn({ status, text, body }: Reply): string[] {
  assert.equal(status, 200, text);
  return body.data.map(({ name }: { name: string }) => name);
}
