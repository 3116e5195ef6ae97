import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '#test/harness.ts';

describe('a stop', () => {
  it('does not wait for connections that were opened and never used', async () => {
    const app = await startApp();
    const unused = net.connect(Number(new URL(app.url).port), '127.0.0.1');
    await once(unused, 'connect');
    // When the server answers a later connection, it has accepted the unused one.
    assert.equal((await fetch(`${app.url}/health`)).status, 200);
    const closed = once(unused, 'close');
    unused.resume();
    const stopped = app.close().then(() => 'stopped');
    assert.equal(await Promise.race([stopped, sleep(20_000, 'waiting', { ref: false })]), 'stopped');
    await closed;
  });
});
