import { type Activity, endOf } from './activity.ts';

type CalendarMethod = 'REQUEST' | 'CANCEL';

/** A person in an invitation. */
export interface Participant {
  readonly email: string;
  readonly name: string | null;
}

interface CalendarInput {
  readonly method: CalendarMethod;
  readonly activity: Activity;
  readonly organizer: Participant;
  /** The attendees in a request, or those whose invitation is cancelled. */
  readonly attendees: readonly Participant[];
  readonly now: Date;
}

/** Writes the iCalendar object (RFC 5546) of an invitation, an update or a cancellation. Times are in UTC. */
export async function calendarText({ method, activity, organizer, attendees, now }: CalendarInput): Promise<string> {
  const { default: ICAL } = await import('ical.js');
  const time = (date: Date) => ICAL.Time.fromJSDate(date, true);
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('prodid', '-//Atrium//Activities//EN');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('method', method);
  const event = new ICAL.Component('vevent');
  calendar.addSubcomponent(event);
  event.addPropertyWithValue('uid', activity.id);
  event.addPropertyWithValue('sequence', activity.sequence ?? 0);
  event.addPropertyWithValue('dtstamp', time(now));
  event.addPropertyWithValue('dtstart', time(new Date(activity.startsAt ?? now)));
  event.addPropertyWithValue('dtend', time(endOf(activity)));
  event.addPropertyWithValue('summary', plainText(activity.subject));
  if (activity.location !== null) event.addPropertyWithValue('location', plainText(activity.location));
  event.addPropertyWithValue('status', method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED');
  event.addPropertyWithValue('transp', 'OPAQUE');
  const addPerson = (name: string, person: Participant, parameters: Readonly<Record<string, string>> = {}) => {
    const property = event.addPropertyWithValue(name, `mailto:${person.email}`);
    if (person.name) property.setParameter('cn', parameterText(person.name));
    for (const [key, value] of Object.entries(parameters)) property.setParameter(key, value);
  };
  addPerson('organizer', organizer);
  for (const attendee of attendees)
    addPerson('attendee', attendee, { role: 'REQ-PARTICIPANT', partstat: statusOf(activity, attendee), rsvp: 'TRUE' });
  return `${calendar.toString()}\r\n`;
}

/** The library escapes line feeds. Other control characters would end the line. */
const plainText = (text: string): string => text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?!\n)\p{Cc}/gu, ' ');

/** A parameter has no escape for quotation marks and line breaks. */
const parameterText = (text: string): string => text.replaceAll(/["\p{Cc}]/gu, ' ').slice(0, 200);

const statusOf = ({ answers }: Activity, { email }: Participant): string =>
  answers.find((one) => one.email.toLowerCase() === email.toLowerCase())?.answer.toUpperCase() ?? 'NEEDS-ACTION';
