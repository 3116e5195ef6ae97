import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { isCalendarDate } from '#core/fields/date.ts';
import { requeueFailed } from '../sql/requeue-deliveries.ts';
import { notifyNodes } from '../sql/webhooks.ts';
import { lockWebhook, webhookPath, webhookRoute } from '../webhooks/find-webhook.ts';

export const recoverDeliveries = defineAction({
  name: 'integrations.recoverDeliveries',
  summary: 'Sends again all that failed since a time',
  routes: [{ method: 'POST', path: `${webhookRoute}/recover` }],
  access: 'integrations:write',
  status: 202,
  input: Type.Object(
    { ...webhookPath, since: Type.String({ description: 'ISO 8601: failures of events that occurred from then on.' }) },
    { additionalProperties: false },
  ),
  output: Type.Object({ recovered: Type.Integer() }),
  run: (context, { id, since }) =>
    inTransaction(context, async (txContext) => {
      const from = readTime(since);
      const { webhook } = await lockWebhook(txContext, id);
      if (!webhook.active) {
        throw new AppError('conflict', 'The webhook is paused: set active to true, then recover what failed.');
      }
      const recovered = await requeueFailed(txContext, String(webhook._id), from);
      await notifyNodes(txContext);
      return { body: { recovered } };
    }),
});

function readTime(text: string): Date {
  const time = new Date(text);
  if (!isCalendarDate(text.slice(0, 10)) || !/^.{10}(T.*)?$/.test(text) || Number.isNaN(time.getTime()))
    throw invalid('since', 'invalid_format', 'must be a time such as 2026-01-31T09:00:00Z');
  return time;
}
