/** How a number is shown: as a number, a day, a time of day, a day with a time, or a duration in hours. */
export type NumberKind = 'number' | 'date' | 'time' | 'datetime' | 'duration';

/** The formats of dates and times that are not written in the file, by their ids. */
const builtIn: readonly (readonly [first: number, last: number, kind: NumberKind])[] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'datetime'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'duration'],
  [47, 47, 'time'],
  [50, 54, 'date'],
  [55, 56, 'time'],
  [57, 58, 'date'],
];

/** The kind of a format that the file does not define. */
export const builtInKind = (id: number): NumberKind =>
  builtIn.find(([first, last]) => id >= first && id <= last)?.[2] ?? 'number';

/** The kind of a format such as `dd.mm.yyyy hh:mm`. Only the part for positive numbers counts. */
export function kindOfFormat(code: string): NumberKind {
  // The format may have 1,000,000 characters; Excel allows 255.
  const short = code.slice(0, 255);
  if (/^general$/i.test(short)) return 'number';
  if (/\[(?:h+|m+|s+)\]/i.test(short)) return 'duration';
  const [positive = ''] = short
    // Texts in quotes, escaped characters, spaces of a width, fillers, colours and conditions.
    .replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')
    .replace(/AM\/PM|A\/P/gi, 'h')
    .split(';', 1);
  const hasTime = /[hs]/i.test(positive);
  // An m between hours and seconds is a minute, otherwise a month.
  const hasDay = /[dy]/i.test(positive) || (/m/i.test(positive) && !hasTime);
  if (hasDay) return hasTime ? 'datetime' : 'date';
  return hasTime ? 'time' : 'number';
}
