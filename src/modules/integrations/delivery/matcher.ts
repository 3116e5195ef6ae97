import { setImmediate } from 'node:timers/promises';
import type { Database, Transaction } from '#db/database.ts';
import { newId } from '#lib/ids.ts';
import { type EventPatterns, patternsOf } from '../events/event-patterns.ts';
import type { Claimed, Endpoint, Lease, NewDelivery, Reader, SpineEvent } from './delivery.ts';
import type { Owned, Owners } from './owner-permissions.ts';
import { maxClaimed } from './sql/claim-due.ts';
import { lockReaders, longestLine, makeDeliveries, moveOn, readEvents, readLines } from './sql/matching.ts';
import { type Hidden, nothingHidden, type Sight } from './visibility.ts';

/** What this node can send at once, so that a delivery is made as claimed already. */
export interface Offer {
  readonly lease: Lease;
  /** How many changes of webhooks the node had heard of. */
  readonly changes: number;
  /** Of all webhooks together. */
  readonly room: number;
  /** Of one webhook, and how many of its claims have ended though the database still counts them. */
  of(endpoint: Endpoint): { readonly most: number; readonly ended: number };
}

/** How events are looked at. */
export interface Look {
  /** At most so many for one webhook. */
  readonly batch: number;
  /** Most are expected to be sent: no more are read than there is room for, and their records with them. */
  readonly mostlySent: boolean;
}

export interface Matched {
  /** How many events there were to look at. */
  readonly looked: number;
  /** Deliveries for this node to send. */
  readonly claimed: readonly Claimed[];
  /** Webhooks that have deliveries in line now, with how many. */
  readonly endpoints: readonly (Endpoint & { readonly added: number })[];
  /** Webhooks whose next events wait in the spine, and what for. */
  readonly held: readonly (Endpoint & { readonly until: Until })[];
  /** Webhooks that may not deliver for their owners: they keep their place until somebody decides. */
  readonly refused: readonly Owned[];
  /** Tenants that have more events to look at: at once, or when older transactions have ended. */
  readonly more: readonly string[];
  readonly unsettled: readonly string[];
}

/** Not fewer are read, lest one webhook that is full should keep the others of its tenant waiting. */
const smallestRead = 64;
/** Of all webhooks together: events that are looked at, those whose records are read along, deliveries put in line. */
const maxLooked = 20_000;
const maxWithRecords = 1024;
const maxPutInLine = 10_000;
/** Pieces of patterns that are looked for without a break: about a millisecond. */
const maxCostAtOnce = 20_000;

const nothing: Matched = { looked: 0, claimed: [], endpoints: [], held: [], refused: [], more: [], unsettled: [] };

/**
 * Until this node has room for more, or whoever has all of it; until those in line have been claimed, or whoever is
 * claiming has done so; or until it is looked at again in any case.
 */
export type Until = 'room' | 'others' | 'line' | 'turn' | 'survey';

/** A webhook, the events it is to be sent, and how far it has read when it has been. */
interface Reading {
  readonly reader: Reader;
  readonly settled: readonly SpineEvent[];
  readonly matching: readonly SpineEvent[];
  /** What is left out of each, of an owner who may not read everything. */
  readonly hidden?: ReadonlyMap<SpineEvent, Hidden>;
  /** There were no more events than these. */
  readonly ended: boolean;
}

/** What becomes of a reading: how many of the matching are sent at once, or put in line, and what the rest waits for. */
interface Plan {
  readonly now: number;
  readonly inLine: number;
  readonly until: Until;
}

/**
 * Looks at the events of some tenants that their webhooks have not seen, makes a delivery for each match, and moves the
 * webhooks on, in one transaction. Nodes take turns on the rows of the webhooks, so that each event is seen once. It stays
 * below the oldest transaction under way, so that one that commits late is not passed over.
 *
 * A delivery that this node can send at once goes into a parcel of this node's. The other events of a webhook that is served
 * wait in the spine, where they cost nothing. Only what this node cannot send (the webhook fails, or the node has enough
 * to do) is put in line, for every node to claim.
 */
