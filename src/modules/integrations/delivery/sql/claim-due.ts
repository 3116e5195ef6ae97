import type { Transaction } from '#db/database.ts';
import type { ClaimedDelivery, Lease, WebhookKey } from '../data/delivery.ts';
import { noHiddenFields } from '../data/hidden-fields.ts';
import { trimPrevious } from '../data/trim-previous.ts';
import { actorColumn } from './actor-column.ts';

/** A webhook to claim deliveries from. */
export interface ClaimRequest extends WebhookKey {
  /** The number of deliveries that this node can send now. */
  readonly max: number;
  /** The number of claims of this node that have ended, but are still counted in the database. */
  readonly endedClaims: number;
}

/** A claimed delivery, before the permissions of the owner of its webhook are checked. */
export interface UncheckedClaim extends ClaimedDelivery {
  readonly ownerId: string | null;
  /** True when the webhook names events about accounts. */
  readonly accountEvents: boolean;
}

/** The state of a webhook that a claim found. */
export interface ClaimOutcome extends WebhookKey {
  /** True when another node holds the claim lock of the webhook. */
  readonly lockedElsewhere: boolean;
  /** The number of further deliveries that could be claimed. */
  readonly free: number;
  readonly failing: boolean;
  readonly claimed: number;
}

interface Row extends Omit<UncheckedClaim, 'id' | 'claim' | 'leaseExpiresAt' | 'batch' | 'hidden' | 'refusal'> {
  readonly id: string | null;
  readonly lockedElsewhere: boolean;
  readonly failing: boolean;
  readonly free: number;
}

/**
 * Maximum number of claims of one webhook on all nodes. A failing webhook gets few, so that it does not delay the
 * others.
 */
export const maxClaimed = 512;
const maxClaimedFailing = 4;

/** SQL of the number of deliveries of a webhook that any node has claimed. */
export const claimedCount = (webhook: string): string => `((
    select count(*) from webhook_deliveries f
    where f.tenant_id = ${webhook}.tenant_id and f.webhook_id = ${webhook}.webhook_id and f.claim is not null
  ) + (
    select coalesce(sum(p.size), 0) from webhook_parcels p
    where p.tenant_id = ${webhook}.tenant_id and p.webhook_id = ${webhook}.webhook_id
  ))`;

/** A delivery is `large` when its record, or the previous state of the record, has more bytes than this. */
export const maxContentBytes = 32_768;

/** The content of a large delivery. */
export async function readLargeContent(
  tx: Transaction,
  { tenantId, xid, seq, eventAt }: Pick<ClaimedDelivery, 'tenantId' | 'xid' | 'seq' | 'eventAt'>,
): Promise<Pick<ClaimedDelivery, 'record' | 'previous'>> {
  const [row] = await tx.query<Pick<ClaimedDelivery, 'record' | 'previous'>>(
    `select e.record::text as record, case when e.record is not null then e.previous::text end as previous from events e
     where e.tenant_id = $1::bigint and e.xid = $2::xid8 and e.seq = $3::bigint and e.occurred_at = $4::timestamptz`,
    [tenantId, xid, seq, eventAt],
  );
  return row ? trimPrevious(row) : { record: null, previous: null };
}

/**
 * Claims due deliveries, with a share for each webhook. The time for one webhook does not depend on how many are due
 * for the others, because each has its own range of an index. One node at a time claims from a webhook, so that the
 * count of claims is exact. The limit is a literal and the rows are updated by ctid, because PostgreSQL would read the
 * whole table otherwise.
 */
