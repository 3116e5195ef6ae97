import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { arcPath } from './arc-path.ts';
import { barsOf } from './bar-path.ts';
import { type ChartInput, geometryOf, indexAt } from './geometry.ts';
import { areaPath, linePath, runsOf } from './line-path.ts';
import { indexByKey } from './use-active-point.ts';

const measure = (text: string): number => text.length * 6;
const layout = (input: Partial<ChartInput> & { values: readonly (readonly (number | null)[])[] }) =>
  geometryOf(
    {
      kind: 'bar',
      labels: (input.values[0] ?? []).map((_, n) => `L${n}`),
      series: input.values.map((values, n) => ({ label: `S${n}`, color: 'red', values })),
      formatTick: String,
      ...input,
    },
    400,
    200,
    measure,
  );

describe('the bars of a chart', () => {
  it('puts bars of several series beside each other within their band', () => {
    const geometry = layout({
      values: [
        [1, 2],
        [3, 4],
      ],
    });
    const [first, second] = [barsOf(geometry, 0), barsOf(geometry, 1)];
    for (const n of [0, 1]) {
      const [a, b] = [first[n], second[n]];
      assert.ok(a && b);
      assert.ok(Math.abs(a.start + a.thickness - b.start) < 1e-9);
      assert.ok(Math.abs((a.start + b.start + b.thickness) / 2 - (geometry.positions[n] ?? 0)) < 1e-9);
      assert.ok(a.thickness + b.thickness <= geometry.band);
    }
  });

  it('stacks bars, those below zero downwards', () => {
    const { spans } = layout({
      stacked: true,
      values: [
        [1, -2],
        [3, -4],
        [-5, 6],
      ],
    });
    assert.deepEqual(spans, [
      [
        [0, 1],
        [0, -2],
      ],
      [
        [1, 4],
        [-2, -6],
      ],
      [
        [0, -5],
        [0, 6],
      ],
    ]);
  });

  it('draws bars below zero from the line of zero downwards', () => {
    const geometry = layout({ values: [[5, -5]] });
    const [up, down] = barsOf(geometry, 0);
    const zero = geometry.valueAt(0);
    assert.equal(up?.base, zero);
    assert.equal(down?.base, zero);
    assert.ok((up?.tip ?? 0) < zero && (down?.tip ?? 0) > zero);
    assert.ok(zero > geometry.plot.top && zero < geometry.plot.bottom);
  });

  it('draws no bar for zero and for no value', () => {
    assert.equal(barsOf(layout({ values: [[0, null, 1]] }), 0).length, 1);
    assert.equal(barsOf(layout({ values: [[0, 0]] }), 0).length, 0);
  });

  it('has room for the widest number, and for names beside lying bars', () => {
    assert.ok(layout({ values: [[1_000_000]] }).plot.left >= measure('1000000'));
    const lying = layout({
      values: [[1, 2]],
      lying: true,
      labels: ['Short', 'A name that is much too long for the axis'],
    });
    assert.ok(lying.plot.left < 200);
    assert.match(lying.labels[1]?.text ?? '', /^A name.*…$/);
  });
});

describe('the lines and rings of a chart', () => {
  it('puts a single point in the middle', () => {
    const { positions, plot } = layout({ kind: 'line', values: [[7]] });
    assert.deepEqual(positions, [(plot.left + plot.right) / 2]);
  });

  it('interrupts lines where a value is missing', () => {
    const geometry = layout({ kind: 'line', values: [[1, 2, null, 3]] });
    const runs = runsOf(geometry, 0);
    assert.deepEqual(
      runs.map((run) => run.length),
      [2, 1],
    );
    assert.equal(linePath(runs).match(/M/g)?.length, 2);
    assert.ok(areaPath(runs, geometry.valueAt(0)).endsWith('Z'));
  });

  it('has curves that do not leave the range of the values', () => {
    const geometry = layout({ kind: 'line', values: [[0, 0, 100, 100, 0, 0]] });
    const [top, bottom] = [geometry.valueAt(100), geometry.valueAt(0)];
    for (const [, y] of linePath(runsOf(geometry, 0)).matchAll(/,(-?[\d.]+)/g))
      assert.ok(Number(y) >= top - 0.1 && Number(y) <= bottom + 0.1, y);
  });

  it('knows the nearest point', () => {
    const geometry = layout({ kind: 'line', values: [[1, 2, 3]] });
    assert.equal(indexAt(geometry, -50, 0), 0);
    assert.equal(indexAt(geometry, (geometry.positions[1] ?? 0) + 5, 0), 1);
    assert.equal(indexAt(geometry, 5000, 0), 2);
    assert.equal(indexAt(layout({ values: [[1]] }), 300, 0), 0);
  });

  it('draws a part of a ring that is the whole', () => {
    const [start, end] = arcPath(0, 1, 50, 30).match(/-?[\d.]+,-?[\d.]+(?=A|L)/g) ?? [];
    assert.ok(start !== end);
  });
});

describe('the keys of a chart', () => {
  it('move over the points and stop at the ends', () => {
    assert.equal(indexByKey('ArrowRight', undefined, 3), 0);
    assert.equal(indexByKey('ArrowLeft', undefined, 3), 2);
    assert.equal(indexByKey('ArrowRight', 2, 3), 2);
    assert.equal(indexByKey('ArrowUp', 1, 3), 0);
    assert.equal(indexByKey('Home', 2, 3), 0);
    assert.equal(indexByKey('End', 0, 3), 2);
    assert.equal(indexByKey('a', 1, 3), undefined);
  });
});
