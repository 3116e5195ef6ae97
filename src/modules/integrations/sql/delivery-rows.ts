import type { Attempt } from '../delivery/data/attempt.ts';

export const deliveryStatuses = ['pending', 'delivering', 'retrying', 'delivered', 'failed'] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/**
 * The latest attempts whose responses are shown. A response takes up to 200 KB of JSON and a delivery has up to 100 attempts,
 * so all of them would exceed the maximum size of an answer.
 */
export const maxResponses = 10;

/** A row of `deliveryColumns`. */
export interface DeliveryRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly type: string;
  readonly event_at: Date;
  readonly event_xid: string | null;
  readonly event_seq: string | null;
  readonly status: DeliveryStatus;
  readonly attempts: readonly Attempt[];
  readonly next_at: Date | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

/** Older attempts are shown without the response. */
const shownAttempts = `case when jsonb_array_length(d.attempts) <= ${maxResponses} then d.attempts else (
    select jsonb_agg(case when a.n > jsonb_array_length(d.attempts) - ${maxResponses} then a.attempt
      else a.attempt || '{"responseHeaders": null, "responseBody": null}' end order by a.n)
    from jsonb_array_elements(d.attempts) with ordinality a(attempt, n)
  ) end as attempts`;

export const deliveryColumns = `d.id, d.webhook_id, d.event_id, d.type, d.event_at, d.event_xid::text as event_xid, d.event_seq,
  d.status, ${shownAttempts}, d.next_at, d.created_at, d.finished_at`;
