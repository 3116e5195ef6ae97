import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cut, labelsInColumn, labelsInLine } from './labels.ts';

/** Each letter is six pixels wide. */
const measure = (text: string): number => [...text].length * 6;
const places = (count: number, from: number, spacing: number): number[] =>
  Array.from({ length: count }, (_, n) => from + n * spacing);

describe('the labels of a chart', () => {
  it('are cut with an ellipsis when they are too wide', () => {
    assert.equal(cut('Won', 60, measure), 'Won');
    assert.equal(cut('Northern Timber Works', 60, measure), 'Northern…');
    assert.equal(cut('Anything', 3, measure), '…');
  });

  it('never overlap and stay in their room, however many there are', () => {
    for (const count of [1, 2, 7, 31, 90, 400]) {
      for (const length of [2, 8, 40]) {
        const labels = Array.from({ length: count }, () => 'x'.repeat(length));
        const spacing = 300 / count;
        const shown = labelsInLine(labels, places(count, 40 + spacing / 2, spacing), [0, 344], measure);
        assert.ok(shown.length > 0, `${count} labels`);
        let free = 0;
        for (const { text, at } of shown) {
          const half = measure(text) / 2;
          assert.ok(at - half >= free, `${count} labels of ${length} letters: "${text}" begins at ${at - half}`);
          free = at + half;
        }
        assert.ok(free <= 344, `${count} labels of ${length} letters end at ${free}`);
      }
    }
  });

  it('all stay when each has room for a part', () => {
    const shown = labelsInLine(['Prospecting of accounts', 'Won'], [50, 150], [0, 200], measure);
    assert.deepEqual(
      shown.map(({ text }) => text),
      ['Prospecting of…', 'Won'],
    );
  });

  it('thin out below each other when the lines are too close', () => {
    const labels = ['a', 'b', 'c', 'd', 'e', 'f'];
    const shown = (spacing: number) =>
      labelsInColumn(labels, places(6, 0, spacing), 50, 16, measure).map(({ text }) => text);
    assert.deepEqual(shown(20), labels);
    assert.deepEqual(shown(6), ['a', 'd']);
  });
});
