import { AppError } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { isOpenToForms, writesRecords } from '../definition/check-form.ts';
import type { FormDefinition } from '../definition/form-definition.ts';
import { submitActionOf } from '../definition/submit-action.ts';
import { refusals } from './refusals.ts';

const timeOf = (value: RecordObject[string] | undefined): number | undefined =>
  typeof value === 'string' ? Date.parse(value) : undefined;

/**
 * Throws when the form accepts no submissions now. It refuses forms that were published before their model was closed
 * to forms, and forms with an unknown action that are older than the check of actions: they would accept answers and do
 * nothing with them.
 */
export function requireOpen(form: RecordObject, { model }: FormDefinition, now = Date.now()): void {
  const { opensAt, closesAt } = form;
  if (submitActionOf(form) === undefined) throw new AppError('conflict', refusals.notWorking);
  if (model && writesRecords(form) && !isOpenToForms(model)) throw new AppError('conflict', refusals.closed);
  if (now < (timeOf(opensAt) ?? now)) throw new AppError('conflict', refusals.notOpen);
  if (now >= (timeOf(closesAt) ?? Number.POSITIVE_INFINITY)) throw new AppError('conflict', refusals.closed);
}
