import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedMention, withMention } from './mention.ts';

test('a mention begins after a space or at the start, and not in an address', () => {
  assert.equal(typedMention('@'), '');
  assert.equal(typedMention('Please, @Gra'), 'Gra');
  assert.equal(typedMention('ask grace@example'), undefined);
  assert.equal(typedMention('@Grace, please'), undefined);
});

test('the typed beginning becomes the whole name', () => {
  assert.equal(withMention('Please @Gra', 'Grace Hopper'), 'Please @Grace Hopper ');
});
