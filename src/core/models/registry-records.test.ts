import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Json } from '#test/harness.ts';
import { beyond, type Edge, edgeValue, withinBody } from '#test/registry-values.ts';

const { admin, app } = await appForFile();
const { body } = await admin.get('/api/data/models');
const models: Json[] = body.data;
const nameOf = ({ moduleKey, slug }: Json): string => `${moduleKey}.${slug}`;
const byName = new Map<string, Json>(models.map((model) => [nameOf(model), model]));
const creatable = models.filter((model) => !model.readOnly);
const writable = (model: Json): Json[] => model.fields.filter((field: Json) => !field.readOnly);

/** Ids of reference targets by model, created on first use. Records are built from the registry alone. */
const targets = new Map<string, Promise<string>>();
let recordCount = 0;

/** Required fields, and the first of the requiresOneOf fields. */
const isRequired =
  ({ requiresOneOf = [] }: Json) =>
  (field: Json): boolean =>
    field.required || field.key === requiresOneOf[0];

async function create(model: Json): Promise<string> {
  return (await admin.create(model.path, await recordOf(model, 'low', isRequired(model))))._id;
}

async function referenceTo(model: Json, field: Json): Promise<string> {
  const target = byName.get(nameOf(field.reference)) ?? assert.fail(`${field.key} refers to an unknown model`);
  // A unique field, or the last reference of fields that are unique together, needs a new target in each record.
  const isReference = (key: string): boolean => model.fields.some((one: Json) => one.key === key && one.reference);
  const needsNew =
    field.unique || model.uniqueTogether?.some((keys: string[]) => keys.findLast(isReference) === field.key);
  const existing = targets.get(nameOf(target));
  if (existing && !needsNew) return existing;
  const id = create(target);
  if (!needsNew) targets.set(nameOf(target), id);
  return id;
}

/** The parts of a status name the same one, so that a record has either the reference, or the text and its list. */
function isOtherStatusPart({ behaviour }: Json, edge: Edge): boolean {
  if (behaviour?.kind !== 'status') return false;
  return (edge === 'low' ? ['key', 'list'] : ['row']).includes(behaviour.part);
}

async function recordOf(model: Json, edge: Edge, included: (field: Json) => boolean): Promise<Json> {
  recordCount += 1;
  const n = 1_000_000 + recordCount;
  const record: Json = {};
  for (const field of writable(model).filter(included)) {
    if ((field.furtherRules && field.example === undefined) || isOtherStatusPart(field, edge)) continue;
    if (field.reference && field.furtherRules) record[field.key] = field.example;
    else if (field.reference) {
      const id = await referenceTo(model, field);
      record[field.key] = field.items ? [id] : id;
    } else {
      // An empty text is a valid value, but does not satisfy requiresOneOf.
      const filled = field.key === model.requiresOneOf?.[0];
      record[field.key] = edgeValue(field, filled ? 'high' : edge, n);
    }
  }
  return withinBody(record);
}

describe('a record that satisfies the limits in the registry', () => {
  const kinds: [string, Edge, (model: Json) => (field: Json) => boolean][] = [
    ['with the required fields only', 'low', isRequired],
    ['with every field at its lower bound', 'low', () => () => true],
    ['with every field at its upper bound', 'high', () => () => true],
  ];
  for (const [name, edge, included] of kinds) {
    it(`is accepted by every model ${name}`, async () => {
      const refused: string[] = [];
      for (const model of creatable) {
        const reply = await admin.post(model.path, await recordOf(model, edge, included(model)));
        if (reply.status !== 201) refused.push(`${nameOf(model)}: ${reply.status} ${reply.text.slice(0, 300)}`);
      }
      assert.ok(creatable.length > 150);
      assert.deepEqual(refused, []);
    });
  }

  it('has values that match the patterns of the registry', async () => {
    for (const model of creatable) {
      for (const field of writable(model).filter(({ pattern, furtherRules }) => pattern && !furtherRules)) {
        for (const edge of ['low', 'high'] as const)
          assert.match(edgeValue(field, edge, 7), new RegExp(field.pattern, 'u'), `${nameOf(model)}.${field.key}`);
      }
    }
  });
});

describe('a value outside the limits in the registry', () => {
  it('is refused, and the error names the field', async () => {
    const seen = new Set<string>();
    const accepted: string[] = [];
    for (const model of creatable) {
      for (const field of writable(model)) {
        const { type, min, max, maxLength, pattern, items, maxItems, strict, shape } = field;
        const kind = JSON.stringify({ type, min, max, maxLength, pattern, items, maxItems, strict, shape });
        const value = beyond(field);
        if (value === undefined || seen.has(kind)) continue;
        seen.add(kind);
        const minimal = await recordOf(model, 'low', (other) => isRequired(model)(other) && other.key !== field.key);
        const reply = await admin.post(`${model.path}?dryRun=true`, { ...minimal, [field.key]: value });
        const named = reply.status === 422 && reply.body.error.details.some((one: Json) => one.field === field.key);
        if (!named) accepted.push(`${nameOf(model)}.${field.key}: ${reply.status} ${reply.text.slice(0, 200)}`);
      }
    }
    assert.ok(seen.size > 15, `${seen.size} kinds of limits`);
    assert.deepEqual(accepted, []);
  });
});

describe('the registry', () => {
  const fieldOf = (name: string, key: string): Json =>
    byName.get(name)?.fields.find((field: Json) => field.key === key) ?? assert.fail(`${name} has no field ${key}`);

  it('has limits, item types, help, groups and defaults for forms', () => {
    const discount = fieldOf('sales.quoteProducts', 'discountPercent');
    assert.deepEqual([discount.min, discount.max], [0, 100]);
    const { type: _, ...name } = fieldOf('sales.accounts', 'name');
    assert.deepEqual([name.pattern, name.maxLength], ['\\S', 255]);
    assert.equal(fieldOf('sales.contacts', 'tags').items.type, 'text');
    assert.equal(fieldOf('ui.workspaces', 'screenIds').items.type, 'reference');
    assert.equal(fieldOf('sales.contactNotes', 'content').multiline, true);
    assert.equal(fieldOf('sales.opportunities', 'expectedValue').computed, true);
    assert.equal(fieldOf('sales.contacts', 'ownerId').defaultFrom, 'caller');
    assert.equal(fieldOf('sales.accounts', 'billingCity').group, 'Billing address');
    assert.match(fieldOf('identity.users', 'timeZone').help, /Europe\/Berlin/);
    assert.equal(fieldOf('identity.users', 'password').createOnly, true);
    assert.equal(fieldOf('ui.recordRecentViews', 'modelKey').furtherRules, true);
    assert.equal(byName.get('ai.aiCompletionLogs')?.readOnly, true);
    assert.deepEqual(byName.get('identity.teamUsers')?.uniqueTogether, [['teamId', 'userId']]);
  });

  it('has a help text and an example for every field with further rules', () => {
    const ruled = app.registry.models.flatMap((model) =>
      model.writable.filter(({ declared }) => declared.rule && declared.furtherRules !== false),
    );
    assert.ok(ruled.length >= 8);
    for (const { key, declared } of ruled) assert.ok(declared.help && declared.example !== undefined, key);
  });
});
