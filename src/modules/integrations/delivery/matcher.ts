import type { Database, Transaction } from '#db/database.ts';
import { newId } from '#lib/ids.ts';
import { matchesEvent } from '../event-patterns.ts';
import { type Claimed, type Lease, mostClaimed } from './claims.ts';
import {
  type Endpoint,
  lockReaders,
  longestLine,
  makeDeliveries,
  moveOn,
  type NewDelivery,
  type Reader,
  readEvents,
  readLines,
  type SpineEvent,
} from './matching-statements.ts';

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

export interface Matched {
  /** Deliveries for this node to send. */
  readonly claimed: readonly Claimed[];
  /** Webhooks that have deliveries in line now, with how many. */
  readonly endpoints: readonly (Endpoint & { readonly added: number })[];
  /** Webhooks whose next events wait in the spine, and what for. */
  readonly held: readonly (Endpoint & { readonly until: Until })[];
  /** Tenants that have more events to look at: at once, or when older transactions have ended. */
  readonly more: readonly string[];
  readonly unsettled: readonly string[];
}

const nothing: Matched = { claimed: [], endpoints: [], held: [], more: [], unsettled: [] };

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
 * A delivery that this node can send at once goes into a parcel of this node's. The other events of a
 * webhook that is served wait in the spine, where they cost nothing. Only what this node cannot send (the webhook fails,
 * or the node has enough to do) is put in line, for every node to claim.
 */
export function match(db: Database, tenants: readonly string[], batch: number, offer: Offer): Promise<Matched> {
  return db.queue(async (tx) => {
    const readers = await lockReaders(tx, tenants);
    if (readers.length === 0) return nothing;
    // Webhooks of a tenant that have read equally far are read for together.
    const groups = [...Map.groupBy(readers, ({ tenantId, xid, seq }) => `${tenantId} ${xid} ${seq}`).values()];
    const events = await readEvents(
      tx,
      groups.map((group) => group[0] as Reader),
      batch,
    );
    const found = groups.map((group, n) => {
      const all = events.get(n) ?? [];
      return { group, all, settled: all.filter((event) => event.settled) };
    });
    const readings = found.flatMap(({ group, settled }) =>
      group.map((reader) => ({ reader, settled, matching: settled.filter((event) => concerns(reader, event)) })),
    );
    const plans = await planned(tx, readings, offer);
    const deliveries = readings.flatMap((reading) => deliveriesOf(reading, plans.get(reading)));
    const [claimed] = await Promise.all([
      makeDeliveries(tx, deliveries, offer.lease),
      moveOn(
        tx,
        readings.flatMap((reading) => {
          const last = lastRead(reading, plans.get(reading));
          return last ? [{ reader: reading.reader, last }] : [];
        }),
      ),
    ]);
    const waits = (reading: Reading) => {
      const plan = plans.get(reading);
      return plan !== undefined && plan.now + plan.inLine < reading.matching.length;
    };
    const tenantOf = ({ group }: { group: readonly Reader[] }) => group[0]?.tenantId ?? '';
    const held = readings.filter(waits);
    const heldReaders = new Set(held.map(({ reader }) => reader));
    return {
      claimed,
      endpoints: readings.flatMap((reading) => {
        const added = plans.get(reading)?.inLine ?? 0;
        return added > 0 ? [{ ...endpointOf(reading.reader), added }] : [];
      }),
      held: held.map((reading) => ({ ...endpointOf(reading.reader), until: plans.get(reading)?.until ?? 'room' })),
      more: found
        .filter(({ group, settled }) => settled.length === batch && !group.every((reader) => heldReaders.has(reader)))
        .map(tenantOf),
      unsettled: found.filter(({ settled, all }) => settled.length < all.length).map(tenantOf),
    };
  });
}

const endpointOf = ({ tenantId, webhookId }: Endpoint): Endpoint => ({ tenantId, webhookId });

const concerns = ({ sendsFrom, events }: Reader, { type, at }: SpineEvent): boolean =>
  at.getTime() >= Number(sendsFrom) && events.some((pattern) => matchesEvent(pattern, type));

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
  return new Map(
    busy.map((reading): [Reading, Plan] => {
      const { reader, matching } = reading;
      const { claimed, inLine } = lines.get(reader.webhookId) ?? { claimed: 0, inLine: 0 };
      if (reader.failing || room === 0) {
        return [
          reading,
          { now: 0, inLine: Math.max(0, Math.min(matching.length, longestLine - inLine)), until: 'survey' },
        ];
      }
      if (reader.taken) return [reading, { now: 0, inLine: 0, until: 'turn' }];
      // They go first, and are claimed from there.
      if (inLine > 0) return [reading, { now: 0, inLine: 0, until: 'line' }];
      const { most, ended } = offer.of(reader);
      const now = Math.max(0, Math.min(matching.length, most, share, room, mostClaimed + ended - claimed));
      room -= now;
      return [reading, { now, inLine: 0, until: now > 0 ? 'room' : 'others' }];
    }),
  );
}

const deliveriesOf = ({ reader, matching }: Reading, plan: Plan | undefined): NewDelivery[] =>
  plan === undefined
    ? []
    : matching.slice(0, plan.now + plan.inLine).map((event, n) => ({ id: newId(), reader, event, now: n < plan.now }));
