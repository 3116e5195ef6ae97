import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseJson } from '#lib/json.ts';
import type { Client, Json } from './harness.ts';
import { type Population, storedValue } from './query-generators.ts';
import { compareValues, type FieldInfo, type Row, type Target, type Value } from './query-oracle.ts';
import { toJson } from './query-wire.ts';

/** A model with random records, and the same records for the oracle. */
export interface Subject extends Population {
  readonly name: string;
  readonly path: string;
  readonly rows: Row[];
  /** Adds random records to the server and to `rows`. */
  grow(count: number, seed: number): Promise<Row[]>;
}

const system: readonly FieldInfo[] = [
  { key: '_id', type: 'reference', required: true, sortable: true, default: null },
  { key: 'createdAt', type: 'datetime', required: true, sortable: true, default: null },
  { key: 'createdBy', type: 'reference', required: true, sortable: true, default: null },
  { key: 'version', type: 'integer', required: true, sortable: true, default: null },
];

async function fieldsOf(client: Client, model: string, keys: readonly string[]): Promise<FieldInfo[]> {
  const { status, body } = await client.get(`/api/data/models/${model.replace('.', '/')}`);
  assert.equal(status, 200);
  return keys.map((name) => {
    const { key, type, required, sortable, default: fallback } = body.fields.find(({ key }: FieldInfo) => key === name);
    return { key, type, required, sortable, default: fallback };
  });
}

const sameValue = (field: FieldInfo, given: Value, stored: unknown): boolean =>
  given === null || stored === null || stored === undefined
    ? given === (stored ?? null)
    : Array.isArray(given)
      ? JSON.stringify(given) === JSON.stringify(stored)
      : compareValues(field.type, given, String(stored)) === 0;

/** The record to send. Every second record omits its nulls instead of sending them, because both mean the same. */
function recordOf(fields: readonly FieldInfo[], values: Readonly<Record<string, Value>>, n: number) {
  const sent = fields.filter((field) => values[field.key] !== null || field.default !== null || n % 2 === 0);
  return Object.fromEntries(sent.map((field) => [field.key, toJson(field, values[field.key] ?? null)]));
}

interface Load {
  readonly path: string;
  readonly fields: readonly FieldInfo[];
  readonly targets: Readonly<Record<string, Target>>;
  readonly natural: boolean;
}

async function load(client: Client, { path, fields, targets, natural }: Load, count: number, seed: number) {
  const arbitraries = fields.map((field) => {
    const ids = [...(targets[field.key]?.rows.keys() ?? [])];
    return [field.key, storedValue(field, ids, natural)] as const;
  });
  const samples = fc.sample(fc.record(Object.fromEntries(arbitraries)), { numRuns: count, seed });
  const operations = samples.map((values, n) => ({ op: 'create', record: recordOf(fields, values, n) }));
  const reply = await client.post(`${path}/bulk`, { operations });
  assert.equal(reply.status, 200, reply.text);
  const { results } = parseJson(reply.text) as Json;
  return samples.map((values, n): Row => {
    const { record } = results[n];
    for (const field of fields) {
      const given = values[field.key] ?? null;
      assert.ok(sameValue(field, given, record[field.key]), `${field.key} was ${given}, is ${record[field.key]}`);
    }
    const { _id, createdAt, createdBy, version } = record;
    return { ...values, _id, createdAt, createdBy, version: String(version) };
  });
}

const byId = (rows: readonly Row[]): Map<string, Row> => new Map(rows.map((row) => [row._id, row]));

