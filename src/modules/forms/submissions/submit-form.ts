import { type Context, inTransaction } from '#core/context.ts';
import { fromDatabase } from '#core/database-errors.ts';
import { AppError, invalid } from '#core/errors.ts';
import type { NewRecord } from '#core/operations/create-together.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { changesRecords } from '../definition/check-form.ts';
import type { FormDefinition } from '../definition/form-definition.ts';
import { forwardSubmission, isForwarded } from '../delivery/forward-submission.ts';
import type { Accepted } from './accepted.ts';
import { requireCaptcha } from './captcha.ts';
import { checkLimits, isLimited } from './check-limits.ts';
import { requireOpen } from './is-open.ts';
import { readAnswers } from './read-answers.ts';
import type { Submission } from './read-submission.ts';
import { isRobot } from './robots.ts';
import { runSubmitAction } from './run-submit-action.ts';
import { RepeatedSubmission, storeSubmission } from './store-submission.ts';

/** Thrown when the record could not be written. The answers are stored anyway. */
class ActionFailed extends Error {
  readonly reason: AppError;
  constructor(reason: AppError) {
    super(reason.message);
    this.reason = reason;
  }
}

/**
 * Stores a submission and runs the action of the form. Errors after the answers were accepted are stored for readers of
 * submissions. Visitors always get the same answer, so that they cannot learn which records exist.
 */
export async function submitForm(
  context: Context,
  form: RecordObject,
  definition: FormDefinition,
  given: Submission,
): Promise<void> {
  requireOpen(form, definition);
  const withFiles = new Set(given.files.map(({ part = '' }) => part));
  const answers = readAnswers(definition, { data: given.data, withFiles, fromHtml: given.fromHtml });
  if (typeof form.consentText === 'string' && form.consentText !== '' && !given.consent)
    throw invalid('consent', 'required', 'must be true: the form asks for it');
  const robot = isRobot(given.trap, given.startedAt);
  if (form.captcha === true && !robot) await requireCaptcha(context, given.captchaToken);
  try {
    await store(context, { form, definition, given, answers, robot });
  } catch (error) {
    // Another request has already stored the same submission.
    if (!(error instanceof RepeatedSubmission)) throw error;
  }
}

/**
 * Writes the record and the submission together. When the record cannot be written, the submission is stored alone: a
 * savepoint would cost each submission two round trips.
 */
async function store(context: Context, accepted: Accepted): Promise<void> {
  try {
    if (isOneStatement(accepted)) await write(context, accepted, accepted.robot ? 'spam' : 'free');
    else
      await inTransaction(context, async (within) => {
        const place = accepted.robot ? 'spam' : await checkLimits(within, accepted);
        const submissionId = await write(within, accepted, place);
        if (place === 'free') await forwardSubmission(within, accepted, submissionId);
      });
  } catch (error) {
    if (!(error instanceof ActionFailed)) throw error;
    const { code, message } = error.reason;
    await inTransaction(context, async (within) => {
      await checkLimits(within, accepted);
      await storeSubmission(within, accepted, { status: 'failed', error: { code, message } });
    });
  }
}

/**
 * True when the submission can be written by one statement, as a create is. Most can, and a transaction took twice as
 * many round trips.
 */
const isOneStatement = (accepted: Accepted): boolean => {
  const { form, given, robot } = accepted;
  if (robot) return true;
  return !isLimited(form) && !isForwarded(accepted) && given.files.length === 0 && !changesRecords(form);
};

/** Returns the id of the submission. */
async function write(context: Context, accepted: Accepted, place: 'free' | 'spam' | 'duplicate'): Promise<string> {
  if (place !== 'free') return storeSubmission(context, accepted, { status: place });
  const { form, definition, answers, given } = accepted;
  try {
    const made = await runSubmitAction(context, form, definition, answers, given);
    const [recordId, created] = isNew(made) ? [made.id, made] : [made, undefined];
    return await storeSubmission(context, accepted, { status: 'processed', recordId }, created);
  } catch (error) {
    const reason = fromDatabase(error, context.registry);
    // An unavailable or busy database is not a fault of the answers, so the visitor must send them again.
    if (reason instanceof AppError && reason.status < 500) throw new ActionFailed(reason);
    throw error;
  }
}

const isNew = (made: NewRecord | string | null): made is NewRecord => made !== null && typeof made !== 'string';
