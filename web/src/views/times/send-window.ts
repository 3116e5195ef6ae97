/** When messages may be sent, as the API writes it. An empty object is at any time. */
export interface SendWindow {
  readonly weekdays?: readonly number[];
  readonly from?: string;
  readonly to?: string;
  /** `contact` for the time zone of the person, or the name of a time zone. */
  readonly tz?: string;
}

/** The window of a person who has just decided that there is one. */
export const usualWindow: SendWindow = { weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', tz: 'contact' };

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads a stored window. Undefined when there is none. */
export function readSendWindow(value: unknown): SendWindow | undefined {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return undefined;
  const { weekdays, from, to, tz } = value as Readonly<Record<string, unknown>>;
  const [start, end, zone] = [textOf(from), textOf(to), textOf(tz)];
  return {
    ...(Array.isArray(weekdays) && { weekdays: weekdays.filter((day) => typeof day === 'number') }),
    ...(start !== undefined && { from: start }),
    ...(end !== undefined && { to: end }),
    ...(zone !== undefined && { tz: zone }),
  };
}
