import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordData } from '~/api/records.ts';
import { byDueDate, dateIn, isOverdue, ticked } from './task-state.ts';

const task = (values: Record<string, unknown>): RecordData =>
  ({
    _id: '1',
    createdAt: '2026-01-01T00:00:00.000Z',
    status: 'open',
    dueDate: null,
    ...values,
  }) as unknown as RecordData;

test('ticking sets status and time, and ticking again clears both', () => {
  const now = new Date('2026-11-16T10:00:00Z');
  assert.deepEqual(ticked(task({}), now), { status: 'done', completedAt: '2026-11-16T10:00:00.000Z' });
  assert.deepEqual(ticked(task({ status: 'done' }), now), { status: 'open', completedAt: null });
});

test('a task is overdue after its date, unless it is closed', () => {
  assert.equal(isOverdue(task({ dueDate: '2026-11-15' }), '2026-11-16'), true);
  assert.equal(isOverdue(task({ dueDate: '2026-11-16' }), '2026-11-16'), false);
  assert.equal(isOverdue(task({ dueDate: '2026-11-15', status: 'done' }), '2026-11-16'), false);
  assert.equal(isOverdue(task({ dueDate: '2026-11-15', status: 'cancelled' }), '2026-11-16'), false);
  assert.equal(isOverdue(task({}), '2026-11-16'), false);
});

test('tasks without a date come last', () => {
  const tasks = [
    task({ _id: 'none' }),
    task({ _id: 'late', dueDate: '2026-12-01' }),
    task({ _id: 'soon', dueDate: '2026-11-17' }),
  ];
  assert.deepEqual(
    tasks.sort(byDueDate).map(({ _id }) => _id),
    ['soon', 'late', 'none'],
  );
});

test('today depends on where the person is', () => {
  const now = new Date('2026-11-16T23:30:00Z');
  assert.equal(dateIn(now, 'Europe/Berlin'), '2026-11-17');
  assert.equal(dateIn(now, 'America/New_York'), '2026-11-16');
});
