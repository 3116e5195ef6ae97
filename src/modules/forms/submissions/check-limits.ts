import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import type { Accepted } from './accepted.ts';
import { emailIn } from './read-answers.ts';
import { refusals } from './refusals.ts';
import { earlierSubmissions } from './sql/earlier-submissions.ts';
import { lockForm } from './sql/lock-form.ts';
import { RepeatedSubmission } from './store-submission.ts';

/** True when the form limits its submissions. */
export const isLimited = ({ multipleSubmissions, submissionLimit }: RecordObject): boolean =>
  multipleSubmissions === false || typeof submissionLimit === 'number';

/**
 * Checks the limits of the form. A visitor who has already answered is refused only when signed in: an address must not
 * reveal that it was used, because anybody can type any address.
 */
export async function checkLimits(
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
  if (once && earlier.sameUser) throw new AppError('conflict', refusals.answered);
  // Check the limit before the address, so that a full form answers all visitors alike.
  if (limit !== undefined && earlier.count >= limit) throw new AppError('conflict', refusals.full);
  return once && given.userId === null && earlier.sameEmail ? 'duplicate' : 'free';
}
