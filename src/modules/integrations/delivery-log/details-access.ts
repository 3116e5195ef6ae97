import { type Context, queryable } from '#core/context.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { type Hidden, nothingHidden, Sight } from '../delivery/visibility.ts';
import type { DeliveryRow } from './delivery-view.ts';

/**
 * The deliveries whose details the caller may see, with the fields that were left out of them. Details are what was sent
 * and what the receiver answered, for an answer may repeat the body. The caller needs to read the event, and every field
 * of it that the owner of the webhook may read: with fewer, it would not be the bytes that were signed.
 */
export async function detailsFor<Row extends DeliveryRow>(
  context: Context,
  webhook: RecordObject,
  rows: readonly Row[],
): Promise<Map<Row, Hidden>> {
  const { caller, registry, services } = context;
  const reader = new Sight(caller, registry);
  const db = queryable(context);
  const ownerId = typeof webhook.ownerId === 'string' ? [webhook.ownerId] : [];
  const [owner] = (await services.directory.actors(caller.tenantId, ownerId, db)).values();
  const ofOwner = owner && new Sight(owner, registry);
  // Nothing is hidden from either of them, so that nothing has to be looked up.
  if ((!ofOwner || ofOwner.all) && rows.every(({ type }) => reader.readsAll(type)))
    return new Map(rows.map((row) => [row, nothingHidden]));
  const events = rows.map((row) => ({ row, xid: row.event_xid, seq: row.event_seq, at: row.event_at, type: row.type }));
  const readable = await reader.readable(db, events);
  const shown = new Map<Row, Hidden>();
  for (const event of events) {
    const model = readable.get(event);
    // The spine may no longer have the event: then only those who read everything see the rest.
    if (model === undefined && !reader.readsAll(event.type)) continue;
    const left = (model && ofOwner?.hiddenIn(model)) || nothingHidden;
    const missing = reader.hiddenIn(model ?? 'integrations.webhooks');
    if (missing.isSubsetOf(left)) shown.set(event.row, left);
  }
  return shown;
}
