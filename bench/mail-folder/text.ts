import type { Random } from './random.ts';

const english =
  `the of to and a in for is on that with you we as are this it be by from our will at have not your can please which has would all
  order offer delivery contract invoice project meeting customer price quantity schedule team release budget report question answer week month
  machine spare part warranty installation quotation payment terms discount shipment supplier warehouse requirement specification drawing version
  review approval change request update status problem solution service support training document attachment agreement signature legal finance
  attached discussed yesterday tomorrow confirm proposal deadline available possible necessary already however therefore between during regarding
  increase reduce compare send receive check prepare follow believe consider suggest expect understand appreciate forward arrange`.split(
    /\s+/,
  );
const german =
  `die der und in zu den das nicht von sie ist des sich mit dem dass er es ein ich auf so eine auch als an nach wie im für man aber aus durch wenn
  Angebot Auftrag Lieferung Rechnung Vertrag Gespräch Termin Änderung Rückfrage Verfügbarkeit Maschine Ersatzteil Gewährleistung Prüfung Unterlagen
  Kunde Preis Menge Projekt Woche Monat Abteilung Geschäftsführung Stückzahl Kündigung Übersicht Bestätigung Ausführung Zahlungsziel Lieferschein
  können möchten würden benötigen bestätigen übersenden prüfen klären nächste letzte möglich verfügbar gemäß bezüglich größere zusätzlich anbei
  freundlichen Grüßen Dank vorab Anhang Frage Lösung Störung Wartung Zeichnung Freigabe`.split(/\s+/);

export type Language = 'en' | 'de';

const wordsOf = { en: english, de: german } as const;
export const greetings = {
  en: ['Hi', 'Hello', 'Dear', 'Good morning'],
  de: ['Hallo', 'Guten Tag', 'Sehr geehrter', 'Liebe'],
} as const;
export const closings = {
  en: ['Best regards', 'Kind regards', 'Thanks'],
  de: ['Mit freundlichen Grüßen', 'Viele Grüße'],
} as const;

/** Chooses a word. The lists begin with frequent words, which are chosen more often. */
function word(random: Random, language: Language): string {
  const words = wordsOf[language];
  return words[Math.floor(random.next() ** 1.6 * words.length)] as string;
}

export function phrase(random: Random, language: Language, words: number): string {
  const text = Array.from({ length: words }, () => word(random, language)).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function paragraph(random: Random, language: Language, words: number): string {
  const sentences: string[] = [];
  for (let left = words; left > 0; ) {
    const length = Math.min(left, random.between(6, 22));
    sentences.push(`${phrase(random, language, length)}${random.chance(0.1) ? '?' : '.'}`);
    left -= length;
  }
  return sentences.join(' ');
}

/** Wraps lines at 76 characters, as mail programs do with plain text. */
export function wrapped(text: string): string {
  return text.replace(/([^\n]{1,75})(?: |$)/gm, '$1\n').replace(/\n\n\n+/g, '\n\n');
}

const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (found) => named[found] as string);
