import type { Caller } from '#core/access/caller.ts';
import { hiddenFields, readableEvents, readsAccountEvents, readsAllRecords } from '#core/events/event-access.ts';
import type { Registry } from '#core/models/registry.ts';
import type { Queryable } from '#db/database.ts';
import { inTenant, Params, plainArray, scoped } from '#db/params.ts';
import { isAboutAccounts } from '../events/event-patterns.ts';

/** Where an event is in the spine; without a place when it is not there, as a test is not. */
export interface EventPlace {
  readonly xid: string | null;
  readonly seq: string | null;
  readonly at: Date;
  readonly type: string;
}

/** Fields that are left out. */
export type Hidden = ReadonlySet<string>;

export const nothingHidden: Hidden = new Set();

/** What somebody may read of events. */
export class Sight {
  readonly caller: Caller;
  readonly registry: Registry;
  /** Every record may be read, with all its fields. */
  readonly all: boolean;

  constructor(caller: Caller, registry: Registry) {
    this.caller = caller;
    this.registry = registry;
    this.all = readsAllRecords(caller.access, registry);
  }

  hiddenIn(model: string): Hidden {
    return hiddenFields(this.caller.access, this.registry, model);
  }

  /** Whether everything of this type may be read, and nothing has to be looked up. */
  readsAll(type: string): boolean {
    return this.all && (!isAboutAccounts(type) || readsAccountEvents(this.caller.access));
  }

  /** Those of the events that may be read, with their models; null for one that is not in the spine. */
  async readable<Event extends EventPlace>(
    db: Queryable,
    events: readonly Event[],
  ): Promise<Map<Event, string | null>> {
    const accounts = readsAccountEvents(this.caller.access);
    const asked = events.filter(({ type }) => accounts || !isAboutAccounts(type));
    const stored = asked.filter(({ xid }) => xid !== null);
    const found = new Map<Event, string | null>(asked.filter(({ xid }) => xid === null).map((event) => [event, null]));
    if (stored.length === 0) return found;
    for (const { n, model } of await this.#read(db, stored)) found.set(stored[n] as Event, model);
    return found;
  }

  /** One statement for all: the conditions are those of the change feed. */
  #read(db: Queryable, events: readonly EventPlace[]): Promise<{ n: number; model: string }[]> {
    const { tenantId, access } = this.caller;
    const params = new Params(tenantId);
    const xids = params.add(plainArray(events.map(({ xid }) => String(xid))), 'xid8[]');
    const seqs = params.add(plainArray(events.map(({ seq }) => String(seq))), 'bigint[]');
    const times = params.add(plainArray(events.map(({ at }) => at.toISOString())), 'timestamptz[]');
    const readable = readableEvents(access, this.registry, 'e', params, { accounts: true });
    return db.query(
      `select s.n, s.model from ${scoped(
        's',
        `select (g.n - 1)::int as n, e.model
         from unnest(${xids}, ${seqs}, ${times}) with ordinality g(xid, seq, at, n)
         cross join lateral (
           select e.model from events e
           where ${inTenant('e')} and e.xid = g.xid and e.seq = g.seq and e.occurred_at = g.at and ${readable} limit 1
         ) e`,
      )}`,
      params.values,
    );
  }
}
