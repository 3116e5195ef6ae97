import type { JsonValue } from '#core/fields/field.ts';

type Values = Readonly<Record<string, JsonValue>>;

/** Fields that change together when the state of a conversation changes. */
export const openState: Values = { status: 'open', snoozedUntil: null, closedAt: null };

export const closedState = (): Values => ({ status: 'closed', snoozedUntil: null, closedAt: new Date().toISOString() });

export const snoozedState = (until: Date): Values => ({
  status: 'snoozed',
  snoozedUntil: until.toISOString(),
  closedAt: null,
});

export const spamState = (): Values => ({ status: 'spam', snoozedUntil: null, closedAt: new Date().toISOString() });
