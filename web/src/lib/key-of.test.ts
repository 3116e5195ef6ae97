import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyOf, keyPattern, labelOf } from './key-of.ts';

test('a label becomes a name in camelCase', () => {
  assert.equal(keyOf('Date of birth'), 'dateOfBirth');
  assert.equal(keyOf('  VAT number (EU)  '), 'vatNumberEU');
});

test('letters with marks lose them, because names have only a-z', () => {
  assert.equal(keyOf('Größe'), 'grosse');
  assert.equal(keyOf('Prénom'), 'prenom');
});

test('a name never begins with a digit or a capital letter', () => {
  assert.equal(keyOf('2nd phone'), 'ndPhone');
  assert.equal(keyOf('2 Phones'), 'phones');
});

test('a label without letters gives no name, and a long one is cut to what the server takes', () => {
  assert.equal(keyOf('№ …'), '');
  assert.match(keyOf('word '.repeat(40)), keyPattern);
});

test('a name becomes a label', () => {
  assert.equal(labelOf('dateOfBirth'), 'Date of birth');
  assert.equal(labelOf('very_big'), 'Very big');
});
