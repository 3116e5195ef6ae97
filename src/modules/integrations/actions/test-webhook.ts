import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { newId } from '#lib/ids.ts';
import { eventBody } from '../delivery/body.ts';
import { type DeliveryRow, deliveryColumns, deliveryView, viewDelivery } from '../delivery-log/delivery-view.ts';
import { testEventType } from '../events/event-catalogue.ts';
import { lockWebhook, onePath, webhookPath } from '../webhooks/find-webhook.ts';
import { tellNodes } from '../webhooks/hooks.ts';

export const testWebhook = defineAction({
  name: 'integrations.testWebhook',
  summary: 'Sends a signed test event to a webhook',
  routes: [{ method: 'POST', path: `${onePath}/test` }],
  access: 'integrations:write',
  status: 202,
  input: Type.Object(webhookPath, { additionalProperties: false }),
  output: deliveryView,
  run: (context, { id }) =>
    inTransaction(context, async (writing) => {
      const { tx, caller } = writing;
      const { webhook } = await lockWebhook(writing, id);
      if (!webhook.active) throw new AppError('conflict', 'The webhook is paused: set active to true, then test it.');
      const eventId = newId();
      const at = new Date();
      const record = JSON.stringify({ _id: webhook._id, url: webhook.url, description: webhook.description ?? null });
      const body = eventBody({ id: eventId, type: testEventType, at, accountKey: caller.accountKey, record });
      // It is for this webhook alone, whatever it listens to, and so it is no event of the spine.
      const [row] = await tx.query<DeliveryRow>(
        `insert into webhook_deliveries as d (tenant_id, id, webhook_id, event_id, type, event_at, body)
         values ($1::bigint, $2::uuid, $3::uuid, $4::uuid, $5::text, $6::timestamptz, $7::text) returning ${deliveryColumns}`,
        [caller.tenantId, newId(), webhook._id, eventId, testEventType, at, body],
      );
      await tellNodes(writing);
      return { body: viewDelivery(row as DeliveryRow, true) };
    }),
});
