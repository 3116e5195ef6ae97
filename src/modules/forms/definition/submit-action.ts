import type { JsonValue } from '#core/fields/field.ts';
import type { RecordObject } from '#core/operations/validate.ts';

/** The actions that a form can take with the answers. */
export const submitActions = [
  'createRecord',
  'updateRecord',
  'upsertRecord',
  'storeOnly',
  'sendEmail',
  'callWebhook',
] as const;

export type SubmitAction = (typeof submitActions)[number];

/** Short names that mean the same action. The record keeps the name that was written. */
const aliases: ReadonlyMap<string, SubmitAction> = new Map([
  ['create', 'createRecord'],
  ['update', 'updateRecord'],
  ['upsert', 'upsertRecord'],
  ['store', 'storeOnly'],
  ['email', 'sendEmail'],
  ['webhook', 'callWebhook'],
]);

/** The action of a form; a form without one stores the answers. Undefined for a text that names no action, which only drafts may have. */
export function submitActionOf({ submitAction }: RecordObject): SubmitAction | undefined {
  if (isEmpty(submitAction)) return 'storeOnly';
  return submitActions.find((name) => name === submitAction) ?? aliases.get(String(submitAction));
}

const isEmpty = (value: JsonValue | undefined): boolean => value === undefined || value === null || value === '';
