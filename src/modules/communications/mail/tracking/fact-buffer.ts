import { setTimeout as sleep } from 'node:timers/promises';
import type { Background } from '#core/background.ts';
import type { Services } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { defineService } from '#core/module-service.ts';
import { classify } from '#db/errors.ts';
import { newId } from '#lib/ids.ts';
import { type Hit, isClick } from './hit.ts';
import { scannerWindowMs } from './scanner-clicks.ts';
import { writeHits } from './write-hits.ts';

const flushEveryMs = 200;
/** This number of hits is written at once, without waiting. */
const flushAt = 500;
/** Number of hits of one tenant that one transaction writes. */
const maxWritten = 1000;
/** Above this size, requests wait for a flush. It holds some 50,000 opens. */
const maxBytes = 16 * 1024 * 1024;
const hitBytes = 300;
const maxWaitMs = 10_000;
const retryAfterMs = 500;
/** The server has ten seconds to stop, so this leaves time for the rest. */
const stopTimeoutMs = 7000;
/**
 * Retries after errors that are not an outage. After that the hits are dropped, so that they do not block all others.
 */
const maxDefects = 5;

const sizeOf = ({ link }: Hit): number => hitBytes + (link === undefined ? 0 : link.length * 2);

/**
 * Buffers opens and clicks of this node and writes them in batches, so that requests do not wait for the database.
 * Clicks stay until it is known whether a scanner made them.
 */
class FactBuffer implements Background {
  readonly #services: Services;
  #hits: Hit[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<boolean> | undefined;
  readonly #defects = new Map<string, number>();
  #stopping = false;

  constructor(services: Services) {
    this.#services = services;
  }

  async start(): Promise<void> {}

  /** Writes all remaining hits. Hits that arrive later are written before their request is answered. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const deadline = Date.now() + stopTimeoutMs;
    await this.#flush();
    while (this.#hits.length > 0 && Date.now() < deadline) {
      await sleep(retryAfterMs);
      await this.#flush();
    }
    if (this.#hits.length > 0)
      this.#services.log.error(`${this.#hits.length} opens and clicks of mails were lost: the database did not answer`);
  }

  /** Resolves at once, except while the buffer is full or the node stops. */
  async add(hit: Omit<Hit, 'id' | 'at'>): Promise<void> {
    if (this.#bytes >= maxBytes) await this.#waitForRoom();
    const complete: Hit = { ...hit, id: newId(), at: new Date() };
    this.#hits.push(complete);
    this.#bytes += sizeOf(complete);
    if (this.#stopping) await this.#flush();
    else if (this.#hits.length % flushAt === 0) void this.#flush();
    else this.#timer ??= setTimeout(() => void this.#flush(), flushEveryMs);
  }

  async #waitForRoom(): Promise<void> {
    const deadline = Date.now() + maxWaitMs;
    while (this.#bytes >= maxBytes) {
      if (Date.now() > deadline)
        throw new AppError('unavailable', 'The database does not answer; try again in a minute.', [], {
          'retry-after': '60',
        });
      await sleep(flushEveryMs);
    }
  }

  /** Writes due hits. One flush runs at a time, and the next begins after it. Never throws. */
  async #flush(): Promise<void> {
    while (this.#flushing) await this.#flushing;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#writeDue();
    const complete = await this.#flushing;
    this.#flushing = undefined;
    if (this.#hits.length > 0 && !this.#stopping)
      this.#timer ??= setTimeout(() => void this.#flush(), complete ? flushEveryMs : retryAfterMs);
  }

  /** Returns false when some hits could not be written. They stay in the buffer. */
  async #writeDue(): Promise<boolean> {
    const dueBefore = Date.now() - scannerWindowMs;
    const all = this.#stopping || this.#bytes >= maxBytes;
    const isDue = (hit: Hit) => all || !isClick(hit) || hit.at.getTime() <= dueBefore;
    let complete = true;
    for (const [tenantId, hits] of Map.groupBy(this.#hits, (hit) => hit.tenantId)) {
      const due = hits.filter(isDue);
      for (let from = 0; from < due.length; from += maxWritten) {
        const batch = due.slice(from, from + maxWritten);
        const written = new Set(batch);
        const others = hits.filter((hit) => !written.has(hit)).filter(isClick);
        try {
          await this.#services.db.transaction(tenantId, (tx) => writeHits(tx, tenantId, batch, others));
          this.#defects.delete(tenantId);
          this.#remove(batch);
        } catch (error) {
          complete = false;
          this.#handle(error as Error, tenantId, batch);
          break;
        }
      }
    }
    return complete;
  }

  #remove(written: readonly Hit[]): void {
    const gone = new Set(written);
    this.#hits = this.#hits.filter((hit) => !gone.has(hit));
    for (const hit of written) this.#bytes -= sizeOf(hit);
  }

  #handle(error: Error, tenantId: string, batch: readonly Hit[]): void {
    const { log } = this.#services;
    const fault = classify(error);
    if (fault && fault.kind !== 'value') {
      log.warn(`opens and clicks of mails could not be written; retrying: ${error.message}`);
      return;
    }
    const defects = (this.#defects.get(tenantId) ?? 0) + 1;
    this.#defects.set(tenantId, defects);
    const dropped = defects >= maxDefects;
    log.error(
      { err: error, tenantId, count: batch.length },
      `opens and clicks of mails could not be written${dropped ? '; dropped' : ''}`,
    );
    if (!dropped) return;
    this.#defects.delete(tenantId);
    this.#remove(batch);
  }
}

/** The buffer of this node. */
export const factBuffer = defineService({
  name: 'communications.factBuffer',
  make: (services) => new FactBuffer(services),
});
