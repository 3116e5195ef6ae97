import type { RecordObject } from '#core/operations/validate.ts';

/** The fields of a channel that say when it starts. */
export const startFields = ['scheduledAt', 'startDate'] as const;

/** The start time of a channel; null when it starts with its campaign. */
export const startTime = ({ scheduledAt, startDate }: RecordObject): string | null =>
  typeof scheduledAt === 'string' ? scheduledAt : typeof startDate === 'string' ? startDate : null;
