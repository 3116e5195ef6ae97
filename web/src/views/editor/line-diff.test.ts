import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { diffLines } from './line-diff.ts';

describe('a comparison of texts', () => {
  it('shows what was removed and added, with the lines around it', () => {
    const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].join('\n');
    const after = ['1', '2', '3', '4', '5', 'six', '7', '8', '9'].join('\n');
    const lines = diffLines(before, after).map(({ kind, text, count }) => `${kind} ${count ?? text}`);
    assert.deepEqual(lines, [
      'skipped 2',
      'same 3',
      'same 4',
      'same 5',
      'removed 6',
      'added six',
      'same 7',
      'same 8',
      'same 9',
    ]);
  });

  it('finds lines that were moved apart', () => {
    const kinds = diffLines('a\nb\nc', 'a\nx\nb\ny\nc').map(({ kind, text }) => `${kind} ${text}`);
    assert.deepEqual(kinds, ['same a', 'added x', 'same b', 'added y', 'same c']);
  });
});