export function match(
  db: Database,
  owners: Owners,
  tenants: readonly string[],
  look: Look,
  offer: Offer,
): Promise<Matched> {
  return db.queue(async (tx) => {
    const locked = await lockReaders(tx, tenants);
    const { sights, refused } = await owners.judge(tx, locked, (reader) => patternsFor(reader).accounts);
    if (sights.size === 0) return { ...nothing, refused };
    const { found, withRecords } = await lookAt(tx, [...sights.keys()], look, offer);
    const readings = await withinSight(tx, await readingsOf(found), sights);
    const plans = await planned(tx, readings, offer);
    const deliveries = readings.flatMap((reading) => deliveriesOf(reading, plans.get(reading)));
    const read = readings.flatMap((reading) => {
      const last = lastRead(reading, plans.get(reading));
      return last ? [{ reader: reading.reader, last }] : [];
    });
    const [claimed] = await Promise.all([makeDeliveries(tx, deliveries, offer.lease, withRecords), moveOn(tx, read)]);
    return { claimed, refused, ...whatIsLeft(found, readings, plans) };
  });
}

const patternsFor = ({ webhookId, version, events }: Reader): EventPatterns => patternsOf(webhookId, version, events);

/** Which of the events each webhook asks for. Hostile patterns take long, so other work gets its turn in between. */
async function readingsOf(found: readonly Found[]): Promise<Reading[]> {
  const readings: Reading[] = [];
  let cost = 0;
  for (const { group, settled, ended } of found) {
    for (const reader of group) {
      const patterns = patternsFor(reader);
      const sendsFrom = Number(reader.sendsFrom);
      const matching: SpineEvent[] = [];
      for (const event of settled) {
        if (event.at.getTime() >= sendsFrom && patterns.toldAs(event.type) !== undefined) matching.push(event);
        cost += patterns.cost;
        if (cost < maxCostAtOnce) continue;
        cost = 0;
        await setImmediate();
      }
      readings.push({ reader, settled, matching, ended });
    }
  }
  return readings;
}

/** Leaves out events that the owners may not read, with one statement for each owner who may not read everything. */
async function withinSight(
  tx: Transaction,
  readings: readonly Reading[],
  sights: ReadonlyMap<Reader, Sight>,
): Promise<readonly Reading[]> {
  const sightOf = ({ reader }: Reading) => sights.get(reader) as Sight;
  // Webhooks that name events about accounts have an owner who may read those.
  const limited = readings.filter((reading) => reading.matching.length > 0 && !sightOf(reading).all);
  if (limited.length === 0) return readings;
  const hidden = new Map<Sight, Map<SpineEvent, Hidden>>();
  for (const [sight, some] of Map.groupBy(limited, sightOf)) {
    const events = [...new Set(some.flatMap(({ matching }) => matching))];
    const readable = await sight.readable(tx, events);
    hidden.set(sight, new Map([...readable].map(([event, model]) => [event, sight.hiddenIn(model ?? '')])));
  }
  return readings.map((reading) => {
    const seen = hidden.get(sightOf(reading));
    return seen ? { ...reading, matching: reading.matching.filter((event) => seen.has(event)), hidden: seen } : reading;
  });
}

/** Events behind one place, for the webhooks that have read so far. */
interface Found {
  readonly group: readonly Reader[];
  readonly all: readonly SpineEvent[];
  readonly settled: readonly SpineEvent[];
  readonly ended: boolean;
}

/** Webhooks of a tenant that have read equally far are read for together. */
async function lookAt(
  tx: Transaction,
  readers: readonly Reader[],
  look: Look,
  offer: Offer,
): Promise<{ found: Found[]; withRecords: boolean }> {
  const groups = [...Map.groupBy(readers, ({ tenantId, xid, seq }) => `${tenantId} ${xid} ${seq}`).values()];
  const share = Math.max(1, Math.floor(maxLooked / groups.length));
  const places = groups.map((group) => ({
    ...(group[0] as Reader),
    most: Math.min(share, maxOf(group, look, offer)),
  }));
  // Records of more than can be sent would fill the memory: then those that are sent are read by themselves.
  const withRecords = look.mostlySent && places.reduce((sum, { most }) => sum + most, 0) <= maxWithRecords;
  const events = await readEvents(tx, places, withRecords);
  const found = groups.map((group, n) => {
    const all = events.get(n) ?? [];
    const settled = all.filter((event) => event.settled);
    return { group, all, settled, ended: settled.length < (places[n]?.most ?? 0) };
  });
  return { found, withRecords };
}

