import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import type { Services } from '#core/context.ts';
import { eventually } from '#test/eventually.ts';
import type { Claimed } from './leased-table.ts';
import { Workers } from './workers.ts';

/** Rows in memory, by queue. A row runs until the test ends it. */
class MemoryQueue {
  readonly waiting: Record<string, string[]>;
  readonly begun: string[] = [];
  readonly finished: string[] = [];
  readonly released: string[] = [];
  readonly aborted: string[] = [];
  readonly lost = new Set<string>();
  readonly #ends = new Map<string, () => void>();
  finishErrors: Error[] = [];

  constructor(waiting: Record<string, string[]>) {
    this.waiting = waiting;
  }

  workers(maxRunning: number) {
    const db = { listen: async () => () => {}, query: async () => [] };
    const services = { log: pino({ level: 'silent' }), db } as unknown as Services;
    return new Workers<Claimed, string>(services, {
      what: 'rows',
      channel: 'rows',
      maxRunning,
      leaseMs: 1000,
      renewEveryMs: 5,
      poll: async () => ({
        due: Object.keys(this.waiting).filter((queue) => this.waiting[queue]?.length),
        nextInMs: Number.POSITIVE_INFINITY,
        expired: 0,
      }),
      claim: async (queue, max) =>
        (this.waiting[queue] ?? []).splice(0, max).map((id) => ({ id, tenantId: '1', claim: 1 })),
      renew: async (rows) => rows.filter(({ id }) => this.lost.has(id)),
      release: async (rows) => {
        this.released.push(...rows.map(({ id }) => id));
      },
      run: ({ id }, signal) =>
        new Promise((resolve) => {
          this.begun.push(id);
          this.#ends.set(id, () => resolve('done'));
          signal.addEventListener('abort', () => {
            this.aborted.push(id);
            resolve('aborted');
          });
        }),
      finish: async ({ id }, outcome) => {
        const error = this.finishErrors.pop();
        if (error) throw error;
        this.finished.push(`${id} ${outcome}`);
      },
    });
  }

  end(id: string): void {
    this.#ends.get(id)?.();
  }

  async began(...ids: string[]): Promise<void> {
    await eventually(async () => assert.deepEqual(this.begun, ids));
  }
}

describe('workers', () => {
  it('divide what is free between the queues, and then give each its turn', async () => {
    const rows = new MemoryQueue({ a: ['a1', 'a2', 'a3', 'a4', 'a5'], b: ['b1', 'b2'] });
    const workers = rows.workers(2);
    await workers.start();
    await rows.began('a1', 'b1');
    rows.end('a1');
    await rows.began('a1', 'b1', 'a2');
    rows.end('a2');
    await rows.began('a1', 'b1', 'a2', 'b2');
    for (const id of ['b1', 'b2']) rows.end(id);
    await rows.began('a1', 'b1', 'a2', 'b2', 'a3', 'a4');
    for (const id of ['a3', 'a4']) rows.end(id);
    await rows.began('a1', 'b1', 'a2', 'b2', 'a3', 'a4', 'a5');
    rows.end('a5');
    await workers.stop();
    assert.deepEqual(
      rows.finished.toSorted(),
      ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2'].map((id) => `${id} done`),
    );
  });

  it('abort a row whose claim was lost, and write no outcome of it', async () => {
    const rows = new MemoryQueue({ a: ['a1'] });
    const workers = rows.workers(1);
    await workers.start();
    await rows.began('a1');
    rows.lost.add('a1');
    await eventually(async () => assert.deepEqual(rows.aborted, ['a1']));
    await workers.stop();
    assert.deepEqual([rows.finished, rows.released], [[], []]);
  });

  it('write an outcome again while the database cannot take it', async () => {
    const rows = new MemoryQueue({ a: ['a1'] });
    rows.finishErrors = [Object.assign(new Error('no connection is free'), { code: 'ATRIUM_NO_CONNECTION' })];
    const workers = rows.workers(1);
    await workers.start();
    await rows.began('a1');
    rows.end('a1');
    await eventually(async () => assert.deepEqual(rows.finished, ['a1 done']));
    await workers.stop();
  });

  it('release and abort what does not end in time when they stop', async () => {
    const rows = new MemoryQueue({ a: ['a1', 'a2'] });
    const workers = rows.workers(1);
    await workers.start();
    await rows.began('a1');
    await workers.stop();
    await sleep(10);
    assert.deepEqual([rows.released, rows.aborted, rows.begun, rows.finished], [['a1'], ['a1'], ['a1'], []]);
  });
});
