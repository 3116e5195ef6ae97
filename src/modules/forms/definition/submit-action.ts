import type { JsonValue } from '#core/fields/field.ts';
import type { RecordObject } from '#core/operations/validate.ts';

/** The actions that a form can run with the answers. */
export const submitActions = [
  'createRecord',
  'updateRecord',
  'upsertRecord',
  'storeOnly',
  'sendEmail',
  'callWebhook',
] as const;

export type SubmitAction = (typeof submitActions)[number];

/** Aliases of actions. The form keeps the name as it was written. */
const aliases: ReadonlyMap<string, SubmitAction> = new Map([
  ['create', 'createRecord'],
  ['update', 'updateRecord'],
  ['upsert', 'upsertRecord'],
  ['store', 'storeOnly'],
  ['email', 'sendEmail'],
  ['webhook', 'callWebhook'],
]);

/**
 * The action of a form. A form without an action stores the answers. Undefined for an unknown action, which only drafts
 * may have.
 */
export function submitActionOf({ submitAction }: RecordObject): SubmitAction | undefined {
  if (isEmpty(submitAction)) return 'storeOnly';
  return submitActions.find((name) => name === submitAction) ?? aliases.get(String(submitAction));
}

const isEmpty = (value: JsonValue | undefined): boolean => value === undefined || value === null || value === '';
