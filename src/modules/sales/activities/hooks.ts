import type { TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { givenValue, type ModelHooks, type PendingSave, setValue } from '#core/models/hooks.ts';
import type { Model } from '#core/models/model.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { findSuppressed, organizerOf } from '../../communications/contract.ts';
import { requireMailScope } from '../require-mail-scope.ts';
import { type Activity, activityOf } from './activity.ts';
import { type InvitationPlan, planInvitations, sendsMail } from './invitation-plan.ts';
import { sendInvitations } from './send-invitations.ts';
import { lockActivities } from './sql/lock-activities.ts';

const maxAttendees = 50;

/** Validates activities, and invites the attendees of appointments. */
export const activityHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const previous = saving.previous && activityOf(saving.previous);
    completeTimes(saving);
    completeAttendees(saving);
    const next = nextOf(saving);
    const plan = planInvitations(previous, next);
    if (!sendsMail(plan)) return undefined;
    requireMailScope(context, 'the attendees');
    await requireDeliverable(context, plan.added);
    if (plan.revised) setValue(saving, 'sequence', next.sequence === null ? 0 : next.sequence + 1);
    if (next.organizer === null) setValue(saving, 'organizer', (await organizerOf(context, next.ownerId)).email);
    if (previous) setValue(saving, 'answers', remainingAnswers(next, plan) as never);
    return undefined;
  },

  async afterSave(context, saved) {
    const previous = saved.previous && activityOf(saved.previous);
    const next = activityOf(saved.record);
    const plan = planInvitations(previous, next);
    const isRestored = !previous && saved.record.version !== 1;
    const activity = isRestored && sendsMail(plan) ? await renumber(context, saved.model, next) : next;
    await sendInvitations(context, { previous, activity, plan });
  },

  async beforeRemove(context, ids, model) {
    for (const record of await lockActivities(context, model, ids)) {
      const previous = activityOf(record);
      const plan = planInvitations(previous, undefined);
      if (!sendsMail(plan)) continue;
      requireMailScope(context, 'the attendees');
      const activity = { ...previous, sequence: (previous.sequence ?? 0) + 1 };
      await sendInvitations(context, { previous, activity, plan });
    }
  },
};

/**
 * Gives a restored appointment a number above that of its cancellation. Otherwise the calendars of the attendees would
 * ignore the new invitation.
 */
async function renumber(context: TransactionContext, model: Model, activity: Activity): Promise<Activity> {
  requireMailScope(context, 'the attendees');
  const sequence = (activity.sequence ?? 0) + 2;
  await updateMany(context, model, [{ id: activity.id, values: { sequence, answers: [] } }], { withoutHooks: true });
  return { ...activity, sequence, answers: [] };
}

/** The activity as the write leaves it. */
function nextOf(saving: PendingSave): Activity {
  const given = Object.fromEntries(Array.from(saving.values, ([{ key }, value]) => [key, value]));
  return activityOf({ ...saving.previous, ...given });
}

/** Something that is logged without a time happened now. An appointment to which people are invited needs a time. */
function completeTimes(saving: PendingSave): void {
  const { startsAt, endsAt, type, attendees } = nextOf(saving);
  if (startsAt === null) {
    if (type !== 'call' && attendees.length > 0)
      throw invalid('startsAt', 'required', 'is required, because the attendees are invited to it');
    setValue(saving, 'startsAt', new Date().toISOString());
  } else if (endsAt !== null && Date.parse(endsAt) < Date.parse(startsAt)) {
    throw invalid('endsAt', 'out_of_range', 'must not be before startsAt');
  }
}

function completeAttendees(saving: PendingSave): void {
  const given = givenValue(saving, 'attendees');
  if (!Array.isArray(given)) return;
  const unique = [...new Map((given as string[]).map((address) => [address.toLowerCase(), address])).values()];
  if (unique.length > maxAttendees) throw invalid('attendees', 'too_long', `must be at most ${maxAttendees} addresses`);
  setValue(saving, 'attendees', unique);
}

async function requireDeliverable(context: TransactionContext, addresses: readonly string[]): Promise<void> {
  const suppressed = await findSuppressed(context, addresses);
  if (suppressed !== undefined)
    throw invalid(
      'attendees',
      'suppressed',
      `holds ${suppressed}, which gets no mail; deactivate it in communications/emailSuppressions if that is wrong`,
    );
}

/** The answers of those who still attend. A new time makes all answers void. */
function remainingAnswers({ answers, attendees }: Activity, { rescheduled }: InvitationPlan): readonly unknown[] {
  const addresses = new Set(attendees.map((address) => address.toLowerCase()));
  return rescheduled ? [] : answers.filter(({ email }) => addresses.has(email.toLowerCase()));
}
