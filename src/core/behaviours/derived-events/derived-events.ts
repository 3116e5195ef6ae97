import { setTimeout } from 'node:timers/promises';
import { systemCaller } from '../../access/caller.ts';
import type { Background } from '../../background.ts';
import type { Context, Services, TransactionContext } from '../../context.ts';
import type { Tenants } from '../../events/spine.ts';
import type { Registry } from '../../models/registry.ts';
import { Poller } from '../../queue/poller.ts';
import { readAffected } from './changed-sources.ts';
import { dependantsOf } from './dependants.ts';
import { readPosition, savePosition, startReading, stopReading, tenantsRead } from './positions.ts';
import { writeChanges } from './write-changes.ts';

declare module '../../context.ts' {
  interface Services {
    readonly derivedEvents: DerivedEvents;
  }
}

const pollMs = 15_000;
/** Other nodes leave new events to the node that wrote them for this time. */
const otherNodesDelayMs = 500;
/** The delay before events are read that wait for an older transaction to end. */
const unsettledDelayMs = 100;

/**
 * Writes the events of changes that follow from other records: the total of an account changes with its deals. The
 * values themselves are computed when they are read, so they are right before the event is written. The events of the
 * other records are read in order, and the position is stored, so none is missed when a process ends. Two nodes that
 * read the same events do no harm, because an event is written only for a value that differs from that of the last
 * event.
 */
export class DerivedEvents implements Background {
  readonly #services: () => Services;
  /** Tenants with fields that read other records. */
  #tenants = new Set<string>();
  /** Tenants that are being read, and whether they have to be read again. */
  readonly #reading = new Map<string, { again: boolean }>();
  readonly #work = new Set<Promise<void>>();
  #poller: Poller | undefined;
  #unfollow: (() => void) | undefined;
  #stopped = false;

  constructor(services: () => Services) {
    this.#services = services;
  }

  async start(): Promise<void> {
    const services = this.#services();
    this.#unfollow = services.spine.follow((tenants, here) => this.#onEvents(tenants, here));
    this.#poller = new Poller(
      services,
      { everyMs: pollMs, failure: 'the tenants with derived fields could not be read' },
      async () => {
        this.#tenants = new Set(await tenantsRead(services.db));
        for (const tenantId of this.#tenants) this.#read(tenantId);
      },
    );
    await this.#poller.start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unfollow?.();
    await this.#poller?.stop();
    await Promise.all(this.#work);
  }

  /** Starts or stops reading the events of a tenant, whose models have changed in this transaction. */
  async follow(context: TransactionContext, registry: Registry): Promise<void> {
    const { tenantId } = context.caller;
    if (dependantsOf(registry).length === 0) {
      await stopReading(context);
      return;
    }
    await startReading(context);
    context.tx.afterCommit(() => {
      this.#tenants.add(tenantId);
    });
  }

  #onEvents(tenants: Tenants, here: boolean): void {
    for (const tenantId of this.#tenants) {
      if (tenants && !tenants.has(tenantId)) continue;
      if (here) this.#read(tenantId);
      else this.#readLater(tenantId, otherNodesDelayMs);
    }
  }

  #readLater(tenantId: string, delayMs: number): void {
    this.#track(setTimeout(delayMs).then(() => this.#read(tenantId)));
  }

  #read(tenantId: string): void {
    if (this.#stopped) return;
    const running = this.#reading.get(tenantId);
    if (running) {
      running.again = true;
      return;
    }
    const state = { again: false };
    this.#reading.set(tenantId, state);
    const { log } = this.#services();
    this.#track(
      this.#readAll(tenantId, state)
        .catch((error: Error) => log.warn({ tenantId }, `changes of derived fields were not written: ${error.message}`))
        .finally(() => this.#reading.delete(tenantId)),
    );
  }

  #track(work: Promise<void>): void {
    this.#work.add(work);
    void work.finally(() => this.#work.delete(work));
  }

  async #readAll(tenantId: string, state: { again: boolean }): Promise<void> {
    const context = await this.#contextFor(tenantId);
    if (!context) return;
    let isFull = true;
    while ((isFull || state.again) && !this.#stopped) {
      state.again = false;
      isFull = await this.#readWindow(context);
    }
  }

  async #contextFor(tenantId: string): Promise<Context | undefined> {
    const services = this.#services();
    const tenant = await services.directory.tenantById(tenantId);
    if (!tenant) return undefined;
    const registry = await services.directory.registry(tenantId);
    return { services, caller: systemCaller(tenantId, tenant.accountKey), registry, requestId: 'derived fields' };
  }

  async #readWindow(context: Context): Promise<boolean> {
    const from = await readPosition(context);
    if (!from) return false;
    const { affected, to, isFull, unsettled } = await readAffected(context, from, dependantsOf(context.registry));
    for (const one of affected) await writeChanges(context, one);
    if (to !== from) await savePosition(context, from, to);
    if (unsettled) this.#readLater(context.caller.tenantId, unsettledDelayMs);
    return isFull;
  }
}
