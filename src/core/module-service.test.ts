import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Services } from './context.ts';
import { defineService, ModuleServices, type Service } from './module-service.ts';

function servicesWith(...declared: readonly Service<unknown>[]) {
  const all = new ModuleServices(declared);
  const services = { of: (service) => all.of(services, service) } as Services;
  return { services, close: () => all.close() };
}

describe('a service of a module', () => {
  it('is made at its first use, once', () => {
    let count = 0;
    const numbers = defineService({ name: 'test.numbers', make: () => ({ number: ++count }) });
    const { services } = servicesWith(numbers);
    assert.equal(count, 0);
    const first = services.of(numbers);
    assert.equal(first.number, 1);
    assert.equal(services.of(numbers), first);
  });

  it('is another object in another process', () => {
    const boxes = defineService({ name: 'test.boxes', make: () => ({}) });
    assert.notEqual(servicesWith(boxes).services.of(boxes), servicesWith(boxes).services.of(boxes));
  });

  it('must be listed in a module', () => {
    const forgotten = defineService({ name: 'test.forgotten', make: () => ({}) });
    const { services } = servicesWith();
    assert.throws(() => services.of(forgotten), { message: 'the service test.forgotten is not listed in a module' });
  });

  it('can need another one', () => {
    const inner = defineService({ name: 'test.inner', make: () => ({ word: 'inner' }) });
    const outer = defineService({ name: 'test.outer', make: (services) => ({ inner: services.of(inner) }) });
    const { services } = servicesWith(outer, inner);
    assert.equal(services.of(outer).inner, services.of(inner));
  });

  it('cannot need itself', () => {
    const first: Service<object> = defineService({ name: 'test.first', make: (services) => services.of(second) });
    const second: Service<object> = defineService({ name: 'test.second', make: (services) => services.of(first) });
    const { services } = servicesWith(first, second);
    assert.throws(() => services.of(first), { message: 'the service test.first needs itself' });
  });

  it('can be made again after an attempt that failed', () => {
    let fails = true;
    const make = () => {
      if (fails) throw new Error('not yet');
      return 'made';
    };
    const unsteady = defineService({ name: 'test.unsteady', make });
    const { services } = servicesWith(unsteady);
    assert.throws(() => services.of(unsteady), { message: 'not yet' });
    fails = false;
    assert.equal(services.of(unsteady), 'made');
  });

  it('is closed when it was made, before those that it needs', async () => {
    const closed: string[] = [];
    const close = (made: string) => void closed.push(made);
    const inner = defineService({ name: 'test.inner', make: () => 'inner', close });
    const outer = defineService({ name: 'test.outer', make: (services) => `outer of ${services.of(inner)}`, close });
    const unused = defineService({ name: 'test.unused', make: () => 'unused', close });
    const open = defineService({ name: 'test.open', make: () => 'has nothing to close' });
    const { services, close: closeAll } = servicesWith(inner, outer, unused, open);
    services.of(open);
    services.of(outer);
    await closeAll();
    assert.deepEqual(closed, ['outer of inner', 'inner']);
  });

  it('is closed also when another one cannot be closed', async () => {
    const closed: string[] = [];
    const good = defineService({ name: 'test.good', make: () => 'good', close: (made) => void closed.push(made) });
    const close = async () => {
      throw new Error('stuck');
    };
    const bad = defineService({ name: 'test.bad', make: () => 'bad', close });
    const { services, close: closeAll } = servicesWith(good, bad);
    services.of(good);
    services.of(bad);
    await assert.rejects(closeAll(), (error: AggregateError) => {
      assert.equal(error.message, 'services were not closed: test.bad');
      assert.deepEqual(error.errors, [new Error('stuck')]);
      return true;
    });
    assert.deepEqual(closed, ['good']);
  });
});