/** What is to be looked at again, and when. */
function whatIsLeft(
  found: readonly Found[],
  readings: readonly Reading[],
  plans: ReadonlyMap<Reading, Plan>,
): Omit<Matched, 'claimed' | 'refused'> {
  // One that is being sent what was found is looked at again when there is room, and not before.
  const waits = (reading: Reading) => {
    const plan = plans.get(reading);
    if (plan === undefined) return false;
    return plan.now + plan.inLine < reading.matching.length || (plan.now > 0 && !reading.ended);
  };
  const held = readings.filter(waits);
  const heldReaders = new Set(held.map(({ reader }) => reader));
  const tenantOf = ({ group }: Found) => group[0]?.tenantId ?? '';
  return {
    looked: found.reduce((sum, { settled }) => sum + settled.length, 0),
    endpoints: readings.flatMap((reading) => {
      const added = plans.get(reading)?.inLine ?? 0;
      return added > 0 ? [{ ...endpointOf(reading.reader), added }] : [];
    }),
    held: held.map((reading) => ({ ...endpointOf(reading.reader), until: plans.get(reading)?.until ?? 'room' })),
    more: found.filter(({ group, ended }) => !ended && !group.every((reader) => heldReaders.has(reader))).map(tenantOf),
    unsettled: found.filter(({ settled, all }) => settled.length < all.length).map(tenantOf),
  };
}

/** How many events are read for webhooks that have read equally far. */
function maxOf(group: readonly Reader[], { batch, mostlySent }: Look, offer: Offer): number {
  if (!mostlySent) return batch;
  const room = Math.min(offer.room, Math.max(...group.map((reader) => offer.of(reader).most)));
  return Math.max(smallestRead, Math.min(batch, room));
}

const endpointOf = ({ tenantId, webhookId }: Endpoint): Endpoint => ({ tenantId, webhookId });

/** The last event that a webhook has done with: the one before the first that waits. */
function lastRead({ settled, matching }: Reading, plan: Plan | undefined): SpineEvent | undefined {
  const first = plan && matching[plan.now + plan.inLine];
  return first ? settled[settled.indexOf(first) - 1] : settled.at(-1);
}

/** How the webhooks that have something to send are served. */
async function planned(tx: Transaction, readings: readonly Reading[], offer: Offer): Promise<Map<Reading, Plan>> {
  const busy = readings.filter(({ matching }) => matching.length > 0);
  if (busy.length === 0) return new Map();
  const lines = await readLines(
    tx,
    busy.map(({ reader }) => reader),
  );
  let room = offer.room;
  const share = Math.max(8, Math.floor(room / busy.length));
  let line = maxPutInLine;
  const lineShare = Math.max(8, Math.floor(line / busy.length));
  return new Map(
    busy.map((reading): [Reading, Plan] => {
      const { reader, matching } = reading;
      const { claimed, inLine } = lines.get(reader.webhookId) ?? { claimed: 0, inLine: 0 };
      if (reader.failing || room === 0) {
        const free = Math.max(0, Math.min(matching.length, longestLine - inLine));
        const added = Math.min(free, lineShare, line);
        line -= added;
        // What did not fit into this transaction has its turn in the next.
        return [reading, { now: 0, inLine: added, until: added < free ? 'turn' : 'survey' }];
      }
      if (reader.taken) return [reading, { now: 0, inLine: 0, until: 'turn' }];
      // They go first, and are claimed from there.
      if (inLine > 0) return [reading, { now: 0, inLine: 0, until: 'line' }];
      const { most, ended } = offer.of(reader);
      const now = Math.max(0, Math.min(matching.length, most, share, room, maxClaimed + ended - claimed));
      room -= now;
      return [reading, { now, inLine: 0, until: now > 0 ? 'room' : 'others' }];
    }),
  );
}

const deliveriesOf = ({ reader, matching, hidden }: Reading, plan: Plan | undefined): NewDelivery[] =>
  plan === undefined
    ? []
    : matching.slice(0, plan.now + plan.inLine).map((event, n) => ({
        id: newId(),
        reader,
        event,
        type: patternsFor(reader).toldAs(event.type) ?? event.type,
        hidden: hidden?.get(event) ?? nothingHidden,
        now: n < plan.now,
      }));
