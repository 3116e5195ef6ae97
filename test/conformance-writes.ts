import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Field, JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { newId } from '#lib/ids.ts';
import { modules } from '../src/app.ts';
import { type Answered, assertFields, type Bench, type Subject, writeScope } from './conformance-bench.ts';
import { isUnseenBy, refusesWithout } from './conformance-reads.ts';
import { shown, type Values } from './conformance-samples.ts';
import type { Client, Json } from './harness.ts';

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Replaces generated secrets by `{ set: true }`, as later reads show them: only the answer to the create shows them. */
function withoutShownOnce({ model }: Subject, record: Json): Json {
  const secrets = model.stored.filter(({ type, readOnly }) => type.seal && readOnly);
  for (const { key } of secrets) assert.equal(typeof record[key], 'string', `${key} is not shown`);
  return { ...record, ...Object.fromEntries(secrets.map(({ key }) => [key, { set: true }])) };
}

/** Stores the record in the subject before the assertions, so that a failure here does not fail all later checks. */
export async function isCreated(bench: Bench, subject: Subject, slot: 'first' | 'second'): Promise<void> {
  const { model } = subject;
  const { admin } = bench.app;
  const sent = await bench.samples.full(model);
  const reply = await bench.call(admin, 'POST', model, { body: sent });
  assert.equal(reply.status, 201, reply.text);
  const record = withoutShownOnce(subject, reply.body);
  subject[slot] = record;
  assert.match(record._id, idPattern);
  assert.equal(reply.headers.get('location'), `${model.path}/${record._id}`);
  assert.equal(reply.headers.get('etag'), '"1"');
  assertFields(record, shown(model, sent), 'sent fields');
  assertFields(record, { createdBy: admin.userId, updatedBy: admin.userId, version: 1 }, 'platform fields');
  assert.match(record.createdAt, instantPattern);
  assert.equal(record.updatedAt, record.createdAt);
  await bench.wroteOne(reply, subject, 'created', { id: record._id, record, previous: null, by: admin });
}

/** Inserts a record of a read-only model with SQL, as the platform does. */
export async function isInserted(bench: Bench, subject: Subject, slot: 'first' | 'second'): Promise<void> {
  const { model } = subject;
  const { admin, sql } = bench.app;
  const sent = await bench.samples.full(model);
  const fields = model.stored.filter((field) => field.key in sent);
  const value = (field: Field) => field.type.param?.(sent[field.key] as JsonValue) ?? sent[field.key];
  const id = newId();
  await sql(
    `insert into ${model.table} (tenant_id, id, ${fields.map(({ column }) => `"${column}"`).join(', ')})
     select id, $2::uuid, ${fields.map(({ type }, n) => `$${n + 3}::${type.column}`).join(', ')}
     from tenants where account_key = $1`,
    [admin.accountKey, id, ...fields.map(value)],
  );
  const { body } = await bench.call(admin, 'GET', model, { id });
  subject[slot] = body;
  assertFields(body, shown(model, sent), 'inserted fields');
}

const codesOf = (reply: Answered): Record<string, string> =>
  Object.fromEntries(reply.body.error.details.map(({ field, code }: Json) => [field, code]));

export async function refusesWrongFields(bench: Bench, { model, first }: Subject): Promise<void> {
  const required = model.writable.filter(({ required, declared }) => required && (declared.default ?? null) === null);
  await bench.unchanged(model, first._id, async () => {
    const body = { surplus: 1, version: 7 };
    for (const call of [{ body }, { id: first._id, body }]) {
      const reply = await bench.call(bench.app.admin, call.id ? 'PUT' : 'POST', model, call);
      assert.equal(reply.status, 422);
      assert.equal(reply.body.error.code, 'validation_failed');
      const requiredProblems = [
        ...required.map(({ key }) => [key, 'required']),
        ...model.requiresOneOf.map((key) => [key, 'one_of_required']),
      ];
      const missing = call.id && model.putMerges ? [] : requiredProblems;
      const expected = { surplus: 'unknown_field', version: 'read_only', ...Object.fromEntries(missing) };
      assert.deepEqual(codesOf(reply), expected);
    }
  });
}

