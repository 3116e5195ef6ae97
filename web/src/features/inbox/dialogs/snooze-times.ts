import { fromLocal, toLocal } from '~/fields/date/format.ts';

const dayMs = 24 * 3_600_000;
const laterMs = 3 * 3_600_000;

export type SnoozePreset = 'later' | 'tomorrow' | 'monday' | 'week';
export const snoozePresets: readonly SnoozePreset[] = ['later', 'tomorrow', 'monday', 'week'];

/** The time at which a snoozed conversation returns: in three hours, or at 8:00 of a day in the person's time zone. */
export function snoozeTime(preset: SnoozePreset, zone: string, nowMs = Date.now()): string {
  if (preset === 'later') return new Date(nowMs + laterMs).toISOString();
  const atEight = (days: number): string =>
    fromLocal(toLocal(new Date(nowMs + days * dayMs).toISOString(), zone).date, '08:00', zone);
  if (preset === 'tomorrow') return atEight(1);
  if (preset === 'week') return atEight(7);
  const today = new Date(`${toLocal(new Date(nowMs).toISOString(), zone).date}T00:00:00Z`).getUTCDay();
  return atEight((8 - today) % 7 || 7);
}
