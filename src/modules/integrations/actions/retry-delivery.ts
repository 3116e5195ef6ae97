import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError, notFound } from '#core/errors.ts';
import { isId } from '#lib/ids.ts';
import { type DeliveryRow, deliveryColumns, deliveryView, viewDelivery } from '../delivery-log/delivery-view.ts';
import { detailsFor } from '../delivery-log/details-access.ts';
import { lockWebhook, onePath, webhookPath } from '../webhooks/find-webhook.ts';
import { tellNodes } from '../webhooks/hooks.ts';

const refusals: Readonly<Record<string, string>> = {
  delivered: 'It was delivered already.',
  pending: 'It is about to be sent.',
  delivering: 'It is being sent at this moment.',
};

/** One that is being sent for the first time has no row to lock yet. */
async function lockDelivery(
  { tx }: TransactionContext,
  key: readonly unknown[],
): Promise<{ status: string } | undefined> {
  const which = 'd.tenant_id = $1::bigint and d.webhook_id = $2::uuid and d.id = $3::uuid';
  const lock = () =>
    tx.query<{ status: string }>(`select d.status from webhook_deliveries d where ${which} for update`, key);
  const [row] = await lock();
  if (row) return row;
  const [open] = await tx.query<{ status: string }>(`select d.status from webhook_delivery_log d where ${which}`, key);
  // Its row may have been written in between; it is not changed unless it is locked.
  return open?.status === 'delivering' ? open : (await lock())[0];
}

export const retryDelivery = defineAction({
  name: 'integrations.retryDelivery',
  summary: 'Makes a new attempt at a failed delivery at once',
  routes: [{ method: 'POST', path: `${onePath}/retry/:deliveryId` }],
  access: 'integrations:write',
  status: 202,
  input: Type.Object({ ...webhookPath, deliveryId: Type.String() }, { additionalProperties: false }),
  output: deliveryView,
  run: (context, { id, deliveryId }) =>
    inTransaction(context, async (writing) => {
      const { webhook } = await lockWebhook(writing, id);
      const key = [writing.caller.tenantId, webhook._id, deliveryId.toLowerCase()];
      const found = isId(String(key[2])) ? await lockDelivery(writing, key) : undefined;
      if (!found) throw notFound(`Delivery ${deliveryId}`);
      const refusal = refusals[found.status];
      if (refusal !== undefined) throw new AppError('conflict', `${refusal} Only what failed can be sent again.`);
      if (!webhook.active) {
        throw new AppError('conflict', 'The webhook is paused: set active to true, then send it again.');
      }
      const [row] = await writing.tx.query<DeliveryRow>(
        `update webhook_deliveries d set status = 'pending', next_at = now(), finished_at = null,
           tries = case when d.status = 'failed' then greatest(d.tries, $4::int) else d.tries end
         where d.tenant_id = $1::bigint and d.webhook_id = $2::uuid and d.id = $3::uuid returning ${deliveryColumns}`,
        // One attempt: of one that failed, the schedule is over.
        [...key, writing.services.settings.webhooks.retryDelaysMs.length],
      );
      await tellNodes(writing);
      const details = await detailsFor(writing, webhook, [row as DeliveryRow]);
      return { body: viewDelivery(row as DeliveryRow, details.has(row as DeliveryRow)) };
    }),
});
