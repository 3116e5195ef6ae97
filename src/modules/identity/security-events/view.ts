import { Type } from 'typebox';
import type { SecurityRow } from '../sql/security-events.ts';

const orNull = (more: object = {}) => Type.Unsafe<string | null>({ type: ['string', 'null'], ...more });

export const securityEventEntry = Type.Object(
  {
    _id: Type.String({ format: 'uuid' }),
    type: Type.String(),
    timestamp: Type.String({ format: 'date-time' }),
    userId: orNull({ format: 'uuid', description: 'The user concerned.' }),
    email: orNull(),
    ip: orNull(),
    agent: orNull(),
    actorId: orNull({ format: 'uuid', description: 'Who did it; null when the platform did.' }),
    requestId: orNull(),
    details: Type.Object({}, { additionalProperties: true }),
  },
  { additionalProperties: false },
);

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export function viewSecurityEvent({ id, type, at, actorId, requestId, record }: SecurityRow) {
  const { userId, email, ip, agent, ...details } = record;
  return {
    _id: id,
    type,
    timestamp: at.toISOString(),
    userId: textOf(userId),
    email: textOf(email),
    ip: textOf(ip),
    agent: textOf(agent),
    actorId,
    requestId,
    details,
  };
}