/** The accounts and users that references of the subjects point to. */
export async function loadTargets(client: Client, seed: number): Promise<{ accounts: Target; users: Target }> {
  const fields = await fieldsOf(client, 'sales.accounts', ['name', 'email', 'annualRevenue', 'customerSince', 'tags']);
  const accounts = { path: '/api/sales/accounts', fields, targets: {}, natural: false };
  const rows = await load(client, accounts, 12, seed);
  const people = ['Ada@Example.com', 'b_b@example.com', 'bXb@example.com', 'c%@example.com'];
  const users: Row[] = [];
  for (const [n, email] of people.entries()) {
    const title = [null, 'Boss', 'boss', 'a%b'][n] ?? null;
    const { _id } = await client.create('/api/identity/users', { email, title });
    users.push({ _id, email, title });
  }
  return {
    accounts: { fields, rows: byId(rows) },
    users: { fields: await fieldsOf(client, 'identity.users', ['email', 'title']), rows: byId(users) },
  };
}

export interface SubjectPlan {
  /** `module.slug` */
  readonly name: string;
  readonly keys: readonly string[];
  readonly targets: Readonly<Record<string, Target>>;
  /** True when its integers are counts, which are never negative. */
  readonly natural?: boolean;
}

export async function makeSubject(client: Client, plan: SubjectPlan, count: number, seed: number): Promise<Subject> {
  const own = await fieldsOf(client, plan.name, plan.keys);
  const path = `/api/${plan.name.replace('.', '/')}`;
  const plain = { path, fields: own, targets: plan.targets, natural: plan.natural ?? false };
  const rows: Row[] = [];
  const grow = async (more: number, from: number) => {
    const added = await load(client, plain, more, from);
    rows.push(...added);
    return added;
  };
  // Use several requests, because records of one request have the same creation time.
  for (let batch = 0; batch < 4; batch += 1) await grow(Math.ceil(count / 4), seed + batch);
  return { name: plan.name, path, fields: [...own, ...system], rows, targets: plan.targets, grow };
}

const account = { moduleKey: 'sales', slug: 'accounts' };

/** The model has one field of every type that can be filtered. */
const specimenFields = [
  { key: 'label', type: 'text', required: true },
  { key: 'motto', type: 'text' },
  { key: 'body', type: 'longText' },
  { key: 'mail', type: 'email' },
  { key: 'phone', type: 'phone' },
  { key: 'link', type: 'url' },
  { key: 'amount', type: 'number' },
  { key: 'rank', type: 'integer' },
  { key: 'flag', type: 'boolean' },
  { key: 'day', type: 'date' },
  { key: 'moment', type: 'datetime' },
  { key: 'kind', type: 'choice' },
  { key: 'accountId', type: 'reference', reference: account },
  { key: 'accountIds', type: 'references', reference: account },
  { key: 'marks', type: 'list' },
];

/** A built-in model with custom fields, one without, and a custom model. */
export async function planSubjects(
  client: Client,
  { accounts, users }: { accounts: Target; users: Target },
): Promise<SubjectPlan[]> {
  for (const field of [
    { key: 'effort', type: 'integer' },
    { key: 'reviewed', type: 'boolean' },
    { key: 'reviewedAt', type: 'datetime' },
  ]) {
    await client.create('/api/data/models/sales/opportunities/fields', field);
  }
  await client.create('/api/data/models', { moduleKey: 'sales', slug: 'specimens', fields: specimenFields });
  // The stage sets the close date and the times of its changes, so these are not random.
  const dates = ['nextStepDate', 'lastActivityAt'];
  const opportunity = ['name', 'nextStep', 'description', 'value', 'stage', ...dates, 'accountId'];
  const ticket = ['subject', 'requesterName', 'description', 'requesterEmail', 'requesterPhone', 'pageUrl', 'category'];
  return [
    {
      name: 'sales.opportunities',
      keys: [...opportunity, 'tags', 'effort', 'reviewed', 'reviewedAt'],
      targets: { accountId: accounts },
    },
    {
      name: 'ui.supportTickets',
      keys: [...ticket, 'reopenCount', 'escalated', 'dueAt', 'accountId', 'followerIds', 'tags'],
      targets: { accountId: accounts, followerIds: users },
      natural: true,
    },
    {
      name: 'sales.specimens',
      keys: specimenFields.map(({ key }) => key),
      targets: { accountId: accounts, accountIds: accounts },
    },
  ];
}
