import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { newId } from '#lib/ids.ts';
import { definitionOf } from '../definition/form-definition.ts';
import { requireOpen } from './is-open.ts';
import { type Answers, readAnswers } from './read-answers.ts';
import { isRobot } from './robots.ts';
import { type ActionResult, runSubmitAction } from './run-submit-action.ts';
import { countSubmissions, lockForm } from './sql/count-submissions.ts';

/** What a visitor sent. */
export interface Submission {
  readonly data: Readonly<Record<string, unknown>>;
  readonly fromHtml: boolean;
  /** The field that only robots fill in. */
  readonly trap: unknown;
  /** When the page of the form was opened; undefined for a program that has no page. */
  readonly startedAt: number | undefined;
  /** Made by the page: the same submission, sent twice, is stored once. */
  readonly token: string | null;
  readonly consent: boolean | undefined;
  /** Where the visitor came from: fields of the submission. */
  readonly source: Readonly<Record<string, JsonValue>>;
  readonly userId: string | null;
}

/**
 * Stores a submission and does what the form says. What fails after the answers were accepted is for those who read submissions:
 * visitors always get the same answer, so that they do not learn which records exist.
 */
export async function submitForm(context: Context, form: RecordObject, given: Submission): Promise<void> {
  requireOpen(form);
  const definition = definitionOf(context.registry, form);
  const answers = readAnswers(definition, { data: given.data, withFiles: new Set(), fromHtml: given.fromHtml });
  if (typeof form.consentText === 'string' && form.consentText !== '' && given.consent !== true)
    throw new AppError('validation_failed', 'consent must be true.', [
      { field: 'consent', code: 'required', message: 'consent must be true: the form asks for it.' },
    ]);
  const robot = isRobot(given.trap, given.startedAt);
  try {
    await inTransaction(context, async (within) => {
      await requireRoom(within, form);
      const id = newId();
      const done = robot ? undefined : await runSubmitAction(within, form, definition, answers);
      await insertSubmission(within, id, form, given, answers, done);
    });
  } catch (error) {
    if (!isRepeated(error, given)) throw error;
  }
}

/** The first of several equal submissions has stored it. */
const isRepeated = (error: unknown, { token }: Submission): boolean =>
  token !== null &&
  (error as { code?: string; constraint?: string }).code === '23505' &&
  (error as { constraint?: string }).constraint === 'forms_form_submissions_form_id_submission_token_key';

/** The form is locked while submissions are counted, so that two at a time do not both get the last place. */
async function requireRoom({ tx, caller }: TransactionContext, form: RecordObject): Promise<void> {
  if (typeof form.submissionLimit !== 'number') return;
  const id = String(form._id);
  await lockForm(tx, caller.tenantId, id);
  if ((await countSubmissions(tx, caller.tenantId, id)) >= form.submissionLimit)
    throw new AppError('conflict', 'This form takes no more submissions.');
}

async function insertSubmission(
  context: TransactionContext,
  id: string,
  form: RecordObject,
  given: Submission,
  answers: Answers,
  done: ActionResult | undefined,
): Promise<void> {
  const model = context.registry.find('forms', 'formSubmissions');
  if (!model) throw new Error('the model forms.formSubmissions is missing');
  const data = Object.fromEntries([...answers].map(([{ key }, value]) => [key, value]));
  const email = [...answers].find(([{ control }]) => control === 'email')?.[1] ?? null;
  const now = new Date();
  const values: Record<string, JsonValue> = {
    ...given.source,
    formId: String(form._id),
    data,
    email,
    status: done === undefined ? 'spam' : done.error ? 'failed' : 'processed',
    submissionToken: given.token,
    submittedAt: now.toISOString(),
    startedAt: given.startedAt === undefined ? null : new Date(given.startedAt).toISOString(),
    durationSeconds:
      given.startedAt === undefined ? null : Math.max(0, Math.round((now.getTime() - given.startedAt) / 1000)),
    processedAt: done === undefined ? null : now.toISOString(),
    modelKey: form.modelKey ?? null,
    recordId: done?.recordId ?? null,
    error: done?.error ? { ...done.error } : null,
    consentGiven: given.consent ?? null,
    userId: given.userId,
  };
  await insertMany(context, model, [{ id, values }]);
}
