import { type Context, queryable } from '#core/context.ts';
import { inTenant, scoped } from '#db/params.ts';
import type { DeliveryActor } from '../delivery/data/delivery.ts';
import { actorColumn } from '../delivery/sql/actor-column.ts';
import { type DeliveryRow, deliveryColumns } from './delivery-rows.ts';

/** The maximum size of a shown body. A JSON text that is quoted inside another takes up to twice its size. */
const maxBodyBytes = 2_500_000;

interface DeliveryWithEvent extends DeliveryRow {
  readonly body: string | null;
  readonly record_id: string | null;
  readonly record: string | null;
  readonly previous: string | null;
  readonly restored: boolean;
  readonly actor: DeliveryActor | null;
  /** True when the event is too large to be shown: `record` and `previous` are null then. */
  readonly large: boolean;
}

/** Reads one delivery with its event. */
export async function readDelivery(
  context: Context,
  webhookId: string,
  id: string,
): Promise<DeliveryWithEvent | undefined> {
  const [row] = await queryable(context).query<DeliveryWithEvent>(
    `select d.*, e.record_id, e.record, e.previous, e.actor, coalesce(e.type <> d.type, false) as restored, coalesce(e.large, false) as large from ${scoped(
      'd',
      `select ${deliveryColumns}, d.body, scope.tenant from webhook_delivery_log d
       where ${inTenant('d')} and d.webhook_id = $2::uuid and d.id = $3::uuid`,
    )} left join lateral (
      select e.record_id, e.type, case when not e.large then e.record::text end as record,
        case when not e.large and e.record is not null then e.previous::text end as previous, e.large, e.actor from (
        select e.record_id, e.type, e.record, e.previous, ${actorColumn('e')},
          octet_length(e.record::text) + coalesce(octet_length(e.previous::text), 0) > ${maxBodyBytes} as large
        from events e
        where e.tenant_id = $1::bigint and e.tenant_id = d.tenant::bigint and e.xid = d.event_xid::xid8 and e.seq = d.event_seq
          and e.occurred_at = d.event_at
      ) e
    ) e on true`,
    [context.caller.tenantId, webhookId, id],
  );
  return row;
}
