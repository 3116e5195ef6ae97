import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { smsLength } from './sms-length.ts';

const segmentsOf = (text: string): number => smsLength(text).segments;

describe('the length of a text message', () => {
  it('is one part up to 160 characters of the GSM alphabet, then parts of 153', () => {
    assert.equal(segmentsOf(''), 0);
    assert.equal(segmentsOf('x'.repeat(160)), 1);
    assert.equal(segmentsOf('x'.repeat(161)), 2);
    assert.equal(segmentsOf('x'.repeat(306)), 2);
    assert.equal(segmentsOf('x'.repeat(307)), 3);
  });

  it('counts characters of the extension twice, and does not divide them', () => {
    assert.equal(segmentsOf('€'.repeat(80)), 1);
    assert.equal(segmentsOf('€'.repeat(81)), 2);
    assert.equal(segmentsOf(`${'x'.repeat(152)}€${'x'.repeat(151)}`), 2);
    assert.equal(segmentsOf(`${'x'.repeat(152)}€${'x'.repeat(152)}`), 3);
  });

  it('is shorter with other characters, such as emoji', () => {
    assert.deepEqual(smsLength('ж'.repeat(70)), { characters: 70, segments: 1, unicode: true });
    assert.equal(segmentsOf('ж'.repeat(71)), 2);
    assert.equal(segmentsOf('😀'.repeat(35)), 1);
    assert.equal(segmentsOf('😀'.repeat(67)), 3);
  });
});
