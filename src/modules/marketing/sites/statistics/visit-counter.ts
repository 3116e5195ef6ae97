import { createHmac } from 'node:crypto';
import { isbot } from 'isbot';
import type { Services } from '#core/context.ts';
import type { SiteRequest } from '#core/site-server.ts';
import { LruMap } from '#lib/lru.ts';
import type { FileEntry } from '../releases/manifest.ts';
import type { SiteKey } from '../serving/site-store.ts';
import { addVisits, type CountedVisits } from '../sql/site-visits.ts';
import { visitSource } from './visit-source.ts';

/** A process that is killed loses at most the views of this time. */
const flushMs = 3000;
/** More different visits than this are written at once. */
const maxWaiting = 5000;

interface Waiting extends CountedVisits {
  views: number;
  readonly visitors: Set<string>;
}

/**
 * Counts views and visitors of pages without cookies. A visitor is a hash of address and browser with a key that changes every day, so
 * nobody can be followed from one day to the next. Counts are collected in memory and written every few seconds.
 */
export class VisitCounter {
  readonly #services: Services;
  #waiting = new Map<string, Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  readonly #robots = new LruMap<string, boolean>(2000);
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

  /** Which variant the visitor sees: the same one all day, by the share that its weight gives it. */
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

  /** Robots and pages that a browser loads in advance are not counted. */
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
    const day = new Date().toISOString().slice(0, 10);
    if (day !== this.#day) {
      this.#day = day;
      this.#dayKey = this.#services.vault.derive(`visitors of websites on ${day}`);
    }
    const text = `${websiteId} ${ip} ${headers['user-agent'] ?? ''}`;
    return createHmac('sha256', this.#dayKey).update(text).digest('hex').slice(0, 24);
  }

  /** Writes what was counted. Counts that cannot be written are lost, and reported. */
  flush(): void {
    if (this.#waiting.size === 0) return;
    const counted = this.#waiting;
    this.#waiting = new Map();
    this.#flushing = this.#flushing.then(async () => {
      const byTenant = Map.groupBy(counted.values(), ({ tenantId }) => tenantId);
      for (const [tenantId, visits] of byTenant) {
        try {
          await this.#services.db.transaction(tenantId, (tx) => addVisits(tx, tenantId, visits));
        } catch (error) {
          this.#services.log.warn(`views of pages were not counted: ${(error as Error).message}`);
        }
      }
    });
  }
}
