import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '#core/context.ts';
import type { Tenants } from '#core/events/spine.ts';
import type { Background } from '#core/module.ts';
import { Bell } from '#lib/bell.ts';
import { webhooksChannel } from '../webhooks/hooks.ts';
import type { Endpoint } from './delivery.ts';
import { Pace } from './delivery-rate.ts';
import { match, type Until } from './matcher.ts';
import { Owners } from './owner-permissions.ts';
import { Sender } from './sender.ts';
import { largestBatch } from './sql/matching.ts';
import { survey, tenantsWithWebhooks } from './sql/recovery-poll.ts';

/** Between two looks at everything, for what nobody was told of. */
const surveyEveryMs = 2000;
/** Tenants that are matched in one transaction. */
const maxTenants = 100;
const retryAfterMs = 500;
/** Between two matches. */
const gatherMs = 10;
/** While requests come first, events are matched seldom, and several at a time: until then they are well kept in the spine. */
const smallestMatch = 8;
const politeMs = 150;
/** How soon events are looked at again that an older transaction holds up; the wait doubles up to the longest. */
const firstWaitMs = 10;
const longestWaitMs = 500;

const smallestBatch = 512;
/** How soon a webhook is looked at again that another node is busy with. */
const heldMs = 20;
const turnMs = 2;

const helpChannel = 'atrium_deliveries';

/**
 * Delivers events to webhooks. Three loops, each of which any number of nodes may run: matching turns events into
 * deliveries, sending claims and sends them, and the survey finds what the other two were not told of.
 */
export class Deliveries implements Background {
  readonly #services: Services;
  readonly #owners: Owners;
  readonly #sender: Sender;
  readonly #pace: Pace;
  readonly #node = randomUUID();
  /** Tenants with webhooks. The events of others cost nothing. */
  #listening = new Set<string>();
  readonly #toMatch = new Set<string>();
  /** Events that are looked at in one go: more while few of them concern a webhook. */
  #batch = smallestBatch;
  /** Most of the events that were looked at last were sent: their records are better read along with them. */
  #mostlySent = false;
  readonly #waits = new Map<string, number>();
  readonly #matchBell = new Bell();
  readonly #surveyBell = new Bell();
  readonly #stops: (() => void)[] = [];
  #loops: Promise<void>[] = [];
  #stopped = false;

  constructor(services: Services) {
    this.#services = services;
    this.#pace = new Pace(services.load);
    this.#owners = new Owners(services);
    this.#sender = new Sender(services, this.#owners, new Pace(services.load));
  }

