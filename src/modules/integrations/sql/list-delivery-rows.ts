import { type Context, queryable } from '#core/context.ts';
import { maxAnswerBytes } from '#core/limits/answer-size.ts';
import { maxCounted } from '#core/query/log-pages.ts';
import { inTenant, scoped } from '#db/params.ts';
import { type DeliveryRow, deliveryColumns } from './delivery-rows.ts';

interface DeliveryFilter {
  readonly statuses: readonly string[] | null;
  readonly types: readonly string[] | null;
  readonly eventId: string | null;
}

interface DeliveryPage {
  /** Selects deliveries with smaller ids. */
  readonly before: string | null;
  readonly limit: number;
  readonly offset: number;
}

/**
 * `id` is null in the only row of an empty page. `bytes` is the size of the page; a page that is too large has no
 * attempts.
 */
type ListedRow = DeliveryRow & {
  readonly id: string | null;
  readonly total: string;
  readonly bytes: string | null;
};

/** Deliveries of a webhook, newest first. */
export function listDeliveryRows(
  context: Context,
  webhookId: string,
  { statuses, types, eventId }: DeliveryFilter,
  { before, limit, offset }: DeliveryPage,
): Promise<ListedRow[]> {
  const where = `${inTenant('d')} and d.webhook_id = $2::uuid and ($3::text[] is null or d.status = any($3::text[]))
      and ($4::text[] is null or d.type = any($4::text[])) and ($5::uuid is null or d.event_id = $5::uuid)`;
  return queryable(context).query<ListedRow>(
    `select d.id, d.webhook_id, d.event_id, d.type, d.event_at, d.event_xid, d.event_seq, d.status, d.next_at, d.created_at,
         d.finished_at, d.total, d.bytes, case when d.bytes <= ${maxAnswerBytes} then d.attempts end as attempts
       from ${scoped(
         'd',
         `select c.total, d.*, sum(octet_length(d.attempts::text)) over () as bytes from (
           select count(*) as total from (select 1 from webhook_delivery_log d where ${where} limit ${maxCounted + 1}) c
         ) c left join lateral (
           select ${deliveryColumns} from webhook_delivery_log d where ${where} and ($6::uuid is null or d.id < $6::uuid)
           order by d.id desc limit $7::int offset $8::bigint
         ) d on true`,
       )} order by d.id desc`,
    [context.caller.tenantId, webhookId, statuses, types, eventId, before, limit, offset],
  );
}
