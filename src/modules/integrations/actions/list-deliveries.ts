import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { type Context, queryable } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import { largestAnswer, pageTooLarge } from '#core/limits/answer-size.ts';
import { logMeta, logParameters, maxCounted, pageOfLog, readId, readLogPage, readOneOf } from '#core/query/log.ts';
import { inTenant, scoped } from '#db/params.ts';
import { isId } from '#lib/ids.ts';
import { bodyOf } from '../delivery/body.ts';
import { withFormerValues } from '../delivery/trim-previous.ts';
import {
  type DeliveryRow,
  deliveryColumns,
  deliveryView,
  statuses,
  viewDelivery,
  wholeDelivery,
} from '../delivery-log/delivery-view.ts';
import { detailsFor } from '../delivery-log/details-access.ts';
import { findWebhook, onePath, webhookPath } from '../webhooks/find-webhook.ts';

const filterText = Type.Optional(Type.String());

export const listDeliveries = defineAction({
  name: 'integrations.listDeliveries',
  summary: 'Lists what was sent to a webhook, newest first',
  routes: [{ method: 'GET', path: `${onePath}/deliveries` }],
  access: 'integrations:read',
  input: Type.Object(
    {
      ...webhookPath,
      filter: Type.Optional(
        Type.Object({ status: filterText, type: filterText, eventId: filterText }, { additionalProperties: false }),
      ),
      ...logParameters,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ data: Type.Array(deliveryView), meta: logMeta }),
  async run(context, { id, filter = {}, ...query }) {
    const webhook = await findWebhook(context, id);
    const page = readLogPage(query);
    const values = [
      context.caller.tenantId,
      webhook._id,
      readOneOf(filter.status, 'filter[status]', statuses),
      filter.type?.split(',') ?? null,
      readId(filter.eventId, 'filter[eventId]'),
    ];
    const where = `${inTenant('d')} and d.webhook_id = $2::uuid and ($3::text[] is null or d.status = any($3::text[]))
      and ($4::text[] is null or d.type = any($4::text[])) and ($5::uuid is null or d.event_id = $5::uuid)`;
    const rows = await queryable(context).query<
      DeliveryRow & { id: string | null; total: string; bytes: string | null }
    >(
      `select d.id, d.webhook_id, d.event_id, d.type, d.event_at, d.event_xid, d.event_seq, d.status, d.next_at, d.created_at,
         d.finished_at, d.total, d.bytes, case when d.bytes <= ${largestAnswer} then d.attempts end as attempts
       from ${scoped(
         'd',
         `select c.total, d.*, sum(octet_length(d.attempts::text)) over () as bytes from (
           select count(*) as total from (select 1 from webhook_delivery_log d where ${where} limit ${maxCounted + 1}) c
         ) c left join lateral (
           select ${deliveryColumns} from webhook_delivery_log d where ${where} and ($6::uuid is null or d.id < $6::uuid)
           order by d.id desc limit $7::int offset $8::bigint
         ) d on true`,
       )} order by d.id desc`,
      [...values, page.before, page.limit + 1, page.offset],
    );
    if (Number(rows[0]?.bytes ?? 0) > largestAnswer) throw pageTooLarge();
    const { shown, meta } = pageOfLog(
      page,
      rows.filter(({ id }) => id !== null),
      Number(rows[0]?.total),
    );
    const details = await detailsFor(context, webhook, shown);
    return { body: { data: shown.map((row) => viewDelivery(row, details.has(row))), meta } };
  },
});

export const getDelivery = defineAction({
  name: 'integrations.getDelivery',
  summary: 'Gets one delivery with the body that it sends',
  routes: [{ method: 'GET', path: `${onePath}/deliveries/:deliveryId` }],
  access: 'integrations:read',
  input: Type.Object({ ...webhookPath, deliveryId: Type.String() }, { additionalProperties: false }),
  output: wholeDelivery,
  async run(context, { id, deliveryId }) {
    const webhook = await findWebhook(context, id);
    const lower = deliveryId.toLowerCase();
    const [row] = isId(lower) ? await readDelivery(context, String(webhook._id), lower) : [];
    if (!row) throw notFound(`Delivery ${deliveryId}`);
    const hidden = (await detailsFor(context, webhook, [row])).get(row);
    const view = viewDelivery(row, hidden !== undefined);
    if (hidden === undefined) return { body: { ...view, body: null } };
    if (row.large) return { body: { ...view, body: null, bodyTooLarge: true as const } };
    const gone = row.body === null && row.record_id === null && row.record === null;
    const { accountKey } = context.caller;
    const { event_id: eventId, event_at: eventAt, record_id: recordId } = row;
    return {
      body: {
        ...view,
        body: gone ? null : bodyOf({ ...row, eventId, eventAt, accountKey, recordId, hidden }, withFormerValues(row)),
      },
    };
  },
});

interface WholeRow extends DeliveryRow {
  readonly body: string | null;
  readonly record_id: string | null;
  readonly record: string | null;
  readonly previous: string | null;
  readonly restored: boolean;
  readonly large: boolean;
}

/** A JSON text that is quoted inside another takes up to twice its size. */
const largestBody = 2_500_000;

const readDelivery = (context: Context, webhookId: string, id: string): Promise<WholeRow[]> =>
  queryable(context).query<WholeRow>(
    `select d.*, e.record_id, e.record, e.previous, coalesce(e.type <> d.type, false) as restored, coalesce(e.large, false) as large from ${scoped(
      'd',
      `select ${deliveryColumns}, d.body, scope.tenant from webhook_delivery_log d
       where ${inTenant('d')} and d.webhook_id = $2::uuid and d.id = $3::uuid`,
    )} left join lateral (
      select e.record_id, e.type, case when not e.large then e.record::text end as record,
        case when not e.large and e.record is not null then e.previous::text end as previous, e.large from (
        select e.record_id, e.type, e.record, e.previous,
          octet_length(e.record::text) + coalesce(octet_length(e.previous::text), 0) > ${largestBody} as large
        from events e
        where e.tenant_id = $1::bigint and e.tenant_id = d.tenant::bigint and e.xid = d.event_xid::xid8 and e.seq = d.event_seq
          and e.occurred_at = d.event_at
      ) e
    ) e on true`,
    [context.caller.tenantId, webhookId, id],
  );
