import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Role } from '../parts/people.ts';
import { restrictionsOf, writeRestrictions } from './restrictions.ts';

const role = (hiddenFields: Role['hiddenFields'], readOnlyFields: Role['readOnlyFields']): Role =>
  ({ hiddenFields, readOnlyFields }) as Role;

test('lists of fields are read and written as they were', () => {
  const lists = {
    hiddenFields: { 'sales.contacts': ['phone'] },
    readOnlyFields: { 'sales.accounts': ['name', 'website'] },
  };
  assert.deepEqual(writeRestrictions(restrictionsOf(role(lists.hiddenFields, lists.readOnlyFields))), lists);
});

test('a field that is hidden and read-only is hidden', () => {
  const both = { 'sales.contacts': ['phone'] };
  assert.deepEqual(writeRestrictions(restrictionsOf(role(both, both))), { hiddenFields: both, readOnlyFields: {} });
});

test('models without restricted fields are left out, and a role without lists has none', () => {
  assert.deepEqual(writeRestrictions({ 'sales.contacts': {} }), { hiddenFields: {}, readOnlyFields: {} });
  assert.deepEqual(restrictionsOf(role(null, null)), {});
});
