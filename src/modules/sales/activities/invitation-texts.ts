import { escapeHtml } from '#lib/html.ts';
import { type Activity, endOf } from './activity.ts';

/** The reason for a mail to an attendee. */
export type InvitationKind = 'invitation' | 'update' | 'cancellation';

interface Texts {
  readonly subject: Readonly<Record<InvitationKind, string>>;
  readonly first: Readonly<Record<InvitationKind, (who: string) => string>>;
  readonly when: string;
  readonly where: string;
  readonly answer: string;
}

const en: Texts = {
  subject: { invitation: 'Invitation', update: 'Updated invitation', cancellation: 'Cancelled' },
  first: {
    invitation: (who) => `${who} invites you to this appointment:`,
    update: (who) => `${who} has changed this appointment:`,
    cancellation: (who) => `${who} has cancelled this appointment:`,
  },
  when: 'When',
  where: 'Where',
  answer: 'Please accept or decline it in your calendar.',
};

const de: Texts = {
  subject: { invitation: 'Einladung', update: 'Geänderte Einladung', cancellation: 'Abgesagt' },
  first: {
    invitation: (who) => `${who} lädt Sie zu diesem Termin ein:`,
    update: (who) => `${who} hat diesen Termin geändert:`,
    cancellation: (who) => `${who} hat diesen Termin abgesagt:`,
  },
  when: 'Wann',
  where: 'Wo',
  answer: 'Bitte sagen Sie in Ihrem Kalender zu oder ab.',
};

const fr: Texts = {
  subject: { invitation: 'Invitation', update: 'Invitation modifiée', cancellation: 'Annulé' },
  first: {
    invitation: (who) => `${who} vous invite à ce rendez-vous :`,
    update: (who) => `${who} a modifié ce rendez-vous :`,
    cancellation: (who) => `${who} a annulé ce rendez-vous :`,
  },
  when: 'Quand',
  where: 'Où',
  answer: 'Veuillez l’accepter ou le refuser dans votre calendrier.',
};

const es: Texts = {
  subject: { invitation: 'Invitación', update: 'Invitación modificada', cancellation: 'Cancelado' },
  first: {
    invitation: (who) => `${who} le invita a esta cita:`,
    update: (who) => `${who} ha modificado esta cita:`,
    cancellation: (who) => `${who} ha cancelado esta cita:`,
  },
  when: 'Cuándo',
  where: 'Dónde',
  answer: 'Acéptela o recházela en su calendario.',
};

const languages: Readonly<Record<string, Texts>> = { en, de, fr, es };

interface Place {
  /** The language tag of the company, such as de or de-CH. */
  readonly language: string;
  readonly timeZone: string;
}

interface InvitationMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The mail around an invitation, for people whose mail program does not show calendar entries. */
export function invitationMail(kind: InvitationKind, activity: Activity, who: string, place: Place): InvitationMail {
  const texts = languages[place.language.slice(0, 2).toLowerCase()] ?? en;
  const when = formatTime(activity, place);
  const lines: readonly (readonly [string, string])[] = [
    [texts.when, when],
    ...(activity.location === null ? [] : [[texts.where, activity.location] as const]),
  ];
  const first = texts.first[kind](who);
  const end = kind === 'cancellation' ? [] : [texts.answer];
  const details = lines.map(([name, value]) => `${name}: ${value}`);
  const html = lines.map(([name, value]) => `${escapeHtml(name)}: ${escapeHtml(value)}`).join('<br>');
  return {
    subject: oneLine(`${texts.subject[kind]}: ${activity.subject} (${when})`).slice(0, 900),
    text: [first, activity.subject, details.join('\n'), ...end].join('\n\n').concat('\n'),
    html: `<p>${escapeHtml(first)}</p><p><strong>${escapeHtml(activity.subject)}</strong></p><p>${html}</p>${end.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}`,
  };
}

function formatTime(activity: Activity, { language, timeZone }: Place): string {
  const format = new Intl.DateTimeFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  return oneLine(format.formatRange(new Date(activity.startsAt ?? 0), endOf(activity)));
}

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029\u2009\u202f]+/gu, ' ');
