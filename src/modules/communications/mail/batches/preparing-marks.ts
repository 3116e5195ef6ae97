import { randomUUID } from 'node:crypto';
import type { Services } from '#core/context.ts';
import { LruMap } from '#lib/lru.ts';
import { keyOf, type MailQueue } from '../queue/mail-queue.ts';
import { pauseBatch } from './pause-batch.ts';
import { addMark, removeMark, renewMark } from './sql/preparing.ts';

/** A batch is paused when this many processes have died while they began to prepare it. */
const maxDeaths = 2;
const renewEveryMs = 5000;
const maxSurvived = 1000;

const reason = `The server ended ${maxDeaths} times while it prepared this mailing, so it is not tried again by itself. Check its template, its variables and its recipients. Then resume it, or cancel it.`;

/** `wait`: other nodes are preparing the batch, or died while they prepared it. */
type Beginning = 'begun' | 'wait' | 'stopped';

/**
 * Marks batches whose recipients this process freezes or whose first mails it renders. A mark is committed before the work and removed
 * after it. A crashed process leaves its mark, so a batch that crashes a process is paused instead of crashing the next one.
 */
export class PreparingMarks {
  readonly #services: Services;
  readonly #node = randomUUID();
  readonly #held = new Map<string, { readonly queue: MailQueue; readonly mark: string }>();
  readonly #survived = new LruMap<string, true>(maxSurvived);
  #renewal: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  async begin(queue: MailQueue, work: 'freeze' | 'render'): Promise<Beginning> {
    const { tenantId, batchId } = queue;
    const key = `${keyOf(queue)}/${work}`;
    if (batchId === null || this.#survived.get(key)) return 'begun';
    const mark = `${this.#node}/${work}`;
    const others = await this.#services.db.transaction(tenantId, (tx) =>
      addMark(tx, tenantId, batchId, mark, maxDeaths),
    );
    if (!others) return 'stopped';
    if (others.dead >= maxDeaths) {
      await pauseBatch(this.#services, queue, reason);
      return 'stopped';
    }
    if (others.marked >= maxDeaths) return 'wait';
    this.#held.set(key, { queue, mark });
    this.#renewal ??= setInterval(() => void this.#renew(), renewEveryMs).unref();
    return 'begun';
  }

  /**
   * Removes a mark. With `isDone`, the first mails are done; without it, nothing was done. Both show that the process
   * survived.
   */
  async end(queue: MailQueue, work: 'freeze' | 'render', isDone: boolean): Promise<void> {
    const { tenantId, batchId } = queue;
    const key = `${keyOf(queue)}/${work}`;
    const held = this.#held.get(key);
    if (!held || batchId === null) return;
    this.#held.delete(key);
    if (isDone) this.#survived.set(key, true);
    if (this.#held.size === 0) {
      clearInterval(this.#renewal);
      this.#renewal = undefined;
    }
    await this.#services.db.transaction(tenantId, (tx) => removeMark(tx, tenantId, batchId, held.mark));
  }

  async #renew(): Promise<void> {
    const { db, log } = this.#services;
    for (const { queue, mark } of [...this.#held.values()]) {
      const { tenantId, batchId } = queue;
      try {
        await db.transaction(tenantId, (tx) => renewMark(tx, tenantId, String(batchId), mark));
      } catch (error) {
        log.warn(`the mark of a batch could not be renewed: ${(error as Error).message}`);
      }
    }
  }
}
