import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inheritedReach, reachOf, readPermissions, withReach, writePermissions } from './permissions.ts';

test('permissions are read and written as they were', () => {
  const scopes = ['*:read', 'sales:write:own', 'identity:admin', 'ui:write:team'];
  assert.deepEqual(writePermissions(readPermissions(scopes)), scopes);
});

test('every action of a module is the same as admin, and of all modules a star', () => {
  assert.deepEqual(writePermissions(readPermissions(['sales:*', '*'])), ['sales:admin', '*']);
  assert.deepEqual(writePermissions(readPermissions(['*:*:own'])), ['*:admin:own']);
});

test('of two reaches of one action the wider counts', () => {
  assert.deepEqual(writePermissions(readPermissions(['sales:read:own', 'sales:read:team'])), ['sales:read:team']);
});

test('admin gives read and write, and all modules give to each module', () => {
  const held = readPermissions(['sales:admin:team', '*:read']);
  assert.equal(reachOf(held, 'sales', 'write'), 'team');
  assert.equal(reachOf(held, 'sales', 'read'), 'all');
  assert.equal(reachOf(held, 'forms', 'write'), undefined);
  assert.equal(inheritedReach(held, 'sales', 'admin'), undefined);
});

test('write does not give read', () => {
  assert.equal(reachOf(readPermissions(['sales:write']), 'sales', 'read'), undefined);
});

test('a star does not give the permission of the operator', () => {
  assert.equal(reachOf(readPermissions(['*']), 'platform', 'admin'), undefined);
});

test('a cell is set and cleared without touching the others', () => {
  const before = readPermissions(['sales:read', 'sales:write:own']);
  assert.deepEqual(writePermissions(withReach(before, 'sales', 'write', 'all')), ['sales:read', 'sales:write']);
  assert.deepEqual(writePermissions(withReach(before, 'sales', 'write', undefined)), ['sales:read']);
});
