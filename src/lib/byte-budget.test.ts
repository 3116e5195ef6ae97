import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ByteBudget } from './byte-budget.ts';

it('a budget of bytes lets tasks wait until there is room', async () => {
  const budget = new ByteBudget(100);
  await budget.room();
  const freeFirst = budget.add(60);
  await budget.room();
  const freeSecond = budget.add(60);
  let isThereRoom = false;
  const waiting = budget.room().then(() => {
    isThereRoom = true;
  });
  await new Promise(setImmediate);
  assert.equal(isThereRoom, false);
  freeSecond();
  freeSecond();
  await waiting;
  assert.equal(budget.usedBytes, 60);
  freeFirst();
  assert.equal(budget.usedBytes, 0);
});