/** Fields that a hook fills in. */
const filledByHooks: Readonly<Record<string, RegExp>> = {
  'ui.workspaces.position': /^\d+$/,
  'sales.activities.startsAt': instantPattern,
  'sales.opportunityStatuses.pipelineId': idPattern,
  'sales.opportunityStatuses.forecastCategory': /^pipeline$/,
};
/** Fields that a hook also fills in when PUT leaves them out. */
const filledOnPut: ReadonlySet<string> = new Set([
  'sales.activities.startsAt',
  'sales.opportunityStatuses.forecastCategory',
]);
const filledInStatuses: Readonly<Record<string, RegExp>> = { key: /^\w+$/, category: /^open$/, position: /^\d+$/ };

const filledBy = ({ name, statusList }: Model, { key, declared }: Field): RegExp | undefined => {
  if (declared.status && !['day', 'during', 'reached'].includes(declared.status.part)) return /./;
  return filledByHooks[`${name}.${key}`] ?? (statusList && filledInStatuses[key]);
};

export async function fillsInDefaults(bench: Bench, { model, first }: Subject): Promise<void> {
  const { admin } = bench.app;
  const sent = await bench.samples.minimal(model);
  await bench.unchanged(model, first._id, async () => {
    const begun = Date.now();
    const reply = await bench.call(admin, 'POST', model, { query: 'dryRun=true', body: sent });
    assert.equal(reply.status, 201, reply.text);
    assertFields(reply.body, { ...shown(model, sent), version: 1, createdBy: admin.userId }, 'sent fields');
    for (const field of model.writable) {
      if (field.key in sent) continue;
      const value = reply.body[field.key];
      const filled = filledBy(model, field);
      if (filled) assert.match(String(value), filled);
      else if (field.declared.defaultFrom === 'now') assert.ok(Math.abs(Date.parse(value) - begun) < 60_000, field.key);
      else if (field.declared.defaultFrom === 'caller') assert.equal(value, admin.userId, field.key);
      else if (field.type.seal) assert.deepEqual(value, { set: false }, field.key);
      else assert.deepEqual(value, field.declared.default ?? null, field.key);
    }
  });
}

/** Asserts that the version increased by one, with updatedBy and one event, and stores the answer as the first record. */
async function isChanged(bench: Bench, subject: Subject, reply: Answered, by: Client, expected: Values): Promise<void> {
  const before = subject.first;
  assert.equal(reply.status, 200, reply.text);
  subject.first = reply.body;
  assert.equal(reply.headers.get('etag'), `"${before.version + 1}"`);
  const constant = { _id: before._id, createdAt: before.createdAt, createdBy: before.createdBy };
  assertFields(reply.body, { ...constant, version: before.version + 1, updatedBy: by.userId }, 'platform fields');
  assert.ok(reply.body.updatedAt >= before.updatedAt);
  assertFields(reply.body, expected, 'changed fields');
  await bench.wroteOne(reply, subject, 'updated', { id: before._id, record: reply.body, previous: before, by });
  assert.deepEqual((await bench.call(bench.app.admin, 'GET', subject.model, { id: before._id })).body, reply.body);
}

export async function isReplaced(bench: Bench, subject: Subject): Promise<void> {
  const { model, first } = subject;
  const editor = await bench.editorOf(model);
  const body = await bench.samples.changed(model);
  const reply = await bench.call(editor, 'PUT', model, { id: first._id, body });
  await isChanged(bench, subject, reply, editor, shown(model, body));
}

