import assert from 'node:assert/strict';
import { asLogged, assertFields, type Bench, readScope, type Subject, writeScope } from './conformance-bench.ts';
import { refusesWithout } from './conformance-reads.ts';
import { withoutSecrets } from './expect.ts';
import type { Json } from './harness.ts';

/**
 * Checks that the first record has one history entry for each version, shown only to callers who may read the record.
 */
export async function hasHistory(bench: Bench, { model, first }: Subject): Promise<void> {
  const call = { id: first._id, suffix: '/history' };
  const { status, body, text } = await bench.call(bench.app.admin, 'GET', model, call);
  assert.equal(status, 200, text);
  const entries = body.data.map(({ action, version }: Json) => [action, version]);
  // Records of read-only models were inserted with SQL, without events.
  const versions = model.readOnly ? [] : Array.from({ length: first.version }, (_, n) => first.version - n);
  const expected = versions.map((version) => [version === 1 ? 'created' : 'updated', version]);
  assert.deepEqual(entries, expected);
  for (const { changes } of body.data) {
    for (const { field } of changes) assert.ok(model.fields.has(field) && !model.fields.get(field)?.type.seal, field);
  }
  refusesWithout(await bench.call(await bench.everythingBut(readScope(model)), 'GET', model, call), readScope(model));
  assert.equal((await bench.call(bench.stranger, 'GET', model, call)).status, 404);
}

export async function isReadAsOf(bench: Bench, { model, first }: Subject): Promise<void> {
  const asOf = (moment: string) => ({ id: first._id, query: `asOf=${moment}` });
  const now = await bench.call(bench.app.admin, 'GET', model, asOf(first.updatedAt));
  assert.deepEqual(now.body, asLogged(model, first));
  assert.equal(now.headers.get('etag'), `"${first.version}"`);
  const before = new Date(Date.parse(first.createdAt) - 1).toISOString();
  assert.equal((await bench.call(bench.app.admin, 'GET', model, asOf(before))).status, 404);
  assert.equal((await bench.call(bench.stranger, 'GET', model, asOf(first.updatedAt))).status, 404);
  assert.equal((await bench.call(bench.app.admin, 'GET', model, asOf('once'))).status, 400);
}

export async function isReverted(bench: Bench, subject: Subject): Promise<void> {
  const { model, first } = subject;
  const scope = writeScope(model);
  const editor = await bench.editorOf(model);
  const call = { id: first._id, suffix: '/revert', body: { version: 1 } };
  await bench.unchanged(model, first._id, async () => {
    refusesWithout(await bench.call(await bench.deniedWriter(model), 'POST', model, call), scope);
    assert.equal((await bench.call(bench.stranger, 'POST', model, call)).status, 404);
    assert.equal((await bench.call(editor, 'POST', model, { ...call, body: { version: 'first' } })).status, 422);
    const same = await bench.call(editor, 'POST', model, { ...call, body: { version: first.version } });
    assert.deepEqual(same.body, first);
  });
  const [created] = await bench.app.events(first._id);
  const reply = await bench.call(editor, 'POST', model, call);
  assert.equal(reply.status, 200, reply.text);
  subject.first = reply.body;
  const fields = model.writable.filter(({ type, declared }) => !type.seal && !declared.unlogged);
  assertFields(
    reply.body,
    Object.fromEntries(fields.map(({ key }) => [key, created?.record[key]])),
    'fields of version 1',
  );
  assertFields(
    reply.body,
    { version: first.version + 1, createdAt: first.createdAt, updatedBy: editor.userId },
    'fields of the platform',
  );
  await bench.wroteOne(reply, subject, 'updated', { id: first._id, record: reply.body, previous: first, by: editor });
}

/** Checks the restore. Runs after the first record was deleted. */
export async function isRestored(bench: Bench, subject: Subject): Promise<void> {
  const { model, first } = subject;
  const scope = writeScope(model);
  const editor = await bench.editorOf(model);
  const call = { id: first._id, suffix: '/restore' };
  await bench.unchanged(model, first._id, async () => {
    refusesWithout(await bench.call(await bench.deniedWriter(model), 'POST', model, call), scope);
    assert.equal((await bench.call(bench.stranger, 'POST', model, call)).status, 404);
    assert.equal((await bench.call(editor, 'POST', model, { ...call, id: subject.second._id })).status, 409);
  });
  const reply = await bench.call(editor, 'POST', model, call);
  assert.equal(reply.status, 200, reply.text);
  const { updatedAt } = reply.body;
  const expected = { ...first, version: first.version + 1, updatedAt, updatedBy: editor.userId };
  assert.deepEqual(withoutSecrets(reply.body), withoutSecrets(expected));
  for (const { key } of model.stored.filter(({ type }) => type.seal)) assert.deepEqual(reply.body[key], { set: false });
  await bench.wroteOne(reply, subject, 'restored', { id: first._id, record: reply.body, previous: null, by: editor });
  assert.deepEqual((await bench.call(bench.app.admin, 'GET', model, { id: first._id })).body, reply.body);
  const { body } = await bench.call(bench.app.admin, 'GET', model, { id: first._id, suffix: '/history' });
  assert.deepEqual(
    body.data.slice(0, 2).map(({ action, version }: Json) => [action, version]),
    [
      ['restored', first.version + 1],
      ['deleted', first.version],
    ],
  );
}

/** Models whose DELETE only deactivates, or deletes for good, have no restore. */
export async function isNotRestored(bench: Bench, { model, first }: Subject): Promise<void> {
  await bench.unchanged(model, first._id, async () => {
    const reply = await bench.call(bench.app.admin, 'POST', model, { id: first._id, suffix: '/restore' });
    assert.deepEqual([reply.status, reply.body.error.code], [409, 'conflict']);
    assert.match(reply.body.error.message, model.permanent ? /deleted for good/ : /is not deleted/);
  });
}
