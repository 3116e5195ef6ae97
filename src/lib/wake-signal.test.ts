import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WakeSignal } from './wake-signal.ts';

describe('a wake signal', () => {
  it('wakes a waiting caller, or the next one that waits when none does', async () => {
    const wakeSignal = new WakeSignal();
    const waiting = wakeSignal.wait(60_000);
    wakeSignal.wake();
    await waiting;
    wakeSignal.wake();
    wakeSignal.wake();
    await wakeSignal.wait(60_000);
    const begun = Date.now();
    await wakeSignal.wait(30);
    assert.ok(Date.now() - begun >= 28, 'two wakes end one wait');
  });

  it('ends a wait after its timeout', async () => {
    await new WakeSignal().wait(1);
  });
});
