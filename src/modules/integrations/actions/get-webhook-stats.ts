import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { queryable } from '#core/context.ts';
import { inTenant, scoped } from '#db/params.ts';
import { statuses } from '../delivery-log/delivery-view.ts';
import { findWebhook, onePath, webhookPath } from '../webhooks/find-webhook.ts';

/** Latency is that of the latest this many. */
const latest = 1000;

const count = Type.Integer({ minimum: 0 });
const milliseconds = Type.Union([Type.Number(), Type.Null()]);
const time = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);

interface Row {
  readonly counts: Readonly<Record<string, number>> | null;
  readonly attempts: string | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly average: number | null;
  readonly failing_since: Date | null;
  readonly last_delivered: Date | null;
  readonly last_failed: Date | null;
  readonly oldest_waiting: Date | null;
}

export const webhookStats = defineAction({
  name: 'integrations.webhookStats',
  summary: 'Counts the deliveries of a webhook and says how fast its receiver answers',
  routes: [{ method: 'GET', path: `${onePath}/stats` }],
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
      { description: `Of the last attempt of the latest ${latest} deliveries.` },
    ),
    lastDeliveredAt: time,
    lastFailedAt: time,
    oldestWaitingAt: time,
  }),
  async run(context, { id }) {
    const webhook = await findWebhook(context, id);
    const own = `${inTenant('d')} and d.webhook_id = $2::uuid`;
    const [row] = await queryable(context).query<Row>(
      `select s.* from ${scoped(
        's',
        `select
          (select json_object_agg(status, n) from (
            select d.status, count(*) as n from webhook_delivery_log d where ${own} group by 1) c) as counts,
          (select sum(jsonb_array_length(d.attempts)) from webhook_deliveries d where ${own}) as attempts,
          l.*, e.failing_since,
          (select max(d.finished_at) from webhook_deliveries d where ${own} and d.status = 'delivered') as last_delivered,
          (select max(d.finished_at) from webhook_deliveries d where ${own} and d.status = 'failed') as last_failed,
          (select min(d.event_at) from webhook_deliveries d where ${own} and d.status in ('pending', 'retrying')) as oldest_waiting
        from webhook_endpoints e, (
          select percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.95) within group (order by ms) as p95,
            percentile_cont(0.99) within group (order by ms) as p99, avg(ms) as average
          from (select (d.attempts->-1->>'durationMs')::float8 as ms from webhook_deliveries d
            where ${own} and d.attempts->-1->>'responseStatus' is not null order by d.id desc limit ${latest}) a
        ) l
        where ${inTenant('e')} and e.webhook_id = $2::uuid`,
      )}`,
      [context.caller.tenantId, webhook._id],
    );
    const counts = Object.fromEntries(statuses.map((status) => [status, row?.counts?.[status] ?? 0])) as Record<
      (typeof statuses)[number],
      number
    >;
    const rounded = (ms: number | null | undefined) => (ms == null ? null : Math.round(ms * 10) / 10);
    const iso = (at: Date | null | undefined) => at?.toISOString() ?? null;
    return {
      body: {
        webhookId: String(webhook._id),
        active: webhook.active === true,
        failingSince: iso(row?.failing_since),
        deliveries: { total: Object.values(counts).reduce((sum, n) => sum + n, 0), ...counts },
        attempts: Number(row?.attempts ?? 0),
        latencyMs: {
          p50: rounded(row?.p50),
          p95: rounded(row?.p95),
          p99: rounded(row?.p99),
          average: rounded(row?.average),
        },
        lastDeliveredAt: iso(row?.last_delivered),
        lastFailedAt: iso(row?.last_failed),
        oldestWaitingAt: iso(row?.oldest_waiting),
      },
    };
  },
});
