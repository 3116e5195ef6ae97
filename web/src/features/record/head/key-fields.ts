import type { Field, Model } from '~/metadata/model.ts';

/** Groups of fields in order of importance. From each group, the first field that the model has is shown. */
const groups: readonly (readonly string[])[] = [
  ['stage', 'status', 'statusId', 'lifecycleStage'],
  ['value', 'total', 'amount', 'estimatedValue', 'annualRevenue', 'price', 'budget', 'currentValue'],
  ['closeDate', 'dueDate', 'dueAt', 'renewalDate', 'validUntil', 'scheduledAt', 'startDate', 'sentAt', 'orderDate'],
  ['priority', 'severity', 'rating', 'probability'],
  ['accountId', 'contactId', 'organizationId'],
  ['email', 'phone', 'website'],
  ['assignedUserId', 'ownerId', 'userId'],
];

const maxShown = 6;

const cache = new WeakMap<Model, readonly Field[]>();

/** The most important fields of a model. */
export function keyFields(model: Model): readonly Field[] {
  const known = cache.get(model);
  if (known) return known;
  const byKey = new Map(model.fields.map((field) => [field.key, field]));
  const found = groups
    .flatMap((keys) => keys.map((key) => byKey.get(key)).find((field) => field !== undefined) ?? [])
    .filter(({ key }) => key !== model.titleField && key !== model.parent?.field)
    .slice(0, maxShown);
  cache.set(model, found);
  return found;
}
