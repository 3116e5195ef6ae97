import { Type } from 'typebox';
import type { Attempt } from '../delivery/data/attempt.ts';
import { type DeliveryRow, deliveryStatuses, maxResponses } from '../sql/delivery-rows.ts';

const orNull = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const time = Type.String({ format: 'date-time' });

const attemptView = Type.Object({
  at: time,
  durationMs: Type.Number(),
  responseStatus: orNull(Type.Integer()),
  responseHeaders: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()]),
  responseBody: Type.Union([
    Type.String({ description: `The first 16 KiB, of the latest ${maxResponses} attempts.` }),
    Type.Null(),
  ]),
  error: Type.Union([Type.String({ description: 'Why it failed.' }), Type.Null()]),
});

const properties = {
  _id: Type.String({ format: 'uuid' }),
  webhookId: Type.String({ format: 'uuid' }),
  type: Type.String({ description: 'The type of the event.' }),
  status: Type.Enum([...deliveryStatuses]),
  event: Type.Object({ id: Type.String({ format: 'uuid' }), type: Type.String(), timestamp: time }),
  attemptCount: Type.Integer(),
  attempts: Type.Array(attemptView),
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

export const deliveryWithBody = Type.Object({
  ...properties,
  body: Type.Union([Type.String({ description: 'The bytes that are sent and signed.' }), Type.Null()]),
  bodyTooLarge: Type.Optional(Type.Literal(true, { description: 'The body is too large to be shown here.' })),
});

const withoutResponse = (attempt: Attempt): Attempt => ({ ...attempt, responseHeaders: null, responseBody: null });

/** The view of a delivery. `details` is true when the caller may see the body and the responses of the receiver. */
export const viewDelivery = (row: DeliveryRow, details: boolean) => ({
  _id: row.id,
  webhookId: row.webhook_id,
  type: row.type,
  status: row.status,
  event: { id: row.event_id, type: row.type, timestamp: row.event_at.toISOString() },
  attemptCount: row.attempts.length,
  attempts: (details ? row.attempts : row.attempts.map(withoutResponse)) as Attempt[],
  nextAttemptAt: row.status === 'delivering' ? null : (row.next_at?.toISOString() ?? null),
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  ...(!details && { detailsHidden: true as const }),
});
