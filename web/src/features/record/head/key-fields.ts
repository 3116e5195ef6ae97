import type { Field, Model } from '~/metadata/model.ts';

/** What people look for first, in this order. The first one of each group that a model has is shown. */
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

/** The fields that say most about a record of the model. */
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
