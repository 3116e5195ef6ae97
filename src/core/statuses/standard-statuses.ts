import type { JsonValue } from '../fields/field.ts';
import { isClosedCategory } from './categories.ts';

const colors = {
  grey: '#78909c',
  blue: '#1e88e5',
  teal: '#00897b',
  amber: '#ffb300',
  orange: '#fb8c00',
  green: '#43a047',
  red: '#e53935',
} as const;

/** A status of a new tenant. */
interface StandardStatus {
  readonly name: string;
  readonly color: keyof typeof colors;
  readonly category: string;
  /** Further fields of the model. */
  readonly values?: Readonly<Record<string, JsonValue>>;
}

/** Statuses by their key, in order. The first is the default. */
export type StandardStatuses = Readonly<Record<string, StandardStatus>>;

export const standardRecords = (statuses: StandardStatuses): Record<string, JsonValue>[] =>
  Object.entries(statuses).map(([key, { name, color, category, values }], index) => ({
    key,
    name,
    color: colors[color],
    category,
    position: index + 1,
    isDefault: index === 0,
    isClosed: isClosedCategory(category),
    ...values,
  }));
