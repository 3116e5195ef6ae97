import type { TransactionContext } from '#core/context.ts';
import { modelNamed } from '#core/models/model-named.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { type Activity, type Answer, activityOf } from './activity.ts';
import { lockActivities } from './sql/lock-activities.ts';

/** The answer of an attendee, as read from a mailbox. */
interface ReceivedAnswer {
  /** The id of the activity. */
  readonly id: string;
  readonly attendee: string;
  readonly answer: Answer['answer'];
  readonly at: string;
  /** The number of the invitation that is answered. */
  readonly sequence: number | undefined;
  readonly comment: string | null;
}

const activities = modelNamed('sales', 'activities');

/** Stores the newest answer of each attendee. Answers of others, and to an earlier invitation, are ignored. */
export async function recordAnswers(context: TransactionContext, answers: readonly ReceivedAnswer[]): Promise<void> {
  const model = activities(context);
  const byActivity = Map.groupBy(answers, ({ id }) => id);
  const records = await lockActivities(context, model, [...byActivity.keys()]);
  const rows = records.flatMap((record) => {
    const activity = activityOf(record);
    const merged = (byActivity.get(activity.id) ?? [])
      .filter((answer) => answersCurrent(activity, answer))
      .toSorted((a, b) => (a.at < b.at ? -1 : 1))
      .reduce(withAnswer, activity.answers);
    return merged === activity.answers ? [] : [{ id: activity.id, values: { answers: merged as never } }];
  });
  await updateMany(context, model, rows, { withoutHooks: true });
}

const answersCurrent = ({ attendees, sequence }: Activity, answer: ReceivedAnswer): boolean =>
  attendees.some((address) => address.toLowerCase() === answer.attendee) &&
  sequence !== null &&
  (answer.sequence ?? sequence) >= sequence;

function withAnswer(answers: readonly Answer[], { attendee, answer, at, comment }: ReceivedAnswer): readonly Answer[] {
  const known = answers.find(({ email }) => email === attendee);
  if (known && known.at > at) return answers;
  return [...answers.filter((one) => one !== known), { email: attendee, answer, at, comment }];
}
