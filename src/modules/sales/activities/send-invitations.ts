import { companyOf } from '#core/company/company.ts';
import type { TransactionContext } from '#core/context.ts';
import { type CalendarMail, organizerOf, queueCalendarMails } from '../../communications/contract.ts';
import type { Activity } from './activity.ts';
import { calendarText, type Participant } from './calendar-text.ts';
import type { InvitationPlan } from './invitation-plan.ts';
import { type InvitationKind, invitationMail } from './invitation-texts.ts';
import { readAttendees } from './sql/attendee-names.ts';

interface Sending {
  readonly previous: Activity | undefined;
  /** The activity with the number of this invitation. */
  readonly activity: Activity;
  readonly plan: InvitationPlan;
}

/** Queues the mails of a plan, one for each attendee, in the transaction of the write. */
export async function sendInvitations(
  context: TransactionContext,
  { previous, activity, plan }: Sending,
): Promise<void> {
  const { invite, added, cancel } = plan;
  if (invite.length === 0 && cancel.length === 0) return;
  const company = await companyOf(context);
  const owner = await organizerOf(context, activity.ownerId);
  const organizer = { email: activity.organizer ?? owner.email, name: owner.name };
  const people = await readAttendees(context.tx, context.caller.tenantId, [...activity.attendees, ...cancel]);
  const participant = (email: string): Participant => ({ email, name: people.get(email.toLowerCase())?.name ?? null });
  const { contactId, accountId, leadId, opportunityId } = activity;
  const who = organizer.name ?? organizer.email;
  const mail = (to: string, kind: InvitationKind, of: Activity, calendar: CalendarMail['calendar']): CalendarMail => ({
    to,
    ...invitationMail(kind, of, who, company),
    calendar,
    links: { contactId: people.get(to.toLowerCase())?.id ?? contactId, accountId, leadId, opportunityId },
  });
  const others = (addresses: readonly string[]) =>
    addresses.filter((address) => address.toLowerCase() !== organizer.email.toLowerCase());
  const now = new Date();
  const attendees = activity.attendees.map(participant);
  const request = await calendarText({ method: 'REQUEST', activity, organizer, attendees, now });
  const mails = others(invite).map((to) =>
    mail(to, added.includes(to) ? 'invitation' : 'update', activity, { method: 'REQUEST', content: request }),
  );
  // A cancellation describes the appointment as its attendees know it.
  const cancelled = { ...(previous ?? activity), sequence: activity.sequence };
  for (const to of others(cancel)) {
    const content = await calendarText({
      method: 'CANCEL',
      activity: cancelled,
      organizer,
      attendees: [participant(to)],
      now,
    });
    mails.push(mail(to, 'cancellation', cancelled, { method: 'CANCEL', content }));
  }
  await queueCalendarMails(context, organizer, mails);
}
