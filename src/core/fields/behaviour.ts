/** Behaviours: the platform sets the field by itself. Fields of the product and fields of tenants declare them in the same way. */

/** Sets the field when a condition becomes true, and clears it when the condition is no longer true. */
export interface Stamp {
  /** The condition: each of these fields of the same record has one of the values. */
  readonly when: Readonly<Record<string, readonly (string | number | boolean | null)[]>>;
  readonly set: StampValue;
}

/** The time of the write, its day in the tenant's time zone, or the user who writes. */
export const stampValues = ['now', 'today', 'me'] as const;

type StampValue = (typeof stampValues)[number];

/** The types of the values of formulas and rollups. */
export const resultTypes = ['number', 'text', 'boolean', 'date', 'datetime'] as const;

export type ResultType = (typeof resultTypes)[number];

export const rollupFunctions = ['count', 'sum', 'avg', 'min', 'max'] as const;

/** A value computed of the records of another model that refer to the record. */
export interface Rollup {
  /** The model of the other records, as `module.slug`. */
  readonly model: string;
  /** Their reference to the record. */
  readonly by: string;
  readonly function: (typeof rollupFunctions)[number];
  /** Their field that is summed or compared. `count` has none. */
  readonly field?: string;
  /** The records that count, in the filter grammar of lists. */
  readonly filter?: Readonly<Record<string, unknown>>;
}
/**
 * The part that a field has in the status of its record. The status is a row of a list of statuses (`row`), the key of that row
 * as text (`key`), or both; `list` refers to the record to which the list belongs, such as a pipeline.
 */
export type StatusPart =
  | { readonly part: 'key' | 'row' | 'list' }
  /** Set whenever the status changes. */
  | { readonly part: 'changedAt' }
  /** Set when the status gets one of these categories, and cleared when it gets another one. */
  | { readonly part: 'during'; readonly categories: readonly string[] }
  /** Set to the time, if it is empty, when the status gets one of these keys or categories. It stays when the status changes again. */
  | { readonly part: 'reached'; readonly keys?: readonly string[]; readonly categories?: readonly string[] }
  /** Set to the day, if it is empty, when the status gets one of these categories. */
  | { readonly part: 'day'; readonly categories: readonly string[] }
  /** Copied from the status whenever the status changes; `unless` is the field that is true when a person has set the value. */
  | { readonly part: 'copy'; readonly of: string; readonly unless?: string }
  /** True when a person has set the field that is copied. */
  | { readonly part: 'byHand'; readonly of: string };

/** As the registry shows it. */
export type Behaviour =
  | ({ readonly kind: 'stamp' } & Stamp)
  | { readonly kind: 'follow'; readonly follow: string }
  | { readonly kind: 'autonumber'; readonly pattern: string }
  | { readonly kind: 'formula'; readonly formula: string; readonly resultType: ResultType }
  | ({ readonly kind: 'rollup'; readonly resultType: ResultType } & Rollup)
  | ({ readonly kind: 'status' } & StatusPart);
