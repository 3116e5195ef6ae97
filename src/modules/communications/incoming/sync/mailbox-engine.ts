import { randomUUID } from 'node:crypto';
import type { Background } from '#core/background.ts';
import type { Services } from '#core/context.ts';
import { defineService } from '#core/module-service.ts';
import { Poller } from '#core/queue/poller.ts';
import { Semaphore } from '#lib/semaphore.ts';
import { mailboxChannel } from '../../mailboxes/contract.ts';
import type { MailThread } from '../../messages/reading/mail-thread.ts';
import { mailThread } from '../../messages/reading/mail-thread-of.ts';
import { MailboxSync, type SyncParts, type SyncTimes } from './mailbox-sync.ts';
import {
  claimMailboxes,
  connectionsWithChanges,
  fairShare,
  type Lease,
  leaveNodes,
  mailboxTable,
  releaseLeases,
  renewLeases,
} from './sql/leases.ts';

const tickMs = 5000;
/** Mailboxes that a node claims at a time, so that other nodes get some too. */
const maxClaimed = 50;
/**
 * Limits the mailboxes that are read at the same time, because the background work of a node has eight database
 * connections.
 */
const maxReading = 6;
/** Connections that wait for news. Other mailboxes are polled. */
const maxIdle = 500;
const standardTimes: SyncTimes = { pollMs: 60_000, firstRetryMs: 60_000, maxRetryMs: 3_600_000 };

/** Reads the mailboxes of all tenants. Each is read by the node that has its lease; nodes share them equally. */
class MailboxEngine implements Background {
  readonly #services: Services;
  readonly #parts: SyncParts;
  readonly #node = randomUUID();
  readonly #reader: MailThread;
  readonly #poller: Poller;
  readonly #syncs = new Map<string, MailboxSync>();
  #renewedAt = 0;
  #share = 0;
  #stopped = false;

  /** `times` and `reader` are for tests. */
  constructor(services: Services, times: SyncTimes = standardTimes, reader = services.of(mailThread)) {
    this.#services = services;
    this.#reader = reader;
    const mayIdle = () => this.#idling < maxIdle;
    this.#parts = { services, node: this.#node, times, reader, slots: new Semaphore(maxReading), mayIdle };
    this.#poller = new Poller(
      services,
      {
        everyMs: tickMs,
        failure: 'mailboxes could not be taken',
        channel: mailboxChannel,
        onNotified: () => {
          this.#renewedAt = 0;
        },
      },
      () => this.#tick(),
    );
  }

  get #idling(): number {
    let count = 0;
    for (const { idles } of this.#syncs.values()) if (idles) count += 1;
    return count;
  }

  /** The mailboxes that this node reads now. */
  get held(): number {
    return this.#syncs.size;
  }

  /** True when this node reads old messages of a mailbox now. */
  get backfills(): boolean {
    return [...this.#syncs.values()].some((sync) => sync.backfills);
  }

  async start(): Promise<void> {
    await this.#poller.start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#poller.stop();
    this.#reader.close();
    await Promise.all([...this.#syncs.values()].map((sync) => sync.stop()));
    const { db, log } = this.#services;
    try {
      await db.platform((tx) => releaseLeases(tx, this.#node));
      await leaveNodes(db, this.#node);
    } catch (error) {
      log.debug(`the leases of mailboxes were not released: ${(error as Error).message}`);
    }
  }

  async #tick(): Promise<void> {
    const { db } = this.#services;
    await this.#dropEnded();
    if (Date.now() - this.#renewedAt >= mailboxTable.renewEveryMs) {
      this.#renewedAt = Date.now();
      this.#share = await fairShare(db, this.#node);
      await this.#applyLeases(await db.platform((tx) => renewLeases(tx, this.#node)));
      for (const id of await db.platform((tx) => connectionsWithChanges(tx, this.#node))) this.#syncs.get(id)?.wake();
    }
    const room = Math.min(maxClaimed, this.#share - this.#syncs.size);
    if (room <= 0) return;
    const taken = await db.platform((tx) => claimMailboxes(tx, this.#node, room));
    for (const lease of taken) this.#begin(lease);
    if (taken.length === maxClaimed) this.#poller.wake();
  }

  #begin(lease: Lease): void {
    if (this.#stopped || this.#syncs.has(lease.connectionId)) return;
    this.#syncs.set(lease.connectionId, new MailboxSync(this.#parts, lease));
  }

  async #dropEnded(): Promise<void> {
    const ended = [...this.#syncs.values()].filter((sync) => sync.ended);
    await this.#release(ended);
  }

  /** Stops mailboxes whose lease was lost, wakes those that are due, and releases those above this node's share. */
  async #applyLeases(leases: readonly Lease[]): Promise<void> {
    const held = new Map(leases.map((lease) => [lease.connectionId, lease]));
    for (const sync of [...this.#syncs.values()]) {
      const lease = held.get(sync.connectionId);
      if (!lease) {
        this.#syncs.delete(sync.connectionId);
        void sync.stop();
      } else if (lease.requestedAt !== null) sync.wake(lease.requestedAt);
      else if (lease.dueInMs === 0) sync.wake();
    }
    for (const lease of leases) this.#begin(lease);
    const surplus = this.#syncs.size - this.#share;
    if (surplus > 0) await this.#release([...this.#syncs.values()].slice(0, surplus));
  }

  async #release(syncs: readonly MailboxSync[]): Promise<void> {
    if (syncs.length === 0) return;
    for (const sync of syncs) this.#syncs.delete(sync.connectionId);
    await Promise.all(syncs.map((sync) => sync.stop()));
    const ids = syncs.map(({ connectionId }) => connectionId);
    await this.#services.db.platform((tx) => releaseLeases(tx, this.#node, ids));
  }
}

/** The engine of this node. */
export const mailboxEngine = defineService({
  name: 'communications.mailboxEngine',
  make: (services) => new MailboxEngine(services),
});
