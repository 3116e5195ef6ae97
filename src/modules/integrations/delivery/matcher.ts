import { setImmediate } from 'node:timers/promises';
import type { Database, Transaction } from '#db/database.ts';
import { newId } from '#lib/ids.ts';
import { type EventPatterns, patternsOf } from '../events/event-patterns.ts';
import { createDeliveries } from './create-deliveries.ts';
import type { ClaimedDelivery, NewDelivery, Reader, StoredEvent, WebhookKey } from './data/delivery.ts';
import { type HiddenFields, noHiddenFields } from './data/hidden-fields.ts';
import { type Capacity, type MatchPlan, planMatches, type WaitsFor, type WebhookMatches } from './match-plan.ts';
import type { OwnedWebhook, OwnerPermissions } from './owner-permissions.ts';
import { lockReaders, readEvents, saveReadPositions } from './sql/matching.ts';
import type { EventVisibility } from './visibility.ts';

export interface MatchOptions {
  /** The maximum number of events for one webhook. */
  readonly batchSize: number;
  /** True when most events are expected to be sent. Then only as many as can be sent are read, with their contents. */
  readonly mostlySent: boolean;
}

export interface MatchResult {
  readonly eventCount: number;
  /** Deliveries for this node to send. */
  readonly claimed: readonly ClaimedDelivery[];
  /** Webhooks for which deliveries were queued, with the number of deliveries. */
  readonly queued: readonly (WebhookKey & { readonly added: number })[];
  /** Webhooks whose next events stay in the events table, and what they wait for. */
  readonly waiting: readonly (WebhookKey & { readonly waitsFor: WaitsFor })[];
  /** Webhooks whose owners are not entitled to them. They keep their position. */
  readonly unentitled: readonly OwnedWebhook[];
  /** Tenants that have more events to match now. */
  readonly withMore: readonly string[];
  /** Tenants that have more events to match after older transactions have ended. */
  readonly unsettled: readonly string[];
}

/** Minimum number of events to read, so that one full webhook does not delay the others of its tenant. */
const minRead = 64;
/** Maximum number of events that one transaction reads, and the maximum with contents. */
const maxRead = 20_000;
const maxReadWithContents = 1024;
/** Maximum cost of pattern matching without a break, which takes about a millisecond. */
const maxCostAtOnce = 20_000;

const noMatches: MatchResult = {
  eventCount: 0,
  claimed: [],
  queued: [],
  waiting: [],
  unentitled: [],
  withMore: [],
  unsettled: [],
};

/**
 * Matches new events of tenants to their webhooks, creates the deliveries, and advances the positions of the webhooks,
 * in one transaction. The row locks of the webhooks let each event be matched once, on one node. Only events below the
 * oldest open transaction are read, so that an event that commits late is not skipped. Deliveries that this node can
 * send at once go into a batch of this node. Further events of the same webhook stay in the events table, where they
 * cost nothing. Only deliveries that this node cannot send (the webhook fails, or the node has no free capacity) are
 * queued, for any node to claim.
 */
export function match(
  db: Database,
  owners: OwnerPermissions,
  tenants: readonly string[],
  options: MatchOptions,
  capacity: Capacity,
): Promise<MatchResult> {
  return db.queue(async (tx) => {
    const readers = await lockReaders(tx, tenants);
    const { visibilities, unentitled } = await owners.check(tx, readers, (reader) => patternsFor(reader).accountEvents);
    if (visibilities.size === 0) return { ...noMatches, unentitled };
    const { groups, withContents } = await readGroups(tx, [...visibilities.keys()], options, capacity);
    const matches = await removeUnreadable(tx, await matchPatterns(groups), visibilities);
    const plans = await planMatches(tx, matches, capacity);
    const deliveries = matches.flatMap((one) => newDeliveries(one, plans.get(one)));
    const positions = matches.flatMap((one) => {
      const last = lastRead(one, plans.get(one));
      return last ? [{ reader: one.reader, last }] : [];
    });
    const [claimed] = await Promise.all([
      createDeliveries(tx, deliveries, capacity.lease, withContents),
      saveReadPositions(tx, positions),
    ]);
    return { claimed, unentitled, ...summarize(groups, matches, plans) };
  });
}

const patternsFor = ({ webhookId, version, events }: Reader): EventPatterns => patternsOf(webhookId, version, events);

/**
 * Finds the events that each webhook gets. It yields to other work in between, because expensive patterns take long.
 */
async function matchPatterns(groups: readonly ReaderGroup[]): Promise<WebhookMatches[]> {
  const matches: WebhookMatches[] = [];
  let cost = 0;
  for (const { readers, settled, atEnd } of groups) {
    for (const reader of readers) {
      const patterns = patternsFor(reader);
      const sendsFrom = Number(reader.sendsFrom);
      const matching: StoredEvent[] = [];
      for (const event of settled) {
        if (!event.quiet && event.at.getTime() >= sendsFrom && patterns.deliveredType(event.type) !== undefined)
          matching.push(event);
        cost += patterns.cost;
        if (cost < maxCostAtOnce) continue;
        cost = 0;
        await setImmediate();
      }
      matches.push({ reader, settled, matching, atEnd });
    }
  }
  return matches;
}

