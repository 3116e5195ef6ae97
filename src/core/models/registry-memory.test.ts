import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FieldTypeName } from '#core/fields/field.ts';
import { recordJson } from '#core/query/rows.ts';
import { createRegistry } from '../../app.ts';
import { type CustomField, type CustomSchema, extendRegistry } from './custom.ts';
import type { Model } from './model.ts';
import type { Registry } from './registry.ts';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

const heapBytes = (): number => {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

const base = createRegistry();
const types: FieldTypeName[] = [
  'text',
  'number',
  'choice',
  'date',
  'boolean',
  'email',
  'longText',
  'integer',
  'url',
  'reference',
];
const slugs = [
  'contacts',
  'accounts',
  'leads',
  'opportunities',
  'orders',
  'quotes',
  'products',
  'organizations',
  'insights',
  'regions',
];

/** Ten fields of ten types, each in a different model: the layout that can share the least memory. */
const schemaOf = (tenant: number): CustomSchema => ({
  models: [],
  fields: types.map((type, n): CustomField => {
    const definition = {
      type,
      label: `Field ${n} of tenant ${tenant}`,
      ...(type === 'choice' && { options: ['a', 'b', 'c'].map((value) => ({ value, label: `${value} ${tenant}` })) }),
      ...(type === 'reference' && { reference: { moduleKey: 'sales', slug: 'accounts' } }),
    };
    return {
      id: `01930000-0000-7000-8000-${String(tenant * 10 + n).padStart(12, '0')}`,
      moduleKey: 'sales',
      slug: slugs[n] as string,
      key: `custom${n}`,
      definedAt: new Date(1_800_000_000_000 + tenant).toISOString(),
      definition: JSON.parse(JSON.stringify(definition)),
    };
  }),
  bytes: 2000,
  rules: [],
  duplicateChecks: [],
  indexes: [],
  reduced: [],
  omittedCount: 0,
});

describe('the registry of a tenant', () => {
  it('takes at most 20 KB with ten custom fields', () => {
    const registries: Registry[] = Array.from({ length: 20 }, (_, n) => extendRegistry(base, schemaOf(n)));
    const before = heapBytes();
    for (let tenant = 1000; tenant < 1200; tenant += 1) registries.push(extendRegistry(base, schemaOf(tenant)));
    const each = (heapBytes() - before) / 200;
    assert.equal(registries.length, 220);
    assert.ok(each <= 20 * 1024, `${(each / 1024).toFixed(1)} KB`);
  });

  it('adds a bounded amount of SQL once its models are used', () => {
    const registries: Registry[] = [];
    const use = (tenant: number) => {
      const registry = extendRegistry(base, schemaOf(tenant));
      registries.push(registry);
      for (const slug of slugs) recordJson(registry.find('sales', slug) as Model, 't');
    };
    for (let tenant = 2000; tenant < 2400; tenant += 1) use(tenant);
    const before = heapBytes();
    for (let tenant = 2400; tenant < 2800; tenant += 1) use(tenant);
    const each = (heapBytes() - before) / 400;
    assert.equal(registries.length, 800);
    assert.ok(each <= 21 * 1024, `${(each / 1024).toFixed(1)} KB`);
  });

  it('finds built-in and custom models and fields, and references in both directions', () => {
    const registry = extendRegistry(base, {
      ...schemaOf(1),
      models: [
        {
          id: '01930000-0000-7000-8000-00000000abcd',
          moduleKey: 'sales',
          slug: 'projects',
          definition: { modelKey: 'project', label: 'Project', labelPlural: 'Projects' },
        },
      ],
    });
    const contacts = registry.find('sales', 'contacts') as Model;
    assert.notEqual(contacts, base.find('sales', 'contacts'));
    assert.deepEqual(
      ['contact', 'contacts', 'sales.contacts'].map((word) => registry.named(word)),
      [contacts, contacts, contacts],
    );
    assert.equal(registry.find('marketing', 'web-pages'), base.find('marketing', 'webPages'));
    assert.equal(registry.find('sales', 'projects'), registry.named('project'));
    assert.equal(registry.models.length, base.models.length + 1);
    assert.equal(registry.models.indexOf(contacts), base.models.indexOf(base.find('sales', 'contacts') as Model));
    const keys = [...contacts.fields.keys()];
    assert.deepEqual(keys.slice(keys.indexOf('custom0')), [
      'custom0',
      'createdAt',
      'updatedAt',
      'createdBy',
      'updatedBy',
      'version',
    ]);
    assert.equal(contacts.fields.size, keys.length);
    const accounts = registry.find('sales', 'accounts') as Model;
    const inbound = registry.inbound(accounts).map(({ model, field }) => [model, field.key] as const);
    assert.ok(inbound.some(([model, key]) => model === registry.find('sales', 'regions') && key === 'custom9'));
    assert.ok(inbound.some(([model, key]) => model === contacts && key === 'accountId'));
    assert.equal(inbound.length, base.inbound(accounts).length + 1);
    assert.throws(
      () => extendRegistry(base, { ...schemaOf(1), models: [modelNamed('contacts', 'other')] }),
      /both called sales.contacts/,
    );
    assert.throws(
      () => extendRegistry(base, { ...schemaOf(1), models: [modelNamed('others', 'contact')] }),
      /both called contact/,
    );
  });
});

const modelNamed = (slug: string, modelKey: string) => ({
  id: '01930000-0000-7000-8000-00000000abcd',
  moduleKey: 'sales',
  slug,
  definition: { modelKey, label: 'Other', labelPlural: 'Others' },
});
