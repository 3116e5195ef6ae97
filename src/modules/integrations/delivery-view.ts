import { Type } from 'typebox';
import type { Attempt } from './delivery/attempt.ts';

export const statuses = ['pending', 'delivering', 'retrying', 'delivered', 'failed'] as const;

const orNull = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(schema: T) =>
  Type.Union([schema, Type.Null()]);
const time = Type.String({ format: 'date-time' });

const attempt = Type.Object({
  at: time,
  durationMs: Type.Number(),
  responseStatus: orNull(Type.Integer()),
  responseHeaders: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()]),
  responseBody: Type.Union([Type.String({ description: 'The first 16 KiB.' }), Type.Null()]),
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
};

/** An entry of the delivery log. */
export const deliveryView = Type.Object(properties);

export const wholeDelivery = Type.Object({
  ...properties,
  body: Type.Union([Type.String({ description: 'The bytes that are sent and signed.' }), Type.Null()]),
});

export interface DeliveryRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly type: string;
  readonly event_at: Date;
  readonly status: (typeof statuses)[number];
  readonly attempts: readonly Attempt[];
  readonly next_at: Date | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

export const deliveryColumns =
  'd.id, d.webhook_id, d.event_id, d.type, d.event_at, d.status, d.attempts, d.next_at, d.created_at, d.finished_at';

export const viewDelivery = (row: DeliveryRow) => ({
  _id: row.id,
  webhookId: row.webhook_id,
  type: row.type,
  status: row.status,
  event: { id: row.event_id, type: row.type, timestamp: row.event_at.toISOString() },
  attemptCount: row.attempts.length,
  attempts: row.attempts as Attempt[],
  nextAttemptAt: row.status === 'delivering' ? null : (row.next_at?.toISOString() ?? null),
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});
