import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { type DeliveryStatus, deliveryStatuses } from '../sql/delivery-rows.ts';
import { maxLatencySamples, readWebhookStats } from '../sql/webhook-stats.ts';
import { findWebhook, webhookPath, webhookRoute } from '../webhooks/find-webhook.ts';

const count = Type.Integer({ minimum: 0 });
const milliseconds = Type.Union([Type.Number(), Type.Null()]);
const time = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

export const getWebhookStats = defineAction({
  name: 'integrations.webhookStats',
  summary: 'Counts the deliveries of a webhook and says how fast its receiver answers',
  routes: [{ method: 'GET', path: `${webhookRoute}/stats` }],
  access: 'integrations:read',
  input: Type.Object(webhookPath, { additionalProperties: false }),
  output: Type.Object({
    webhookId: Type.String({ format: 'uuid' }),
    active: Type.Boolean(),
    failingSince: time,
    deliveries: Type.Object({
      total: count,
      pending: count,
      delivering: count,
      retrying: count,
      delivered: count,
      failed: count,
    }),
    attempts: count,
    latencyMs: Type.Object(
      { p50: milliseconds, p95: milliseconds, p99: milliseconds, average: milliseconds },
      { description: `Of the last attempt of the latest ${maxLatencySamples} deliveries.` },
    ),
    lastDeliveredAt: time,
    lastFailedAt: time,
    oldestWaitingAt: time,
  }),
  async run(context, { id }) {
    const webhook = await findWebhook(context, id);
    const stats = await readWebhookStats(context, String(webhook._id));
    const counts = Object.fromEntries(
      deliveryStatuses.map((status) => [status, stats?.counts?.[status] ?? 0]),
    ) as Record<DeliveryStatus, number>;
    return {
      body: {
        webhookId: String(webhook._id),
        active: webhook.active === true,
        failingSince: iso(stats?.failing_since),
        deliveries: { total: Object.values(counts).reduce((sum, n) => sum + n, 0), ...counts },
        attempts: Number(stats?.attempts ?? 0),
        latencyMs: {
          p50: rounded(stats?.p50),
          p95: rounded(stats?.p95),
          p99: rounded(stats?.p99),
          average: rounded(stats?.average),
        },
        lastDeliveredAt: iso(stats?.last_delivered),
        lastFailedAt: iso(stats?.last_failed),
        oldestWaitingAt: iso(stats?.oldest_waiting),
      },
    };
  },
});

const rounded = (ms: number | null | undefined) => (ms == null ? null : Math.round(ms * 10) / 10);

const iso = (at: Date | null | undefined) => at?.toISOString() ?? null;
