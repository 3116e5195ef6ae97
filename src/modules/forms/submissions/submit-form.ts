import { type Context, inTransaction, type TransactionContext } from '#core/context.ts';
import { fromDatabase } from '#core/database-errors.ts';
import { AppError, invalid } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import type { FormDefinition } from '../definition/form-definition.ts';
import { sendOn } from '../delivery/send-on.ts';
import type { Accepted } from './accepted.ts';
import { requireCaptcha } from './captcha.ts';
import { findPlace } from './find-place.ts';
import { requireOpen } from './is-open.ts';
import { readAnswers } from './read-answers.ts';
import type { Submission } from './read-submission.ts';
import { isRobot } from './robots.ts';
import { runSubmitAction } from './run-submit-action.ts';
import { type Outcome, RepeatedSubmission, storeSubmission } from './store-submission.ts';

/** The record could not be written. The answers are stored all the same. */
class ActionFailed extends Error {
  readonly reason: AppError;
  constructor(reason: AppError) {
    super(reason.message);
    this.reason = reason;
  }
}

/**
 * Stores a submission and does what the form says. What fails after the answers were accepted is for those who read submissions:
 * visitors always get the same answer, so that they do not learn which records exist.
 */
export async function submitForm(
  context: Context,
  form: RecordObject,
  definition: FormDefinition,
  given: Submission,
): Promise<void> {
  requireOpen(form);
  const withFiles = new Set(given.files.map(({ part = '' }) => part));
  const answers = readAnswers(definition, { data: given.data, withFiles, fromHtml: given.fromHtml });
  if (typeof form.consentText === 'string' && form.consentText !== '' && !given.consent)
    throw invalid('consent', 'required', 'must be true: the form asks for it');
  const robot = isRobot(given.trap, given.startedAt);
  if (form.captcha === true && !robot) await requireCaptcha(context, given.captchaToken);
  try {
    await store(context, { form, definition, given, answers, robot });
  } catch (error) {
    // The first of several equal submissions has stored it.
    if (!(error instanceof RepeatedSubmission)) throw error;
  }
}

/**
 * The record and the submission are written in one transaction. When the record cannot be written, a second one stores the submission
 * alone: a savepoint would cost each submission two round trips.
 */
async function store(context: Context, accepted: Accepted): Promise<void> {
  try {
    await inTransaction(context, async (within) => {
      const place = accepted.robot ? 'spam' : await findPlace(within, accepted);
      const outcome: Outcome =
        place === 'free' ? { status: 'processed', recordId: await write(within, accepted) } : { status: place };
      await finish(within, accepted, outcome);
    });
  } catch (error) {
    if (!(error instanceof ActionFailed)) throw error;
    const { code, message } = error.reason;
    await inTransaction(context, async (within) => {
      await findPlace(within, accepted);
      await finish(within, accepted, { status: 'failed', error: { code, message } });
    });
  }
}

async function write(
  within: TransactionContext,
  { form, definition, answers, given }: Accepted,
): Promise<string | null> {
  try {
    return await runSubmitAction(within, form, definition, answers, given.recordId);
  } catch (error) {
    const reason = fromDatabase(error, within.registry);
    // A database that is busy or away is not a fault of the answers: the visitor sends them again.
    if (reason instanceof AppError && reason.status < 500) throw new ActionFailed(reason);
    throw error;
  }
}

async function finish(within: TransactionContext, accepted: Accepted, outcome: Outcome): Promise<void> {
  const submissionId = await storeSubmission(within, accepted, outcome);
  if (outcome.status === 'processed') await sendOn(within, accepted, submissionId);
}
