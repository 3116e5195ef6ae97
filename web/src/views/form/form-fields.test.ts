import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Behaviour, Field, Model, Option } from '~/metadata/model.ts';
import { layoutOf } from './form-fields.ts';

const part = (name: string): { behaviour: Behaviour } => ({ behaviour: { kind: 'status', part: name } });

const field = (key: string, more: Partial<Field> = {}): Field => ({
  key,
  type: 'text',
  label: key,
  required: false,
  unique: false,
  readOnly: false,
  default: null,
  filterable: true,
  sortable: true,
  searchable: true,
  ...more,
});

/** A model such as that of deals, with many more fields than a form shows at once. */
const dealsWith = (options: readonly Option[]): Model => ({
  moduleKey: 'sales',
  slug: 'deals',
  modelKey: 'sales.deals',
  label: 'Deal',
  labelPlural: 'Deals',
  path: '/api/sales/deals',
  titleField: 'name',
  parent: null,
  scopes: { read: 'sales:read', write: 'sales:write' },
  custom: false,
  fields: [
    field('name'),
    field('pipelineId', { type: 'reference', ...part('list') }),
    field('stage', { type: 'choice', options, ...part('key') }),
    field('statusId', { type: 'reference', ...part('row') }),
    ...Array.from({ length: 12 }, (_, index) => field(`other${index}`)),
  ],
});

const mainKeys = (model: Model, filled: readonly string[] = []) =>
  layoutOf(model, true, new Set(filled)).main.map(({ key }) => key);

test('a form shows a status once', () => {
  const layout = layoutOf(dealsWith([]), false, new Set(['stage', 'statusId']));
  const keys = [...layout.main, ...layout.more.flatMap(({ fields }) => fields)].map(({ key }) => key);
  assert.ok(keys.includes('stage'));
  assert.ok(!keys.includes('statusId'));
});

test('a form asks for the pipeline at once only when there are several', () => {
  const open = { value: 'open', label: 'Open' };
  assert.deepEqual(mainKeys(dealsWith([{ ...open, lists: ['a'] }])).slice(0, 2), ['name', 'stage']);
  assert.deepEqual(mainKeys(dealsWith([{ ...open, lists: ['a'] }]), ['pipelineId']).slice(0, 2), [
    'name',
    'pipelineId',
  ]);
  assert.deepEqual(mainKeys(dealsWith([{ ...open, lists: ['a', 'b'] }])).slice(0, 3), ['name', 'pipelineId', 'stage']);
});
