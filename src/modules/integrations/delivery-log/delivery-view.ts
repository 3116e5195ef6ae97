import { Type } from 'typebox';
import type { Attempt } from '../delivery/attempt.ts';

export const statuses = ['pending', 'delivering', 'retrying', 'delivered', 'failed'] as const;

const orNull = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const time = Type.String({ format: 'date-time' });

/**
 * The latest attempts whose answers are shown. An answer takes up to 200 KB of JSON and a delivery has up to 100 attempts,
 * so that all of them would outgrow an answer of ours.
 */
const maxAnswers = 10;

const attempt = Type.Object({
  at: time,
  durationMs: Type.Number(),
  responseStatus: orNull(Type.Integer()),
  responseHeaders: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()]),
  responseBody: Type.Union([
    Type.String({ description: `The first 16 KiB, of the latest ${maxAnswers} attempts.` }),
    Type.Null(),
  ]),
  error: Type.Union([Type.String({ description: 'Why it failed, in words.' }), Type.Null()]),
});

const properties = {
  _id: Type.String({ format: 'uuid' }),
  webhookId: Type.String({ format: 'uuid' }),
  type: Type.String({ description: 'The type of the event.' }),
  status: Type.Enum([...statuses]),
  event: Type.Object({ id: Type.String({ format: 'uuid' }), type: Type.String(), timestamp: time }),
  attemptCount: Type.Integer(),
  attempts: Type.Array(attempt),
  nextAttemptAt: Type.Union([time, Type.Null()]),
  createdAt: time,
  finishedAt: Type.Union([time, Type.Null()]),
  detailsHidden: Type.Optional(
    Type.Literal(true, {
      description:
        'You may not read this event, or not all of its fields: its body and the answers of the receiver are left out.',
    }),
  ),
};

/** An entry of the delivery log. */
export const deliveryView = Type.Object(properties);

export const wholeDelivery = Type.Object({
  ...properties,
  body: Type.Union([Type.String({ description: 'The bytes that are sent and signed.' }), Type.Null()]),
  bodyTooLarge: Type.Optional(Type.Literal(true, { description: 'The body is too large to be shown here.' })),
});

export interface DeliveryRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly type: string;
  readonly event_at: Date;
  readonly event_xid: string | null;
  readonly event_seq: string | null;
  readonly status: (typeof statuses)[number];
  readonly attempts: readonly Attempt[];
  readonly next_at: Date | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

/** Of older attempts, what came of them. */
const shownAttempts = `case when jsonb_array_length(d.attempts) <= ${maxAnswers} then d.attempts else (
    select jsonb_agg(case when a.n > jsonb_array_length(d.attempts) - ${maxAnswers} then a.attempt
      else a.attempt || '{"responseHeaders": null, "responseBody": null}' end order by a.n)
    from jsonb_array_elements(d.attempts) with ordinality a(attempt, n)
  ) end as attempts`;

export const deliveryColumns = `d.id, d.webhook_id, d.event_id, d.type, d.event_at, d.event_xid::text as event_xid, d.event_seq,
  d.status, ${shownAttempts}, d.next_at, d.created_at, d.finished_at`;

const withoutAnswer = (one: Attempt): Attempt => ({ ...one, responseHeaders: null, responseBody: null });

/** `details`: the reader may see what was sent, and what the receiver answered. */
export const viewDelivery = (row: DeliveryRow, details: boolean) => ({
  _id: row.id,
  webhookId: row.webhook_id,
  type: row.type,
  status: row.status,
  event: { id: row.event_id, type: row.type, timestamp: row.event_at.toISOString() },
  attemptCount: row.attempts.length,
  attempts: (details ? row.attempts : row.attempts.map(withoutAnswer)) as Attempt[],
  nextAttemptAt: row.status === 'delivering' ? null : (row.next_at?.toISOString() ?? null),
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  ...(!details && { detailsHidden: true as const }),
});
