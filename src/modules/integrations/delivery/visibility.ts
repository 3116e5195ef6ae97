import type { Caller } from '#core/access/caller.ts';
import { hiddenFields, isConfidentialType, readsAccountEvents, readsAllRecords } from '#core/events/event-access.ts';
import type { Registry } from '#core/models/registry.ts';
import type { Queryable } from '#db/database.ts';
import { isAccountEvent } from '../events/event-patterns.ts';
import type { HiddenFields } from './data/hidden-fields.ts';
import { type EventPosition, readReadableEvents } from './sql/readable-events.ts';

/** Decides which events, and which of their fields, a user may read. */
export class EventVisibility {
  readonly caller: Caller;
  readonly registry: Registry;
  /** True when the user may read every record with all its fields, except for confidential ones. */
  readonly #readsEverything: boolean;

  constructor(caller: Caller, registry: Registry) {
    this.caller = caller;
    this.registry = registry;
    this.#readsEverything = readsAllRecords(caller.access, registry);
  }

  hiddenFields(model: string): HiddenFields {
    return hiddenFields(this.caller.access, this.registry, model);
  }

  /**
   * True when the user may read every event of this type with all its fields. Then no event has to be read to decide.
   */
  readsAllOfType(type: string): boolean {
    if (!this.#readsEverything || isConfidentialType(this.registry, type)) return false;
    return !isAccountEvent(type) || readsAccountEvents(this.caller.access);
  }

  /**
   * The events that the user may read, with their models. The model is null for an event that is not in the events
   * table.
   */
  async readableEvents<Event extends EventPosition>(
    db: Queryable,
    events: readonly Event[],
  ): Promise<Map<Event, string | null>> {
    const readsAccounts = readsAccountEvents(this.caller.access);
    const allowed = events.filter(({ type }) => readsAccounts || !isAccountEvent(type));
    const stored = allowed.filter(({ xid }) => xid !== null);
    const readable = new Map<Event, string | null>(
      allowed.filter(({ xid }) => xid === null).map((event) => [event, null]),
    );
    if (stored.length === 0) return readable;
    for (const { n, model } of await readReadableEvents(db, this, stored)) readable.set(stored[n] as Event, model);
    return readable;
  }
}
