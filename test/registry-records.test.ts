import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Json } from './harness.ts';
import { beyond, type Edge, edgeValue, withinBody } from './registry-values.ts';

const { admin, app } = await appForFile();
const { body } = await admin.get('/api/data/models');
const models: Json[] = body.data;
const nameOf = ({ moduleKey, slug }: Json): string => `${moduleKey}.${slug}`;
const byName = new Map<string, Json>(models.map((model) => [nameOf(model), model]));
const creatable = models.filter((model) => !model.readOnly);
const writable = (model: Json): Json[] => model.fields.filter((field: Json) => !field.readOnly);

/** Records from the registry alone. A reference leads to a record of its model that is made when first needed. */
const targets = new Map<string, Promise<string>>();
let made = 0;

/** Required fields, and the first of those of which one is required. */
const isNeeded =
  ({ requiresOneOf = [] }: Json) =>
  (field: Json): boolean =>
    field.required || field.key === requiresOneOf[0];

async function create(model: Json): Promise<string> {
  return (await admin.create(model.path, await recordOf(model, 'low', isNeeded(model))))._id;
}

async function referenceTo(model: Json, field: Json): Promise<string> {
  const target = byName.get(nameOf(field.reference)) ?? assert.fail(`${field.key} refers to an unknown model`);
  // Fields that are unique together: each record gets a combination of its own.
  const fresh = field.unique || model.uniqueTogether?.some((keys: string[]) => keys.at(-1) === field.key);
  const known = targets.get(nameOf(target));
  if (known && !fresh) return known;
  const id = create(target);
  if (!fresh) targets.set(nameOf(target), id);
  return id;
}

async function recordOf(model: Json, edge: Edge, wanted: (field: Json) => boolean): Promise<Json> {
  made += 1;
  const n = 1_000_000 + made;
  const record: Json = {};
  for (const field of writable(model).filter(wanted)) {
    if (field.furtherRules && field.example === undefined) continue;
    if (field.reference) {
      const id = await referenceTo(model, field);
      record[field.key] = field.items ? [id] : id;
    } else {
      // An empty text is a value, but not one of those of which a record needs one.
      const filled = field.key === model.requiresOneOf?.[0];
      record[field.key] = edgeValue(field, filled ? 'high' : edge, n);
    }
  }
  return withinBody(record);
}

describe('a record that satisfies what the registry says', () => {
  const kinds: [string, Edge, (model: Json) => (field: Json) => boolean][] = [
    ['with the required fields alone', 'low', isNeeded],
    ['with every field at its lower bound', 'low', () => () => true],
    ['with every field at its upper bound', 'high', () => () => true],
  ];
  for (const [name, edge, wanted] of kinds) {
    it(`is accepted by every model, ${name}`, async () => {
      const refused: string[] = [];
      for (const model of creatable) {
        const reply = await admin.post(model.path, await recordOf(model, edge, wanted(model)));
        if (reply.status !== 201) refused.push(`${nameOf(model)}: ${reply.status} ${reply.text.slice(0, 300)}`);
      }
      assert.ok(creatable.length > 150);
      assert.deepEqual(refused, []);
    });
  }

  it('has values that the patterns of the registry find', async () => {
    for (const model of creatable) {
      for (const field of writable(model).filter(({ pattern, furtherRules }) => pattern && !furtherRules)) {
        for (const edge of ['low', 'high'] as const)
          assert.match(edgeValue(field, edge, 7), new RegExp(field.pattern, 'u'), `${nameOf(model)}.${field.key}`);
      }
    }
  });
});

describe('a value beyond what the registry says', () => {
  it('is refused, by the name of its field', async () => {
    const seen = new Set<string>();
    const accepted: string[] = [];
    for (const model of creatable) {
      for (const field of writable(model)) {
        const { type, min, max, maxLength, pattern, items, maxItems, strict, shape } = field;
        const kind = JSON.stringify({ type, min, max, maxLength, pattern, items, maxItems, strict, shape });
        const value = beyond(field);
        if (value === undefined || seen.has(kind)) continue;
        seen.add(kind);
        const least = await recordOf(model, 'low', (other) => isNeeded(model)(other) && other.key !== field.key);
        const reply = await admin.post(`${model.path}?dryRun=true`, { ...least, [field.key]: value });
        const named = reply.status === 422 && reply.body.error.details.some((one: Json) => one.field === field.key);
        if (!named) accepted.push(`${nameOf(model)}.${field.key}: ${reply.status} ${reply.text.slice(0, 200)}`);
      }
    }
    assert.ok(seen.size > 15, `${seen.size} kinds of limits`);
    assert.deepEqual(accepted, []);
  });
});

describe('what the registry tells forms', () => {
  const fieldOf = (name: string, key: string): Json =>
    byName.get(name)?.fields.find((field: Json) => field.key === key) ?? assert.fail(`${name} has no field ${key}`);

  it('are limits, kinds of entries, help, groups and defaults', () => {
    const discount = fieldOf('sales.quoteProducts', 'discountPercent');
    assert.deepEqual([discount.min, discount.max], [0, 100]);
    const { type: _, ...name } = fieldOf('sales.accounts', 'name');
    assert.deepEqual([name.pattern, name.maxLength], ['\\S', 255]);
    assert.equal(fieldOf('sales.contacts', 'tags').items.type, 'text');
    assert.equal(fieldOf('ui.workspaces', 'screenIds').items.type, 'reference');
    assert.equal(fieldOf('sales.contactNotes', 'content').multiline, true);
    assert.equal(fieldOf('sales.quoteProducts', 'total').computed, true);
    assert.equal(fieldOf('sales.contacts', 'ownerId').defaultFrom, 'caller');
    assert.equal(fieldOf('sales.accounts', 'billingCity').group, 'Billing address');
    assert.match(fieldOf('identity.users', 'timeZone').help, /Europe\/Berlin/);
    assert.equal(fieldOf('identity.users', 'password').createOnly, true);
    assert.equal(fieldOf('ui.recordRecentViews', 'modelKey').furtherRules, true);
    assert.equal(byName.get('ai.aiCompletionLogs')?.readOnly, true);
    assert.deepEqual(byName.get('identity.teamUsers')?.uniqueTogether, [['teamId', 'userId']]);
  });

  it('says in words what else a value must satisfy, with an example', () => {
    const ruled = app.registry.models.flatMap((model) => model.writable.filter((field) => field.declared.rule));
    assert.ok(ruled.length >= 8);
    for (const { key, declared } of ruled) assert.ok(declared.help && declared.example !== undefined, key);
  });
});