/** Removes events that the owners may not read, with one statement for each owner who may not read all of the types. */
async function removeUnreadable(
  tx: Transaction,
  matches: readonly WebhookMatches[],
  visibilities: ReadonlyMap<Reader, EventVisibility>,
): Promise<readonly WebhookMatches[]> {
  const visibilityOf = ({ reader }: WebhookMatches) => visibilities.get(reader) as EventVisibility;
  // Owners of webhooks that name events about accounts may read those events, because `check` requires it.
  const isLimited = (one: WebhookMatches, { type }: StoredEvent) => !visibilityOf(one).readsAllOfType(type);
  const limited = matches.filter((one) => one.matching.some((event) => isLimited(one, event)));
  if (limited.length === 0) return matches;
  const readable = new Map<EventVisibility, Map<StoredEvent, HiddenFields>>();
  for (const [visibility, ofOwner] of Map.groupBy(limited, visibilityOf)) {
    const events = new Set(ofOwner.flatMap((one) => one.matching.filter((event) => isLimited(one, event))));
    const models = await visibility.readableEvents(tx, [...events]);
    readable.set(
      visibility,
      new Map([...models].map(([event, model]) => [event, visibility.hiddenFields(model ?? '')])),
    );
  }
  return matches.map((one) => {
    const hidden = readable.get(visibilityOf(one));
    if (!hidden) return one;
    return { ...one, matching: one.matching.filter((event) => hidden.has(event) || !isLimited(one, event)), hidden };
  });
}

/** Webhooks of a tenant with the same position, and the events after it. */
interface ReaderGroup {
  readonly readers: readonly Reader[];
  readonly events: readonly StoredEvent[];
  readonly settled: readonly StoredEvent[];
  /** True when there are no more settled events. */
  readonly atEnd: boolean;
}

/** Reads the events once for all webhooks of a tenant that have the same position. */
async function readGroups(
  tx: Transaction,
  readers: readonly Reader[],
  options: MatchOptions,
  capacity: Capacity,
): Promise<{ groups: ReaderGroup[]; withContents: boolean }> {
  const groups = [...Map.groupBy(readers, ({ tenantId, xid, seq }) => `${tenantId} ${xid} ${seq}`).values()];
  const share = Math.max(1, Math.floor(maxRead / groups.length));
  const positions = groups.map((group) => ({
    ...(group[0] as Reader),
    max: Math.min(share, maxEventsFor(group, options, capacity)),
  }));
  // Contents of more events than can be sent would fill the memory. In that case only contents that are sent are read
  // later.
  const withContents = options.mostlySent && positions.reduce((sum, { max }) => sum + max, 0) <= maxReadWithContents;
  const eventsByPosition = await readEvents(tx, positions, withContents);
  return {
    withContents,
    groups: groups.map((group, n) => {
      const events = eventsByPosition.get(n) ?? [];
      const settled = events.filter((event) => event.settled);
      return { readers: group, events, settled, atEnd: settled.length < (positions[n]?.max ?? 0) };
    }),
  };
}

/** The number of events to read for webhooks with the same position. */
function maxEventsFor(readers: readonly Reader[], { batchSize, mostlySent }: MatchOptions, capacity: Capacity): number {
  if (!mostlySent) return batchSize;
  const free = Math.min(capacity.free, Math.max(...readers.map((reader) => capacity.ofWebhook(reader).max)));
  return Math.max(minRead, Math.min(batchSize, free));
}

/** Summarizes the queued deliveries, and when each webhook and tenant continues. */
function summarize(
  groups: readonly ReaderGroup[],
  matches: readonly WebhookMatches[],
  plans: ReadonlyMap<WebhookMatches, MatchPlan>,
): Omit<MatchResult, 'claimed' | 'unentitled'> {
  // A webhook that deliveries are being sent to continues only when it has capacity again.
  const mustWait = (one: WebhookMatches) => {
    const plan = plans.get(one);
    if (plan === undefined) return false;
    return plan.sendNow + plan.queue < one.matching.length || (plan.sendNow > 0 && !one.atEnd);
  };
  const waiting = matches.filter(mustWait);
  const waitingReaders = new Set(waiting.map(({ reader }) => reader));
  const tenantOf = ({ readers }: ReaderGroup) => readers[0]?.tenantId ?? '';
  return {
    eventCount: groups.reduce((sum, { settled }) => sum + settled.length, 0),
    queued: matches.flatMap((one) => {
      const added = plans.get(one)?.queue ?? 0;
      return added > 0 ? [{ ...keyOf(one.reader), added }] : [];
    }),
    waiting: waiting.map((one) => ({ ...keyOf(one.reader), waitsFor: plans.get(one)?.waitsFor ?? 'capacity' })),
    withMore: groups
      .filter(({ readers, atEnd }) => !atEnd && !readers.every((reader) => waitingReaders.has(reader)))
      .map(tenantOf),
    unsettled: groups.filter(({ settled, events }) => settled.length < events.length).map(tenantOf),
  };
}

const keyOf = ({ tenantId, webhookId }: WebhookKey): WebhookKey => ({ tenantId, webhookId });

/** The last event that a webhook is done with: the one before the first that waits. */
function lastRead({ settled, matching }: WebhookMatches, plan: MatchPlan | undefined): StoredEvent | undefined {
  const firstWaiting = plan && matching[plan.sendNow + plan.queue];
  return firstWaiting ? settled[settled.indexOf(firstWaiting) - 1] : settled.at(-1);
}

const newDeliveries = ({ reader, matching, hidden }: WebhookMatches, plan: MatchPlan | undefined): NewDelivery[] =>
  plan === undefined
    ? []
    : matching.slice(0, plan.sendNow + plan.queue).map((event, n) => ({
        id: newId(),
        reader,
        event,
        type: patternsFor(reader).deliveredType(event.type) ?? event.type,
        hidden: hidden?.get(event) ?? noHiddenFields,
        sendNow: n < plan.sendNow,
      }));