  async start(): Promise<void> {
    const { db, spine } = this.#services;
    this.#stops.push(
      await db.listen({
        channel: webhooksChannel,
        onMessage: (tenantId) => this.#wake(tenantId),
        onLine: (connected) => connected && this.#surveyBell.ring(),
      }),
      await db.listen({ channel: helpChannel, onMessage: (text) => this.#help(text), onLine: () => {} }),
      spine.follow((tenants, here) => this.#written(tenants, here)),
    );
    this.#sender.start();
    this.#loops = [this.#surveys(), this.#matches()];
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const stop of this.#stops) stop();
    this.#matchBell.ring();
    this.#surveyBell.ring();
    // What is matched to the last is handed to the sender, which gives back what it does not send.
    await Promise.all(this.#loops);
    await this.#sender.stop();
  }

  /** Each node matches what it wrote itself; the survey looks after those that died before they did. */
  #written(tenants: Tenants, here: boolean): void {
    if (!here || !tenants) return;
    for (const tenantId of tenants) if (this.#listening.has(tenantId)) this.#toMatch.add(tenantId);
    if (this.#toMatch.size > 0) this.#matchBell.ring();
  }

  /** Something about the tenant's webhooks changed: there may be events to match, and deliveries to send. */
  #wake(tenantId: string): void {
    this.#sender.changed(tenantId);
    this.#listening.add(tenantId);
    this.#toMatch.add(tenantId);
    this.#matchBell.ring();
    this.#surveyBell.ring();
  }

  #help(text: string): void {
    const [node, ...pairs] = text.split(' ');
    if (node === this.#node) return;
    for (const pair of pairs) {
      const [tenantId = '', webhookId = ''] = pair.split('/');
      this.#sender.due({ tenantId, webhookId });
    }
  }

  async #surveys(): Promise<void> {
    const { db, log } = this.#services;
    while (!this.#stopped) {
      try {
        const [tenants, found] = await db.queue((tx) => Promise.all([tenantsWithWebhooks(tx), survey(tx)]));
        this.#listening = new Set(tenants);
        for (const { tenantId, webhookId, due, unread } of found) {
          if (due) this.#sender.due({ tenantId, webhookId });
          if (unread) this.#toMatch.add(tenantId);
        }
        if (this.#toMatch.size > 0) this.#matchBell.ring();
      } catch (error) {
        log.warn(`webhooks could not be looked at: ${(error as Error).message}`);
      }
      // Nodes that were started together do not stay together.
      if (!this.#stopped) await this.#surveyBell.wait(surveyEveryMs * (0.75 + Math.random() / 2));
    }
  }

  async #matches(): Promise<void> {
    while (!this.#stopped) {
      if (this.#toMatch.size === 0) await this.#matchBell.wait(surveyEveryMs);
      const tenants = [...this.#toMatch].slice(0, maxTenants);
      if (tenants.length === 0 || this.#stopped) continue;
      const most = this.#pace.allowance;
      if (most < smallestMatch) {
        await sleep(politeMs);
        continue;
      }
      for (const tenantId of tenants) this.#toMatch.delete(tenantId);
      try {
        const more = await this.#match(tenants, most);
        // Events that follow one another closely are matched together; one that comes alone does not wait.
        if (Number.isFinite(most)) await sleep(politeMs);
        else if (!more) await sleep(gatherMs);
      } catch (error) {
        this.#services.log.warn(`events could not be matched to webhooks: ${(error as Error).message}`);
        this.#later(tenants, retryAfterMs);
      }
    }
  }

  /** True when there is more to match, at once or as soon as there is room. */
  async #match(tenants: readonly string[], most: number): Promise<boolean> {
    const look = { batch: Math.min(most, this.#batch), mostlySent: this.#mostlySent };
    const offer = this.#sender.offer();
    const matched = await match(this.#services.db, this.#owners, tenants, look, offer);
    const { looked, claimed, endpoints, held, refused, more, unsettled } = matched;
    if (looked > 0) this.#mostlySent = claimed.length > looked / 2;
    this.#sender.take(claimed, offer);
    this.#pace.take(claimed.length + endpoints.reduce((sum, { added }) => sum + added, 0));
    this.#batch = more.length === 0 ? smallestBatch : Math.min(largestBatch, this.#batch * 2);
    for (const { until, ...endpoint } of held) this.#hold(endpoint, until);
    for (const endpoint of endpoints) this.#sender.due(endpoint);
    for (const tenantId of more) this.#toMatch.add(tenantId);
    for (const tenantId of tenants) {
      if (!unsettled.includes(tenantId)) this.#waits.delete(tenantId);
    }
    for (const tenantId of unsettled) {
      const wait = this.#waits.get(tenantId) ?? firstWaitMs;
      this.#waits.set(tenantId, Math.min(wait * 2, longestWaitMs));
      this.#later([tenantId], wait);
    }
    const many = endpoints.filter(({ added }) => added > this.#sender.room);
    if (many.length > 0) await this.#callForHelp(many);
    await this.#owners.pause(refused);
    return more.length + held.length > 0;
  }

  /** The next events of a webhook stay in the spine for now. */
  #hold(endpoint: Endpoint, until: Until): void {
    const { tenantId } = endpoint;
    if (until === 'survey') return;
    if (until === 'room' || (until !== 'turn' && this.#sender.isFull(endpoint)))
      this.#sender.whenRoom(endpoint, () => this.#again(tenantId));
    else this.#later([tenantId], until === 'turn' ? turnMs : heldMs);
    if (until === 'line') this.#sender.due(endpoint);
  }

  /** Other nodes send as well when there is more than this one can send at once. */
  async #callForHelp(endpoints: readonly { tenantId: string; webhookId: string }[]): Promise<void> {
    const named = endpoints.slice(0, 100).map(({ tenantId, webhookId }) => `${tenantId}/${webhookId}`);
    await this.#services.db.query('select pg_notify($1::text, $2::text)', [
      helpChannel,
      [this.#node, ...named].join(' '),
    ]);
  }

  #again(tenantId: string): void {
    this.#toMatch.add(tenantId);
    this.#matchBell.ring();
  }

  #later(tenants: readonly string[], ms: number): void {
    setTimeout(() => {
      for (const tenantId of tenants) this.#again(tenantId);
    }, ms).unref();
  }
}
