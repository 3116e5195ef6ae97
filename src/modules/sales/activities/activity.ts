import type { RecordObject } from '#core/models/record.ts';

/** The answer of one attendee to an invitation. */
export interface Answer {
  readonly email: string;
  readonly answer: 'accepted' | 'declined' | 'tentative';
  /** The time of the answer, by the calendar of the attendee. */
  readonly at: string;
  readonly comment: string | null;
}

/** The fields of an activity that invitations depend on. */
export interface Activity {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly location: string | null;
  readonly attendees: readonly string[];
  readonly outcome: string | null;
  readonly answers: readonly Answer[];
  readonly organizer: string | null;
  readonly sequence: number | null;
  readonly ownerId: string | null;
  readonly contactId: string | null;
  readonly accountId: string | null;
  readonly leadId: string | null;
  readonly opportunityId: string | null;
}

/** The activity of a record, which may be incomplete before its first save. */
export function activityOf(record: RecordObject): Activity {
  const text = (key: string): string | null => (typeof record[key] === 'string' ? (record[key] as string) : null);
  const items = <Item>(key: string): readonly Item[] => (Array.isArray(record[key]) ? (record[key] as Item[]) : []);
  return {
    id: text('_id') ?? '',
    type: text('type') ?? '',
    subject: text('subject') ?? '',
    startsAt: text('startsAt'),
    endsAt: text('endsAt'),
    location: text('location'),
    attendees: items<string>('attendees'),
    outcome: text('outcome'),
    answers: items<Answer>('answers'),
    organizer: text('organizer'),
    sequence: typeof record.sequence === 'number' ? record.sequence : null,
    ownerId: text('ownerId'),
    contactId: text('contactId'),
    accountId: text('accountId'),
    leadId: text('leadId'),
    opportunityId: text('opportunityId'),
  };
}

/** The length of a meeting without an end. */
const defaultLengthMs = 30 * 60_000;

export const endOf = ({ startsAt, endsAt }: Activity): Date =>
  new Date(endsAt ?? Date.parse(startsAt ?? '') + defaultLengthMs);
