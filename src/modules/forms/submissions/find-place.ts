import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import type { Accepted } from './accepted.ts';
import { emailIn } from './read-answers.ts';
import { earlierSubmissions } from './sql/earlier-submissions.ts';
import { lockForm } from './sql/lock-form.ts';
import { RepeatedSubmission } from './store-submission.ts';

/** Whether the form counts its submissions. */
export const isLimited = ({ multipleSubmissions, submissionLimit }: RecordObject): boolean =>
  multipleSubmissions === false || typeof submissionLimit === 'number';

/**
 * Whether the form has room for a submission. A visitor who has answered already is not told so by address, because anybody can type
 * an address; a signed-in user is.
 */
export async function findPlace(
  { tx, caller: { tenantId } }: TransactionContext,
  { form, answers, given }: Accepted,
): Promise<'free' | 'duplicate'> {
  const once = form.multipleSubmissions === false;
  const limit = typeof form.submissionLimit === 'number' ? form.submissionLimit : undefined;
  if (!isLimited(form)) return 'free';
  const formId = String(form._id);
  await lockForm(tx, tenantId, formId);
  const who = { email: emailIn(answers), userId: given.userId, token: given.token };
  const earlier = await earlierSubmissions(tx, tenantId, formId, who);
  if (earlier.sameToken) throw new RepeatedSubmission();
  if (once && earlier.sameUser) throw new AppError('conflict', 'You have answered this form already.');
  if (once && given.userId === null && earlier.sameEmail) return 'duplicate';
  if (limit !== undefined && earlier.count >= limit)
    throw new AppError('conflict', 'This form takes no more submissions.');
  return 'free';
}
