import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Atrium, AtriumError } from '../../packages/sdk/src/index.ts';
import { appForFile } from '../harness.ts';
import { freePort } from '../process.ts';
import { FlakyProxy } from './tools.ts';

const app = await appForFile();
const admin = await app.tenant();

async function throughProxy(): Promise<{ proxy: FlakyProxy; client: Atrium } & AsyncDisposable> {
  const proxy = await new FlakyProxy(app.url).listen();
  const client = new Atrium({ url: proxy.url, token: admin.token });
  return { proxy, client, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() };
}

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => assert.fail('the call did not fail'),
    (error: unknown) => (error instanceof AtriumError ? error.code : String(error)),
  );

const created = async (lastName: string): Promise<number> =>
  (await app.events()).filter(({ type, record }) => type === 'contact.created' && record.lastName === lastName).length;

describe('a call that fails for a reason that passes', () => {
  it('is repeated: connection refused, 502, 503, 504, and 429 after Retry-After', async () => {
    await using flaky = await throughProxy();
    const { proxy, client } = flaky;
    proxy.faults.push('refuse', { status: 502 }, { status: 503 });
    assert.ok((await client.sales.contacts.list()).meta);
    proxy.faults.push({ status: 504 }, { status: 429, headers: { 'retry-after': '1' } });
    const startedAt = Date.now();
    await client.sales.contacts.create({ lastName: 'Repeated' });
    assert.ok(Date.now() - startedAt >= 1000);
    assert.equal(proxy.seen.length, 7);
    assert.equal(await created('Repeated'), 1);
  });

  it('writes once when the answer got lost, with one key for all attempts', async () => {
    await using flaky = await throughProxy();
    const { proxy, client } = flaky;
    proxy.faults.push('lose-answer', 'lose-answer');
    const record = await client.sales.contacts.create({ lastName: 'Once' });
    assert.equal(record.version, 1);
    assert.equal(await created('Once'), 1);
    const keys = new Set(proxy.seen.map(({ headers }) => headers['idempotency-key']));
    assert.deepEqual([proxy.seen.length, keys.size], [3, 1]);
    proxy.faults.push('lose-answer');
    assert.equal((await client.upload(new File(['abc'], 'a.txt'))).size, 3);
    proxy.faults.push('lose-answer');
    await client.sales.contacts.delete(record._id);
  });

  it('is given up after three repeats, with the last reason', async () => {
    await using flaky = await throughProxy();
    const { proxy, client } = flaky;
    proxy.faults.push(...Array.from({ length: 4 }, () => ({ status: 503 })));
    const error = await client.sales.contacts.list().catch((reason: unknown) => reason);
    assert.ok(error instanceof AtriumError);
    assert.deepEqual([error.status, error.code, proxy.seen.length], [503, 'bad_answer', 4]);
    const nowhere = new Atrium({ url: `http://127.0.0.1:${await freePort()}`, maxRetries: 1 });
    assert.equal(await codeOf(nowhere.sales.contacts.list()), 'network_error');
  });

  it('is not repeated when the wait would be longer than a minute; the error says how long', async () => {
    await using flaky = await throughProxy();
    const { proxy, client } = flaky;
    proxy.faults.push({ status: 429, headers: { 'retry-after': '3600' } });
    const error = await client.sales.contacts.list().catch((reason: unknown) => reason);
    assert.ok(error instanceof AtriumError);
    assert.deepEqual([error.retryAfterMs, proxy.seen.length], [3_600_000, 1]);
  });

  it('is not repeated for an error of the caller, or with an own limit of 0', async () => {
    await using flaky = await throughProxy();
    const { proxy, client } = flaky;
    assert.equal(await codeOf(client.sales.contacts.create({ nope: 1 })), 'validation_failed');
    assert.equal(proxy.seen.length, 1);
    proxy.faults.push('refuse');
    assert.equal(await codeOf(client.sales.contacts.list({}, { maxRetries: 0 })), 'network_error');
    assert.equal(proxy.seen.length, 2);
  });

  it('ends with its signal, and each attempt with its time', async () => {
    await using flaky = await throughProxy();
    const { proxy, client } = flaky;
    proxy.faults.push('hang');
    assert.ok((await client.sales.contacts.list({}, { timeoutMs: 300 })).meta);
    proxy.faults.push('hang');
    assert.equal(await codeOf(client.sales.contacts.list({}, { timeoutMs: 200, maxRetries: 0 })), 'timeout');
    proxy.faults.push('hang');
    const ending = new AbortController();
    setTimeout(() => ending.abort(new Error('the user left')), 100);
    const before = proxy.seen.length;
    assert.equal(await codeOf(client.sales.contacts.list({}, { signal: ending.signal })), 'Error: the user left');
    proxy.faults.push({ status: 429, headers: { 'retry-after': '30' } });
    const waiting = AbortSignal.timeout(200);
    assert.match(await codeOf(client.sales.contacts.list({}, { signal: waiting })), /TimeoutError/);
    assert.equal(proxy.seen.length, before + 2);
  });
});
