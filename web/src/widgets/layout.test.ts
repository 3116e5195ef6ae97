import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compacted, freePlace, placesOf, readingOrder, stepped } from './layout.ts';

describe('the places of widgets', () => {
  it('are those that are stored, within the grid, or the next free ones', () => {
    const places = placesOf([
      { type: 'kpi', x: 10, y: 0, w: 6, h: 2 },
      { type: 'kpi' },
      { type: 'chart' },
      { type: 'table', x: 0, y: 20, w: 40, h: 3 },
    ]);
    assert.deepEqual(places, [
      { x: 6, y: 0, w: 6, h: 2 },
      { x: 0, y: 0, w: 3, h: 2 },
      { x: 0, y: 2, w: 6, h: 6 },
      { x: 0, y: 20, w: 12, h: 3 },
    ]);
  });

  it('are found for a widget of a type that the console does not know', () => {
    assert.deepEqual(placesOf([{ type: 'gauge' as 'kpi' }]), [{ x: 0, y: 0, w: 4, h: 3 }]);
  });

  it('are found in gaps before the end', () => {
    const taken = [
      { x: 0, y: 0, w: 4, h: 2 },
      { x: 8, y: 0, w: 4, h: 2 },
    ];
    assert.deepEqual(freePlace(taken, { w: 4, h: 2 }), { x: 4, y: 0, w: 4, h: 2 });
    assert.deepEqual(freePlace(taken, { w: 6, h: 2 }), { x: 0, y: 2, w: 6, h: 2 });
  });

  it('move up into empty rows, and down where another widget is', () => {
    const places = [
      { x: 0, y: 4, w: 6, h: 2 },
      { x: 6, y: 1, w: 6, h: 2 },
      { x: 6, y: 2, w: 3, h: 2 },
      { x: 0, y: 30, w: 12, h: 1 },
    ];
    assert.deepEqual(
      compacted(places).map(({ y }) => y),
      [0, 0, 2, 4],
    );
  });

  it('are read from left to right and from top to bottom', () => {
    const place = (x: number, y: number) => ({ x, y, w: 3, h: 2 });
    assert.deepEqual(readingOrder([place(6, 2), place(3, 0), place(0, 0), place(0, 2)]), [2, 1, 3, 0]);
  });

  it('are changed by arrow keys as far as there is room', () => {
    const place = { x: 0, y: 1, w: 2, h: 3 };
    assert.deepEqual(stepped(place, 'ArrowRight', false), { ...place, x: 1 });
    assert.deepEqual(stepped(place, 'ArrowUp', false), { ...place, y: 0 });
    assert.equal(stepped(place, 'ArrowLeft', false), undefined);
    assert.deepEqual(stepped(place, 'ArrowDown', true), { ...place, h: 4 });
    assert.equal(stepped(place, 'ArrowLeft', true), undefined);
    assert.equal(stepped(place, 'Enter', false), undefined);
  });
});
