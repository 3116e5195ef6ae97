import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { isId } from '#lib/ids.ts';
import { deliveryView, viewDelivery } from '../delivery-log/delivery-view.ts';
import { readableDetails } from '../delivery-log/details-access.ts';
import { lockDelivery, requeueDelivery } from '../sql/requeue-deliveries.ts';
import { notifyNodes } from '../sql/webhooks.ts';
import { lockWebhook, webhookPath, webhookRoute } from '../webhooks/find-webhook.ts';

const refusals: Readonly<Record<string, string>> = {
  delivered: 'It was delivered already.',
  pending: 'It is about to be sent.',
  delivering: 'It is being sent at this moment.',
};

export const retryDelivery = defineAction({
  name: 'integrations.retryDelivery',
  summary: 'Makes a new attempt at a failed delivery at once',
  routes: [{ method: 'POST', path: `${webhookRoute}/retry/:deliveryId` }],
  access: 'integrations:write',
  status: 202,
  input: Type.Object({ ...webhookPath, deliveryId: Type.String() }, { additionalProperties: false }),
  output: deliveryView,
  run: (context, { id, deliveryId }) =>
    inTransaction(context, async (txContext) => {
      const { webhook } = await lockWebhook(txContext, id);
      const webhookId = String(webhook._id);
      const lower = deliveryId.toLowerCase();
      const found = isId(lower) ? await lockDelivery(txContext, webhookId, lower) : undefined;
      if (!found) throw notFound(`Delivery ${deliveryId}`);
      const refusal = refusals[found.status];
      if (refusal !== undefined) throw new AppError('conflict', `${refusal} Only what failed can be sent again.`);
      if (!webhook.active) {
        throw new AppError('conflict', 'The webhook is paused: set active to true, then send it again.');
      }
      const row = await requeueDelivery(txContext, webhookId, lower);
      await notifyNodes(txContext);
      const details = await readableDetails(txContext, webhook, [row]);
      return { body: viewDelivery(row, details.has(row)) };
    }),
});