export async function claimDue(
  tx: Transaction,
  { claim, durationMs, expiresAt }: Lease,
  requests: readonly ClaimRequest[],
): Promise<{ claims: UncheckedClaim[]; outcomes: ClaimOutcome[] }> {
  const rows = await tx.query<Row>(claimSql, [
    claim,
    durationMs,
    requests.map(({ tenantId }) => tenantId),
    requests.map(({ webhookId }) => webhookId),
    requests.map(({ max }) => max),
    requests.map(({ endedClaims }) => endedClaims),
  ]);
  const claims = rows.flatMap(({ id, lockedElsewhere, failing, free, ...row }) =>
    id === null
      ? []
      : [
          {
            ...trimPrevious(row),
            id,
            claim,
            leaseExpiresAt: expiresAt,
            batch: null,
            hidden: noHiddenFields,
            refusal: null,
          },
        ],
  );
  const outcomes = [...Map.groupBy(rows, ({ webhookId }) => webhookId).values()].map((ofWebhook) => {
    const { tenantId, webhookId, lockedElsewhere, free, failing } = ofWebhook[0] as Row;
    const claimed = ofWebhook.filter(({ id }) => id !== null).length;
    return { tenantId, webhookId, lockedElsewhere, free, failing, claimed };
  });
  return { claims, outcomes };
}

const claimSql = `with asked as materialized (
      select e.tenant_id, e.webhook_id, n.account_key, w.url, w.secret, e.failing_since is not null as failing,
        case when e.previous_until > now() then e.previous_secret end as previous_secret, w.owner_id,
        exists (select from unnest(w.events) p where starts_with(p, 'security.')) as account_events,
        not pg_try_advisory_xact_lock(hashtextextended(e.webhook_id::text, 4710004)) as locked_elsewhere, a.max, a.ended
      from unnest($3::bigint[], $4::uuid[], $5::int[], $6::int[]) a(tenant_id, webhook_id, max, ended)
      join webhook_endpoints e on e.tenant_id = a.tenant_id and e.webhook_id = a.webhook_id
      join integrations_webhooks w on w.tenant_id = e.tenant_id and w.id = e.webhook_id
      join tenants n on n.id = e.tenant_id
      where w.active and n.status = 'active'
    ), open as materialized (
      select a.*, case when a.locked_elsewhere then 0 else
        greatest(0, case when a.failing then ${maxClaimedFailing} else ${maxClaimed} end + a.ended - ${claimedCount('a')})
        end::int as free
      from asked a
    ), due as materialized (
      select d.tid from open o cross join lateral (
        select d.tid, row_number() over () as n from (
          select d.ctid as tid from webhook_deliveries d
          where d.tenant_id = o.tenant_id and d.webhook_id = o.webhook_id and d.claim is null
            and d.next_at <= now()
          order by d.next_at, d.id limit ${maxClaimed} for update skip locked
        ) d
      ) d where d.n <= least(o.free, o.max)
    ), claimed as (
      update webhook_deliveries d set status = 'delivering', claim = $1::uuid,
        next_at = clock_timestamp() + $2::int * interval '1 millisecond'
      from due where d.ctid = due.tid
      returning d.tenant_id, d.webhook_id, d.id, d.tries, d.event_id, d.type, d.event_at, d.event_xid, d.event_seq, d.body
    )
    select o.tenant_id as "tenantId", o.webhook_id as "webhookId", o.account_key as "accountKey", o.url, o.secret,
      o.previous_secret as "previousSecret", o.owner_id as "ownerId", o.account_events as "accountEvents", o.failing,
      o.locked_elsewhere as "lockedElsewhere", o.free, c.id, c.tries, c.event_id as "eventId", c.type,
      c.event_at as "eventAt", c.event_xid::text as xid, c.event_seq as seq, c.body, e.record_id as "recordId", e.record,
      e.previous, e.actor, coalesce(e.large, false) as large, coalesce(e.type <> c.type, false) as restored,
      coalesce(e.event_exists, c.body is not null) as "eventExists"
    from open o left join claimed c on c.tenant_id = o.tenant_id and c.webhook_id = o.webhook_id
    left join lateral (
      select e.record_id, e.type, case when not e.large then e.record::text end as record,
        case when not e.large and e.record is not null then e.previous::text end as previous, e.large, e.actor,
        true as event_exists from (
        select e.record_id, e.type, e.record, e.previous, ${actorColumn('e')},
          coalesce(e.record is not null
            and greatest(octet_length(e.record::text), octet_length(e.previous::text)) > ${maxContentBytes}, false) as large
        from events e
        where e.tenant_id = c.tenant_id and e.xid = c.event_xid and e.seq = c.event_seq and e.occurred_at = c.event_at limit 1
      ) e
    ) e on true`;