/** PUT resets a field that is left out to its default, except secrets, stamps and defaults that depend on the request. */
export async function leavesOut(bench: Bench, subject: Subject): Promise<void> {
  const { model, first } = subject;
  const editor = await bench.editorOf(model);
  const body = await bench.samples.minimal(model);
  // The default of a status is a record of the tenant, and other fields follow it.
  const rest = model.writable.filter(
    ({ key, declared }) => !(key in body) && !declared.status && !filledOnPut.has(`${model.name}.${key}`),
  );
  // A stamp is cleared only by a write that ends its condition.
  const endsStamp = ({ declared: { stamp } }: Field) =>
    Object.entries(stamp?.when ?? {}).every(([key, accepted]) => accepted.some((value) => value === first[key])) &&
    !Object.entries(stamp?.when ?? {}).every(([key, accepted]) =>
      accepted.some((value) => value === (body[key] ?? model.fields.get(key)?.declared.default ?? null)),
    );
  const stays = (field: Field) =>
    model.putMerges ||
    field.type.seal ||
    field.declared.defaultFrom ||
    field.declared.createOnly ||
    field.declared.keptByPut ||
    field.declared.eventless ||
    (field.behaviour?.kind === 'stamp' && !endsStamp(field));
  const expected = rest.map((field) => [
    field.key,
    stays(field) ? first[field.key] : ((field.declared.default ?? null) as JsonValue),
  ]);
  const reply = await bench.call(editor, 'PUT', model, { id: first._id, body });
  const values = { ...Object.fromEntries(expected), ...shown(model, body) };
  const same = Object.entries(values).every(([key, value]) => isDeepStrictEqual(first[key], value));
  if (same) assert.deepEqual(reply.body, first);
  else await isChanged(bench, subject, reply, editor, values);
}

/** Writes all fields back as they were read, as another user: a written event would change updatedBy. */
export async function staysAsItIs(bench: Bench, { model, first }: Subject): Promise<void> {
  const editor = await bench.editorOf(model);
  await bench.unchanged(model, first._id, async () => {
    for (const method of ['PUT', 'PATCH']) {
      const reply = await bench.call(editor, method, model, { id: first._id, body: first });
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(reply.body, first);
      assert.equal(reply.headers.get('etag'), `"${first.version}"`);
    }
  });
}

export async function isPatched(bench: Bench, subject: Subject): Promise<void> {
  const { model, first } = subject;
  const editor = await bench.editorOf(model);
  const next = await bench.samples.full(model);
  const differs = ({ key, type, declared }: Field) =>
    !type.seal && !declared.to && key in next && first[key] !== next[key];
  const field = model.writable.find(differs);
  assert.ok(field, 'there is nothing to patch');
  const change = { [field.key]: next[field.key] as JsonValue };
  const reply = await bench.call(editor, 'PATCH', model, { id: first._id, body: change });
  const rest = model.writable.map(({ key }) => [key, first[key]]);
  await isChanged(bench, subject, reply, editor, { ...Object.fromEntries(rest), ...change });
}

/**
 * Writes the id of another tenant's user, which exists only for references to users. All references must refuse it
 * alike.
 */
export async function refusesForeignReferences(bench: Bench, { model, first }: Subject): Promise<void> {
  const { stranger, app } = bench;
  await bench.unchanged(model, first._id, async () => {
    for (const { key, type, declared } of model.writable.filter((field) => field.declared.to !== undefined)) {
      const body = { [key]: type.array ? [stranger.userId] : stranger.userId };
      const reply = await bench.call(app.admin, 'PATCH', model, { id: first._id, body });
      assert.equal(reply.status, 422, `${key}: ${reply.text}`);
      assert.deepEqual(codesOf(reply), { [key]: declared.createOnly ? 'read_only' : 'reference_not_found' });
    }
  });
}

/** Sends one request of each kind of write to the first record. */
async function everyWrite(bench: Bench, client: Client, { model, first }: Subject): Promise<Answered[]> {
  const body = await bench.samples.full(model);
  const operations = [{ op: 'delete', _id: first._id }];
  return [
    await bench.call(client, 'PUT', model, { id: first._id, body }),
    await bench.call(client, 'PATCH', model, { id: first._id, body }),
    await bench.call(client, 'DELETE', model, { id: first._id }),
    await bench.call(client, 'POST', model, { suffix: '/bulk', body: { operations, atomic: false } }),
  ];
}

