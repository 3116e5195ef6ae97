import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#core/context.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { writesRecords } from '../definition/check-form.ts';
import type { FormDefinition } from '../definition/form-definition.ts';
import { submitActionOf } from '../definition/submit-action.ts';
import type { Submission } from './read-submission.ts';
import { submitForm } from './submit-form.ts';

/**
 * The minimum duration of an answer: several times the duration of a submission, but too short for people to notice.
 * Measured without it: a form answered in 58 ms for an address that it had to update, and in 39 ms for a new one.
 */
const minMs = 250;

/**
 * Submits a form. If the work depends on existing records, the answer waits until a fixed time has passed, so that its
 * timing does not reveal whether a record exists. It holds no connection while it waits.
 */
export async function submitInConstantTime(
  context: Context,
  form: RecordObject,
  definition: FormDefinition,
  given: Submission,
): Promise<void> {
  if (!dependsOnRecords(form, definition)) return submitForm(context, form, definition, given);
  const endsAt = performance.now() + minMs;
  try {
    await submitForm(context, form, definition, given);
  } finally {
    await sleep(Math.max(0, endsAt - performance.now()));
  }
}

function dependsOnRecords(form: RecordObject, { model, fields }: FormDefinition): boolean {
  if (form.multipleSubmissions === false) return true;
  if (!model || !writesRecords(form)) return false;
  if (submitActionOf(form) !== 'createRecord') return true;
  // A duplicate unique value makes the create fail.
  const together = new Set(model.uniqueTogether.flat());
  return fields.some(({ key, isOfModel, field }) => isOfModel && (field?.unique === true || together.has(key)));
}
