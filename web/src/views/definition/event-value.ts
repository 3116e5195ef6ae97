/** The units of time in which a row shows the period of an event. */
export const units = ['h', 'd', 'w'] as const;

export type Unit = (typeof units)[number];

/** A condition about the events of a record, as a row edits it. Empty texts are values that the person has not chosen. */
export interface EventValue {
  readonly type: string;
  readonly count: number | '';
  /** Undefined is at any time. */
  readonly within: { readonly number: number; readonly unit: Unit } | undefined;
}

const keys: ReadonlySet<string> = new Set(['type', 'count', 'within']);

/** Reads the JSON form of an event. Undefined when a row cannot show it, as when it has a filter. */
export function readEvent(value: unknown): EventValue | undefined {
  if (typeof value !== 'object' || value === null || Object.keys(value).some((key) => !keys.has(key))) return undefined;
  const { type, count = 1, within } = value as Readonly<Record<string, unknown>>;
  if (typeof type !== 'string' || (typeof count !== 'number' && count !== '')) return undefined;
  if (within === undefined) return { type, count, within };
  const [, number, unit] = (typeof within === 'string' && /^(\d{1,5})([hdw])$/.exec(within)) || [];
  if (number === undefined) return undefined;
  return { type, count, within: { number: Number(number), unit: unit as Unit } };
}

/** The JSON form of an event. A count of one is the default. */
export const eventJson = ({ type, count, within }: EventValue) => ({
  type,
  ...(count !== 1 && { count }),
  ...(within && { within: `${within.number}${within.unit}` }),
});