export async function needsScopeToWrite(bench: Bench, subject: Subject): Promise<void> {
  const { model, first } = subject;
  const scope = writeScope(model);
  const denied = await bench.deniedWriter(model);
  const body = await bench.samples.full(model);
  await bench.unchanged(model, first._id, async () => {
    refusesWithout(await bench.call(denied, 'POST', model, { body }), scope);
    for (const reply of await everyWrite(bench, denied, subject)) refusesWithout(reply, scope);
  });
}

export async function isOutOfReachOfOthers(bench: Bench, subject: Subject): Promise<void> {
  const { stranger } = bench;
  await bench.unchanged(subject.model, subject.first._id, async () => {
    await isUnseenBy(bench, subject, stranger);
    const replies = await everyWrite(bench, stranger, subject);
    const [bulk] = replies.splice(-1);
    assert.deepEqual(
      bulk?.body.results.map(({ status, error }: Json) => [status, error.code]),
      [[404, 'not_found']],
    );
    for (const { status, body } of replies) assert.deepEqual([status, body.error.code], [404, 'not_found']);
  });
}

export async function isDeleted(bench: Bench, subject: Subject): Promise<void> {
  const { model, first } = subject;
  const editor = await bench.editorOf(model);
  const reply = await bench.call(editor, 'DELETE', model, { id: first._id });
  assert.equal(reply.status, 204, reply.text);
  await bench.wroteOne(reply, subject, 'deleted', { id: first._id, record: null, previous: first, by: editor });
  assert.equal((await bench.call(bench.app.admin, 'GET', model, { id: first._id })).status, 404);
  await bench.unchanged(model, first._id, async () => {
    const [put, patch, again] = await everyWrite(bench, bench.app.admin, subject);
    assert.deepEqual([put?.status, patch?.status, again?.status], [404, 404, 404]);
  });
  const rows = await bench.app.sql(`select 1 from ${model.table} where id = $1::uuid`, [first._id]);
  assert.equal(rows.length, 0);
  assert.equal((await bench.call(bench.app.admin, 'GET', model, { id: subject.second._id })).status, 200);
}

/** DELETE keeps users, because records and events still refer to them. */
export async function isDeactivated(bench: Bench, subject: Subject): Promise<void> {
  const { model, first } = subject;
  const editor = await bench.editorOf(model);
  const reply = await bench.call(editor, 'DELETE', model, { id: first._id });
  assert.equal(reply.status, 204, reply.text);
  const { status, body } = await bench.call(bench.app.admin, 'GET', model, { id: first._id });
  assert.equal(status, 200);
  const { version, updatedAt } = body;
  assert.deepEqual(body, { ...first, active: false, version: first.version + 1, updatedAt, updatedBy: editor.userId });
  assert.equal(version, first.version + 1);
  await bench.wroteOne(reply, subject, 'updated', { id: first._id, record: body, previous: first, by: editor });
}

const actionRoutes = new Set(
  modules.flatMap(({ actions }) =>
    actions.flatMap(({ routes }) =>
      routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
    ),
  ),
);

export async function isOnlyRead(bench: Bench, { model, first }: Subject): Promise<void> {
  const { admin } = bench.app;
  const one = `${model.path}/${first._id}`;
  const writes = [
    ['POST', model.path, model.path],
    ['PUT', one, `${model.path}/{id}`],
    ['PATCH', one, `${model.path}/{id}`],
    ['DELETE', one, `${model.path}/{id}`],
    ['POST', `${model.path}/bulk`, `${model.path}/bulk`],
    ['POST', `${one}/restore`, `${model.path}/{id}/restore`],
    ['POST', `${one}/revert`, `${model.path}/{id}/revert`],
  ] as const;
  await bench.unchanged(model, first._id, async () => {
    for (const [method, url, path] of writes) {
      // The module itself has an action there, such as one that starts an export.
      if (actionRoutes.has(`${method} ${path}`)) continue;
      const operations = [{ op: 'delete', _id: first._id }];
      const reply = await bench.send(admin, method, url, url.endsWith('/bulk') ? { operations } : {});
      assert.equal(reply.status, 405, `${method} ${url}`);
      assert.equal(reply.headers.get('allow')?.includes('GET'), true);
      assert.equal(bench.published.has(method, path), false, `the document offers ${method} ${path}`);
    }
  });
}
