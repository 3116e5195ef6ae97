import { type Activity, endOf } from './activity.ts';

/** The mails that a write of an activity causes. */
export interface InvitationPlan {
  /** Addresses that get an invitation, or an update of the one that they have. */
  readonly invite: readonly string[];
  /** The ones among `invite` that had no invitation before. */
  readonly added: readonly string[];
  /** Addresses that get a cancellation. */
  readonly cancel: readonly string[];
  /** True when the time changed, so that earlier answers no longer apply. */
  readonly rescheduled: boolean;
  /** True when the invitation itself changed, so that it needs a new number. */
  readonly revised: boolean;
}

const nothing: InvitationPlan = { invite: [], added: [], cancel: [], rescheduled: false, revised: false };

/** True when attendees are invited: the appointment is ahead, or under way, and not cancelled. Calls invite nobody. */
const isOpen = (activity: Activity, now: number): boolean =>
  activity.type !== 'call' &&
  activity.outcome !== 'cancelled' &&
  activity.startsAt !== null &&
  activity.attendees.length > 0 &&
  endOf(activity).getTime() > now;

const without = (addresses: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others.map((address) => address.toLowerCase()));
  return addresses.filter((address) => !known.has(address.toLowerCase()));
};

/** Compares an activity before and after a write. `next` is undefined when it is deleted. */
export function planInvitations(
  previous: Activity | undefined,
  next: Activity | undefined,
  now = Date.now(),
): InvitationPlan {
  const invited = previous && previous.sequence !== null && isOpen(previous, now) ? previous.attendees : [];
  if (!next || !isOpen(next, now)) return { ...nothing, cancel: invited, revised: invited.length > 0 };
  const added = without(next.attendees, invited);
  const cancel = without(invited, next.attendees);
  if (!previous || invited.length === 0)
    return { ...nothing, invite: next.attendees, added, rescheduled: next.sequence !== null, revised: true };
  const rescheduled = (['startsAt', 'endsAt'] as const).some((key) => !isSameTime(previous[key], next[key]));
  const revised = rescheduled || previous.subject !== next.subject || previous.location !== next.location;
  return { invite: revised ? next.attendees : added, added, cancel, rescheduled, revised };
}

const isSameTime = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && Date.parse(a) === Date.parse(b));

export const sendsMail = ({ invite, cancel }: InvitationPlan): boolean => invite.length > 0 || cancel.length > 0;
