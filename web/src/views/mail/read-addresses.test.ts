import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAddresses } from './read-addresses.ts';

describe('pasted addresses', () => {
  it('are separated by lines, commas, semicolons and spaces, with or without names', () => {
    const { valid } = readAddresses('a@example.com, Ada Lovelace <ada@example.com>;\nb@example.com c@example.com');
    assert.deepEqual(valid, ['a@example.com', 'ada@example.com', 'b@example.com', 'c@example.com']);
  });

  it('are counted once, whatever their case, and told apart from other words', () => {
    const found = readAddresses('a@example.com\nA@EXAMPLE.com\nnobody\n');
    assert.deepEqual(found, { valid: ['a@example.com'], invalid: ['nobody'], duplicates: 1 });
  });
});
