import { type Context, queryable } from '#core/context.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { type HiddenFields, noHiddenFields } from '../delivery/data/hidden-fields.ts';
import { EventVisibility } from '../delivery/visibility.ts';
import type { DeliveryRow } from '../sql/delivery-rows.ts';

/**
 * The deliveries whose details the caller may see, with the fields that were left out of the body. Details are the body and
 * the responses of the receiver, because a response may repeat the body. The caller must be able to read the event, and
 * every field that the owner of the webhook may read: the body without a field would not match its signature.
 */
export async function readableDetails<Row extends DeliveryRow>(
  context: Context,
  webhook: RecordObject,
  rows: readonly Row[],
): Promise<Map<Row, HiddenFields>> {
  const { caller, registry, services } = context;
  const ofCaller = new EventVisibility(caller, registry);
  const db = queryable(context);
  const ownerId = typeof webhook.ownerId === 'string' ? [webhook.ownerId] : [];
  const [owner] = (await services.directory.actors(caller.tenantId, ownerId, db)).values();
  const ofOwner = owner && new EventVisibility(owner, registry);
  // Skip reading the events when owner and caller may read all of them.
  if (rows.every(({ type }) => (!ofOwner || ofOwner.readsAllOfType(type)) && ofCaller.readsAllOfType(type)))
    return new Map(rows.map((row) => [row, noHiddenFields]));
  const events = rows.map((row) => ({ row, xid: row.event_xid, seq: row.event_seq, at: row.event_at, type: row.type }));
  const readable = await ofCaller.readableEvents(db, events);
  const shown = new Map<Row, HiddenFields>();
  for (const event of events) {
    const model = readable.get(event);
    // The event may be deleted by now. In that case only callers who may read everything see the details.
    if (model === undefined && !ofCaller.readsAllOfType(event.type)) continue;
    const hiddenFromOwner = (model && ofOwner?.hiddenFields(model)) || noHiddenFields;
    const hiddenFromCaller = ofCaller.hiddenFields(model ?? 'integrations.webhooks');
    if (hiddenFromCaller.isSubsetOf(hiddenFromOwner)) shown.set(event.row, hiddenFromOwner);
  }
  return shown;
}
