import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { isCalendarDate } from '#core/fields/date.ts';
import { lockWebhook, onePath, webhookPath } from '../webhooks/find-webhook.ts';
import { tellNodes } from '../webhooks/hooks.ts';

export const recoverDeliveries = defineAction({
  name: 'integrations.recoverDeliveries',
  summary: 'Sends again all that failed since a time',
  routes: [{ method: 'POST', path: `${onePath}/recover` }],
  access: 'integrations:write',
  status: 202,
  input: Type.Object(
    { ...webhookPath, since: Type.String({ description: 'ISO 8601: failures of events that occurred from then on.' }) },
    { additionalProperties: false },
  ),
  output: Type.Object({ recovered: Type.Integer() }),
  run: (context, { id, since }) =>
    inTransaction(context, async (writing) => {
      const from = readTime(since);
      const { webhook } = await lockWebhook(writing, id);
      if (!webhook.active) {
        throw new AppError('conflict', 'The webhook is paused: set active to true, then recover what failed.');
      }
      const rows = await writing.tx.query(
        `update webhook_deliveries d set status = 'pending', tries = 0, interruptions = 0, next_at = now(), finished_at = null
         where d.tenant_id = $1::bigint and d.webhook_id = $2::uuid and d.status = 'failed' and d.event_at >= $3::timestamptz
         returning 1`,
        [writing.caller.tenantId, webhook._id, from],
      );
      await tellNodes(writing);
      return { body: { recovered: rows.length } };
    }),
});

function readTime(text: string): Date {
  const time = new Date(text);
  if (!isCalendarDate(text.slice(0, 10)) || !/^.{10}(T.*)?$/.test(text) || Number.isNaN(time.getTime()))
    throw invalid('since', 'invalid_format', 'must be a time such as 2026-01-31T09:00:00Z');
  return time;
}
