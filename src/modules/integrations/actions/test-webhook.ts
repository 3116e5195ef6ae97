import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { newId } from '#lib/ids.ts';
import { eventBody } from '../delivery/body.ts';
import { deliveryView, viewDelivery } from '../delivery-log/delivery-view.ts';
import { testEventType } from '../events/event-catalogue.ts';
import { insertTestDelivery } from '../sql/insert-test-delivery.ts';
import { notifyNodes } from '../sql/webhooks.ts';
import { lockWebhook, webhookPath, webhookRoute } from '../webhooks/find-webhook.ts';

export const testWebhook = defineAction({
  name: 'integrations.testWebhook',
  summary: 'Sends a signed test event to a webhook',
  routes: [{ method: 'POST', path: `${webhookRoute}/test` }],
  access: 'integrations:write',
  status: 202,
  input: Type.Object(webhookPath, { additionalProperties: false }),
  output: deliveryView,
  run: (context, { id }) =>
    inTransaction(context, async (txContext) => {
      const { webhook } = await lockWebhook(txContext, id);
      if (!webhook.active) throw new AppError('conflict', 'The webhook is paused: set active to true, then test it.');
      const eventId = newId();
      const at = new Date();
      const record = JSON.stringify({ _id: webhook._id, url: webhook.url, description: webhook.description ?? null });
      const body = eventBody({ id: eventId, type: testEventType, at, accountKey: txContext.caller.accountKey, record });
      // The test is not a row of the events table, because only this webhook gets it, regardless of its patterns.
      const row = await insertTestDelivery(txContext, {
        webhookId: String(webhook._id),
        eventId,
        type: testEventType,
        at,
        body,
      });
      await notifyNodes(txContext);
      return { body: viewDelivery(row, true) };
    }),
});
