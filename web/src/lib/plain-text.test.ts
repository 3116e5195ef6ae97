import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from './plain-text.ts';

test('markup is taken out of HTML, and its entities are read', () => {
  assert.equal(
    plainText('<p>Call <strong>Ada</strong></p><p>&lt;soon&gt; &amp; again&#33;</p>'),
    'Call Ada <soon> & again!',
  );
  assert.equal(plainText('<p>One<br>two</p><script>alert(1)</script>'), 'One two');
});

test('plain text stays as it is', () => {
  assert.equal(plainText('a < b\n&amp; <b>'), 'a < b\n&amp; <b>');
});
