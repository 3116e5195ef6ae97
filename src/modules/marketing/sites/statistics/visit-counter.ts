import { createHmac } from 'node:crypto';
import { isbot } from 'isbot';
import type { Services } from '#core/context.ts';
import type { SiteRequest } from '#core/site-server.ts';
import type { Transaction } from '#db/database.ts';
import { LruMap } from '#lib/lru.ts';
import { recordTouch } from '../../attribution/record-touch.ts';
import type { FileEntry } from '../releases/manifest.ts';
import type { SiteKey } from '../site-key.ts';
import { addVisits, type CountedVisits } from './sql/site-visits.ts';
import { visitSource } from './visit-source.ts';

/** Interval of writes. A killed process loses at most the views of this time. */
const flushMs = 3000;
/** Number of distinct visits that are written without waiting for the interval. */
const maxWaiting = 5000;
const dayMs = 86_400_000;
/** Longer visitor keys are not remembered. */
const maxRemembered = 500;

interface Waiting extends CountedVisits {
  views: number;
  readonly visitors: Set<string>;
}

/**
 * Counts views and visitors of pages without cookies. A visitor is a hash of address and browser with a key that
 * changes every day, so nobody can be followed from one day to the next. Counts are collected in memory and written
 * every few seconds.
 */
export class VisitCounter {
  readonly #services: Services;
  #waiting = new Map<string, Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  readonly #robots = new LruMap<string, boolean>(2000);
  /** Hashes of recent visitors: a visitor loads several pages, and the hash takes longer than the rest of an answer. */
  readonly #visitors = new LruMap<string, string>(10_000);
  #dayNumber = 0;
  #day = '';
  #dayKey = '';

  constructor(services: Services) {
    this.#services = services;
  }

  start(): void {
    this.#timer = setInterval(() => this.flush(), flushMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.flush();
    await this.#flushing;
  }

  /** Chooses the variant for a visitor by weight. The choice stays the same all day. */
  choose(request: SiteRequest, site: SiteKey, pageId: string, variants: readonly FileEntry[]): FileEntry {
    const weights = variants.map(({ page }) => Math.max(0, page?.weight ?? 1));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const place = createHmac('sha256', this.#visitor(request, site)).update(pageId).digest().readUInt32BE() / 2 ** 32;
    let left = place * sum;
    for (const [n, weight] of weights.entries()) {
      left -= weight;
      if (left < 0) return variants[n] as FileEntry;
    }
    return variants[0] as FileEntry;
  }

  /** Counts a view. Robots and prefetches by browsers are not counted. */
  count(request: SiteRequest, site: SiteKey, pageId: string, query: string): void {
    const { headers, method } = request;
    if (method !== 'GET' || headers['sec-purpose'] !== undefined || headers.purpose === 'prefetch') return;
    if (this.#isRobot(String(headers['user-agent'] ?? ''))) return;
    const source = visitSource(headers, query, request.host);
    const visitor = this.#visitor(request, site);
    const key = `${this.#day} ${pageId} ${source.text}`;
    const waiting = this.#waiting.get(key);
    if (waiting) {
      waiting.views += 1;
      waiting.visitors.add(visitor);
      return;
    }
    const { tenantId, websiteId } = site;
    const day = this.#day;
    this.#waiting.set(key, { tenantId, websiteId, pageId, day, source, views: 1, visitors: new Set([visitor]) });
    if (this.#waiting.size >= maxWaiting) this.flush();
  }

  #isRobot(agent: string): boolean {
    const known = this.#robots.get(agent);
    if (known !== undefined) return known;
    const robot = agent === '' || isbot(agent);
    this.#robots.set(agent.slice(0, 500), robot);
    return robot;
  }

  #visitor({ ip, headers }: SiteRequest, { websiteId }: SiteKey): string {
    const dayNumber = Math.floor(Date.now() / dayMs);
    if (dayNumber !== this.#dayNumber) {
      this.#dayNumber = dayNumber;
      this.#day = new Date(dayNumber * dayMs).toISOString().slice(0, 10);
      this.#dayKey = this.#services.vault.derive(`visitors of websites on ${this.#day}`);
      this.#visitors.clear();
    }
    const text = `${websiteId} ${ip} ${headers['user-agent'] ?? ''}`;
    const known = this.#visitors.get(text);
    if (known !== undefined) return known;
    const visitor = createHmac('sha256', this.#dayKey).update(text).digest('hex').slice(0, 24);
    if (text.length < maxRemembered) this.#visitors.set(text, visitor);
    return visitor;
  }

  /** Writes the counts. Counts that cannot be written are lost, and logged. */
  flush(): void {
    if (this.#waiting.size === 0) return;
    const counted = this.#waiting;
    this.#waiting = new Map();
    this.#flushing = this.#flushing.then(async () => {
      const byTenant = Map.groupBy(counted.values(), ({ tenantId }) => tenantId);
      for (const [tenantId, visits] of byTenant) {
        try {
          await this.#services.db.transaction(tenantId, (tx) => writeVisits(tx, tenantId, visits));
        } catch (error) {
          this.#services.log.warn(`views of pages were not counted: ${(error as Error).message}`);
        }
      }
    });
  }
}

/** Writes views. Those from a campaign are written as touches, too. */
async function writeVisits(tx: Transaction, tenantId: string, visits: readonly CountedVisits[]): Promise<void> {
  await addVisits(tx, tenantId, visits);
  const touches = visits.map(({ day, source, views }) => ({
    kind: 'view' as const,
    day,
    utmCampaign: source.utmCampaign,
    utmSource: source.utmSource,
    utmMedium: source.utmMedium,
    count: views,
  }));
  await recordTouch(tx, tenantId, touches);
}
