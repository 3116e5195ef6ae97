import type { Hidden } from './visibility.ts';

export interface Endpoint {
  readonly tenantId: string;
  readonly webhookId: string;
}

/** Under what this node has claimed something, and for how long. */
export interface Lease {
  readonly claim: string;
  readonly ms: number;
  /** In the clock of this process. */
  readonly until: number;
}

/** Deliveries of one webhook that were claimed as they were made, and have no row before they have a result. */
export interface Parcel extends Endpoint {
  readonly claim: string;
  /** How many are waiting or in flight. */
  left: number;
}

/** A delivery that is ours until the lease ends. */
export interface Claimed extends Endpoint {
  readonly id: string;
  readonly claim: string;
  /** When the lease ends, in the clock of this process. */
  readonly until: number;
  /** The parcel that it is part of, of one that has no row yet. */
  readonly parcel: Parcel | null;
  readonly tries: number;
  readonly accountKey: string;
  readonly url: string;
  /** As they are stored: encrypted. */
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly eventId: string;
  readonly type: string;
  readonly eventAt: Date;
  /** Its place in the spine; null of an event that is not there. */
  readonly xid: string | null;
  readonly seq: string | null;
  /** The body itself, of an event that is not in the spine. */
  readonly body: string | null;
  readonly recordId: string | null;
  /** JSON text; null for a deletion, and for one that is `large`. */
  readonly record: string | null;
  /** JSON text of the former values of what an update changed; null for other events, and for one that is `large`. */
  readonly previous: string | null;
  /** The event is a restore, and `type` tells it as a creation. */
  readonly restored: boolean;
  /** Too large to be kept until its turn comes: to be read when it is sent. */
  readonly large: boolean;
  /** False when the spine no longer has the event. */
  readonly kept: boolean;
  /** Fields of the record that the owner of the webhook may not read. */
  readonly hidden: Hidden;
  /** Why it is not sent, in words. */
  readonly refusal: string | null;
}

/** A webhook and how far it has read. */
export interface Reader extends Pick<Claimed, 'accountKey' | 'url' | 'secret' | 'previousSecret'> {
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
  /** Another node is claiming from it at this moment. */
  readonly taken: boolean;
}

/** What is sent of an event. */
export type Sent = Pick<Claimed, 'recordId' | 'record' | 'previous' | 'large'>;

export interface SpineEvent extends Sent {
  /** Which of the places asked for it follows. */
  readonly place: number;
  readonly xid: string;
  readonly seq: string;
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  /** False while an older transaction is under way, whose events belong before this one. */
  readonly settled: boolean;
}

export interface NewDelivery {
  readonly id: string;
  readonly reader: Reader;
  readonly event: SpineEvent;
  /** The event type that the webhook receives. */
  readonly type: string;
  readonly hidden: Hidden;
  readonly now: boolean;
}
