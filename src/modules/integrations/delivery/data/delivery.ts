import type { HiddenFields } from './hidden-fields.ts';

export interface WebhookKey {
  readonly tenantId: string;
  readonly webhookId: string;
}

/** A claim of this node, and when it expires. */
export interface Lease {
  readonly claim: string;
  readonly durationMs: number;
  /** By the clock of this process. */
  readonly expiresAt: number;
}

/**
 * Deliveries of one webhook that were claimed when they were created, and have no row before they have a result. A batch is
 * one row of `webhook_parcels`.
 */
export interface DeliveryBatch extends WebhookKey {
  readonly claim: string;
  /** Deliveries that are waiting or in flight. */
  openCount: number;
}

/** Who made the change, when a language model, a program with its tools, a form or a campaign acted for them. */
export interface DeliveryActor {
  readonly _id: string;
  readonly via: string;
  readonly completionId?: string;
  readonly viaId?: string;
}

/** In place of an actor: formulas or rollups changed because other records did. */
export interface DerivedChange {
  readonly derived: true;
}

/** A delivery that this node may send until the lease expires. */
export interface ClaimedDelivery extends WebhookKey {
  readonly id: string;
  readonly claim: string;
  /** By the clock of this process. */
  readonly leaseExpiresAt: number;
  /** Null for a delivery that has a row. */
  readonly batch: DeliveryBatch | null;
  readonly tries: number;
  readonly accountKey: string;
  readonly url: string;
  /** Both secrets are encrypted, as they are stored. */
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly eventId: string;
  readonly type: string;
  readonly eventAt: Date;
  /** The position in the events table; null for an event that is not there. */
  readonly xid: string | null;
  readonly seq: string | null;
  /** The body, for an event that is not in the events table. */
  readonly body: string | null;
  readonly recordId: string | null;
  /** JSON text; null for a deletion, and when `large`. */
  readonly record: string | null;
  /** JSON text of the previous values that an update changed; null for other events, and when `large`. */
  readonly previous: string | null;
  readonly actor: DeliveryActor | DerivedChange | null;
  /** True when the event is a restore and `type` is the type of a creation. */
  readonly restored: boolean;
  /** True when it is too large to stay in memory while it waits. Then the content is read when it is sent. */
  readonly large: boolean;
  /** False when the event was deleted, because it is older than EVENT_RETENTION. */
  readonly eventExists: boolean;
  /** Fields of the record that the owner of the webhook may not read. */
  readonly hidden: HiddenFields;
  /** The reason why it is not sent, as a sentence. */
  readonly refusal: string | null;
}

/** A webhook and its position in the events. */
export interface Reader extends Pick<ClaimedDelivery, 'accountKey' | 'url' | 'secret' | 'previousSecret'> {
  readonly tenantId: string;
  readonly webhookId: string;
  readonly ownerId: string | null;
  readonly version: string;
  readonly events: readonly string[];
  readonly xid: string;
  readonly seq: string;
  readonly readAt: Date;
  readonly sendsFrom: Date | number;
  readonly failing: boolean;
  /** True when another node holds the claim lock of the webhook. */
  readonly lockedElsewhere: boolean;
}

/** The part of an event that is sent. */
export type EventContent = Pick<ClaimedDelivery, 'recordId' | 'record' | 'previous' | 'large'>;

export interface StoredEvent extends EventContent {
  /** The index of the requested position that it follows. */
  readonly positionIndex: number;
  readonly xid: string;
  readonly seq: string;
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly actor: DeliveryActor | null;
  /** False while an older transaction is open: it may still commit events that come before this one. */
  /** True for writes that webhooks are not told of, such as those of a quiet import. */
  readonly quiet: boolean;
  readonly settled: boolean;
}

export interface NewDelivery {
  readonly id: string;
  readonly reader: Reader;
  readonly event: StoredEvent;
  /** The event type that the webhook receives. */
  readonly type: string;
  readonly hidden: HiddenFields;
  /** True when this node sends it now; otherwise it is queued for any node. */
  readonly sendNow: boolean;
}
