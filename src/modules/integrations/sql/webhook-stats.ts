import { type Context, queryable } from '#core/context.ts';
import { inTenant, scoped } from '#db/params.ts';

/** Latency is measured over the latest deliveries, up to this number. */
export const maxLatencySamples = 1000;

interface StatsRow {
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

export async function readWebhookStats(context: Context, webhookId: string): Promise<StatsRow | undefined> {
  const ofWebhook = `${inTenant('d')} and d.webhook_id = $2::uuid`;
  const [row] = await queryable(context).query<StatsRow>(
    `select s.* from ${scoped(
      's',
      `select
          (select json_object_agg(status, n) from (
            select d.status, count(*) as n from webhook_delivery_log d where ${ofWebhook} group by 1) c) as counts,
          (select sum(jsonb_array_length(d.attempts)) from webhook_deliveries d where ${ofWebhook}) as attempts,
          l.*, e.failing_since,
          (select max(d.finished_at) from webhook_deliveries d where ${ofWebhook} and d.status = 'delivered') as last_delivered,
          (select max(d.finished_at) from webhook_deliveries d where ${ofWebhook} and d.status = 'failed') as last_failed,
          (select min(d.event_at) from webhook_deliveries d where ${ofWebhook} and d.status in ('pending', 'retrying')) as oldest_waiting
        from webhook_endpoints e, (
          select percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.95) within group (order by ms) as p95,
            percentile_cont(0.99) within group (order by ms) as p99, avg(ms) as average
          from (select (d.attempts->-1->>'durationMs')::float8 as ms from webhook_deliveries d
            where ${ofWebhook} and d.attempts->-1->>'responseStatus' is not null order by d.id desc limit ${maxLatencySamples}) a
        ) l
        where ${inTenant('e')} and e.webhook_id = $2::uuid`,
    )}`,
    [context.caller.tenantId, webhookId],
  );
  return row;
}
