import type { Transaction } from '#db/database.ts';
import type { ClaimedDelivery, EventContent, Lease, NewDelivery } from './data/delivery.ts';
import { insertBatches } from './sql/batches.ts';
import { insertQueued, readContents } from './sql/matching.ts';

/**
 * Creates deliveries: batches for those that this node sends now, and queued rows for the others. Returns those to send
 * now. `withContents` is true when the contents were read with the events.
 */
export async function createDeliveries(
  tx: Transaction,
  deliveries: readonly NewDelivery[],
  lease: Lease,
  withContents: boolean,
): Promise<ClaimedDelivery[]> {
  const sentNow = deliveries.filter(({ sendNow }) => sendNow);
  const queued = deliveries.filter(({ sendNow }) => !sendNow);
  const [batches, contents] = await Promise.all([
    insertBatches(tx, lease, sentNow),
    withContents ? undefined : readContents(tx, sentNow),
    insertQueued(tx, queued),
  ]);
  return sentNow.map(({ id, reader, event, type, hidden }) => ({
    id,
    tenantId: reader.tenantId,
    webhookId: reader.webhookId,
    claim: lease.claim,
    leaseExpiresAt: lease.expiresAt,
    batch: batches.get(reader.webhookId) ?? null,
    tries: 0,
    accountKey: reader.accountKey,
    url: reader.url,
    secret: reader.secret,
    previousSecret: reader.previousSecret,
    eventId: event.id,
    type,
    restored: type !== event.type,
    eventAt: event.at,
    xid: event.xid,
    seq: event.seq,
    actor: event.actor,
    ...contentOf(contents?.get(event) ?? event),
    body: null,
    eventExists: true,
    hidden,
    refusal: null,
  }));
}

const contentOf = ({ recordId, record, previous, large }: EventContent): EventContent => ({
  recordId,
  record,
  previous,
  large,
});
