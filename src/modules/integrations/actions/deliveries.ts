import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { queryable } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import { logMeta, logParameters, mostCounted, pageOfLog, readId, readLogPage, readOneOf } from '#core/query/log.ts';
import { inTenant, scoped } from '#db/params.ts';
import { isId } from '#lib/ids.ts';
import { bodyOf } from '../delivery/body.ts';
import {
  type DeliveryRow,
  deliveryColumns,
  deliveryView,
  statuses,
  viewDelivery,
  wholeDelivery,
} from '../delivery-view.ts';
import { findWebhook, onePath, webhookPath } from '../find-webhook.ts';

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
    const rows = await queryable(context).query<DeliveryRow & { id: string | null; total: string }>(
      `select d.* from ${scoped(
        'd',
        `select c.total, d.* from (
           select count(*) as total from (select 1 from webhook_delivery_log d where ${where} limit ${mostCounted + 1}) c
         ) c left join lateral (
           select ${deliveryColumns} from webhook_delivery_log d where ${where} and ($6::uuid is null or d.id < $6::uuid)
           order by d.id desc limit $7::int offset $8::bigint
         ) d on true`,
      )} order by d.id desc`,
      [...values, page.before, page.limit + 1, page.offset],
    );
    const { shown, meta } = pageOfLog(
      page,
      rows.filter(({ id }) => id !== null),
      Number(rows[0]?.total),
    );
    return { body: { data: shown.map(viewDelivery), meta } };
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
    const [row] = isId(lower)
      ? await queryable(context).query<
          DeliveryRow & { body: string | null; record_id: string | null; record: string | null }
        >(
          `select d.*, e.record_id, e.record from ${scoped(
            'd',
            `select ${deliveryColumns}, d.body, d.event_xid, d.event_seq, d.tenant_id, scope.tenant from webhook_delivery_log d
             where ${inTenant('d')} and d.webhook_id = $2::uuid and d.id = $3::uuid`,
          )} left join lateral (
            select e.record_id, e.record::text from events e
            where e.tenant_id = $1::bigint and e.tenant_id = d.tenant::bigint and e.xid = d.event_xid and e.seq = d.event_seq
              and e.occurred_at = d.event_at
          ) e on true`,
          [context.caller.tenantId, webhook._id, lower],
        )
      : [];
    if (!row) throw notFound(`Delivery ${deliveryId}`);
    const gone = row.body === null && row.record_id === null && row.record === null;
    const { accountKey } = context.caller;
    const { event_id: eventId, event_at: eventAt, record_id: recordId } = row;
    return {
      body: {
        ...viewDelivery(row),
        body: gone ? null : bodyOf({ ...row, eventId, eventAt, accountKey, recordId }, row.record),
      },
    };
  },
});
