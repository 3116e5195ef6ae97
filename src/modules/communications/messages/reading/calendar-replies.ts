import type ICAL from 'ical.js';
import { isId } from '#lib/ids.ts';
import { storable } from '../storable.ts';

/** The answer of an attendee to one of our invitations. */
export interface CalendarReply {
  /** The id of the appointment. */
  readonly id: string;
  /** The address of the attendee in lower case. */
  readonly attendee: string;
  readonly answer: 'accepted' | 'declined' | 'tentative';
  /** The time of the answer; undefined when it is missing or in the future. */
  readonly at: string | undefined;
  /** The number of the invitation that is answered. */
  readonly sequence: number | undefined;
  readonly comment: string | null;
}

interface CalendarFile {
  readonly contentType: string;
  readonly content: Buffer;
}

/** Limits of a hostile message. An answer has one event with one attendee, and about 1 KB. */
const maxFiles = 3;
const maxBytes = 65_536;
const maxEvents = 10;
const maxComment = 500;

const answers: Readonly<Record<string, CalendarReply['answer']>> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'tentative',
};

const isCalendar = ({ contentType, content }: CalendarFile): boolean =>
  /^(?:text\/calendar|application\/ics)\b/i.test(contentType) && content.length <= maxBytes;

/** Reads the answers in the calendar files of a message (RFC 5546, METHOD:REPLY). Each appointment is answered once. */
export async function readCalendarReplies(files: readonly CalendarFile[]): Promise<CalendarReply[]> {
  const texts = files
    .filter(isCalendar)
    .slice(0, maxFiles)
    .map(({ content }) => content.toString('utf8'))
    .filter((text) => /^METHOD:REPLY\s*$/im.test(text));
  if (texts.length === 0) return [];
  const { default: library } = await import('ical.js');
  const found = new Map<string, CalendarReply>();
  for (const text of texts)
    for (const reply of repliesIn(library, text))
      if (!found.has(`${reply.id} ${reply.attendee}`)) found.set(`${reply.id} ${reply.attendee}`, reply);
  return [...found.values()];
}

function repliesIn(library: typeof ICAL, text: string): CalendarReply[] {
  try {
    const calendar = new library.Component(library.parse(text));
    return calendar
      .getAllSubcomponents('vevent')
      .slice(0, maxEvents)
      .flatMap((event) => replyOf(event) ?? []);
  } catch {
    // The library throws errors of several classes for malformed files. The message stays readable without the answer.
    return [];
  }
}

function replyOf(event: ICAL.Component): CalendarReply | undefined {
  const id = String(event.getFirstPropertyValue('uid') ?? '').toLowerCase();
  const person = event.getFirstProperty('attendee');
  const answer = answers[String(person?.getFirstParameter('partstat') ?? '').toUpperCase()];
  const attendee = String(person?.getFirstValue() ?? '')
    .replace(/^mailto:/i, '')
    .trim()
    .toLowerCase();
  if (!isId(id) || answer === undefined || attendee === '') return undefined;
  const sequence = Number(event.getFirstPropertyValue('sequence') ?? Number.NaN);
  const comment = event.getFirstPropertyValue('comment');
  return {
    id,
    attendee,
    answer,
    at: timeOf(event.getFirstPropertyValue('dtstamp')),
    sequence: Number.isSafeInteger(sequence) ? sequence : undefined,
    comment: typeof comment === 'string' && comment.trim() !== '' ? storable(comment.trim(), maxComment) : null,
  };
}

function timeOf(value: unknown): string | undefined {
  const time = (value as ICAL.Time | null)?.toJSDate?.().getTime() ?? Number.NaN;
  return time > 0 && time <= Date.now() + 86_400_000 ? new Date(time).toISOString() : undefined;
}
