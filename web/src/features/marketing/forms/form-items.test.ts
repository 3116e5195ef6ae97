import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Form } from './form.ts';
import { addStep, fromItems, itemsOf, makeRule, removeField } from './form-items.ts';

const form = (values: Partial<Form>): Form => values as Form;

it('shows the fields of a form without steps in their order', () => {
  const items = itemsOf(form({ fields: ['email', 'name'], steps: null }));
  assert.deepEqual(fromItems(items), { fields: ['email', 'name'], steps: [] });
});

it('puts fields that no step names into the last one', () => {
  const items = itemsOf(form({ fields: ['a', 'b', 'c'], steps: [{ title: 'One', fields: ['b', 'gone', 'b'] }] }));
  assert.deepEqual(fromItems(items), { fields: ['b', 'a', 'c'], steps: [{ title: 'One', fields: ['b', 'a', 'c'] }] });
});

it('gives the first step what is moved above it', () => {
  const steps = [
    { title: 'One', fields: ['a'] },
    { title: 'Two', fields: ['b'] },
  ];
  const [one, a, two, b] = itemsOf(form({ fields: ['a', 'b'], steps }));
  assert.ok(one && a && two && b);
  assert.deepEqual(fromItems([b, one, a, two]), {
    fields: ['b', 'a'],
    steps: [
      { title: 'One', fields: ['b', 'a'] },
      { title: 'Two', fields: [] },
    ],
  });
});

it('begins with two steps: one for what is there, one for what comes', () => {
  const items = addStep(itemsOf(form({ fields: ['a'], steps: [] })), (n) => `Step ${n}`);
  assert.deepEqual(fromItems(items).steps, [
    { title: 'Step 1', fields: ['a'] },
    { title: 'Step 2', fields: [] },
  ]);
});

it('takes a field out of everything that names it', () => {
  const changed = removeField(
    form({
      fields: ['kind', 'budget', 'name'],
      requiredFields: ['budget', 'name'],
      fieldSettings: { budget: { type: 'number' }, name: { label: 'Your name' } },
      steps: [{ title: 'One', fields: ['kind', 'budget', 'name'] }],
      logic: [
        makeRule([{ field: 'kind', operator: 'eq', value: 'company' }], 'show', ['budget']),
        makeRule([{ field: 'budget' }, { field: 'kind' }], 'require', ['name']),
      ],
    }),
    'budget',
  );
  assert.deepEqual(changed, {
    fields: ['kind', 'name'],
    requiredFields: ['name'],
    fieldSettings: { name: { label: 'Your name' } },
    steps: [{ title: 'One', fields: ['kind', 'name'] }],
    logic: [makeRule([{ field: 'kind' }], 'require', ['name'])],
  });
});
