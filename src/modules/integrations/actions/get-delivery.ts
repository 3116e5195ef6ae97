import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { notFound } from '#core/errors.ts';
import { isId } from '#lib/ids.ts';
import { bodyOf } from '../delivery/body.ts';
import { trimPrevious } from '../delivery/data/trim-previous.ts';
import { deliveryWithBody, viewDelivery } from '../delivery-log/delivery-view.ts';
import { readableDetails } from '../delivery-log/details-access.ts';
import { readDelivery } from '../sql/read-delivery.ts';
import { findWebhook, webhookPath, webhookRoute } from '../webhooks/find-webhook.ts';

export const getDelivery = defineAction({
  name: 'integrations.getDelivery',
  summary: 'Gets one delivery with the body that it sends',
  routes: [{ method: 'GET', path: `${webhookRoute}/deliveries/:deliveryId` }],
  access: 'integrations:read',
  input: Type.Object({ ...webhookPath, deliveryId: Type.String() }, { additionalProperties: false }),
  output: deliveryWithBody,
  async run(context, { id, deliveryId }) {
    const webhook = await findWebhook(context, id);
    const lower = deliveryId.toLowerCase();
    const row = isId(lower) ? await readDelivery(context, String(webhook._id), lower) : undefined;
    if (!row) throw notFound(`Delivery ${deliveryId}`);
    const hidden = (await readableDetails(context, webhook, [row])).get(row);
    const view = viewDelivery(row, hidden !== undefined);
    if (hidden === undefined) return { body: { ...view, body: null } };
    if (row.large) return { body: { ...view, body: null, bodyTooLarge: true as const } };
    const eventDeleted = row.body === null && row.record_id === null && row.record === null;
    if (eventDeleted) return { body: { ...view, body: null } };
    const { accountKey } = context.caller;
    const { event_id: eventId, event_at: eventAt, record_id: recordId } = row;
    const body = bodyOf({ ...row, eventId, eventAt, accountKey, recordId, hidden }, trimPrevious(row));
    return { body: { ...view, body } };
  },
});
