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

/** As the registry shows it. */
export type Behaviour =
  | ({ readonly kind: 'stamp' } & Stamp)
  | { readonly kind: 'follow'; readonly follow: string }
  | { readonly kind: 'autonumber'; readonly pattern: string };
