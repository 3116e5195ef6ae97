const maxWordLength = 24;
const longWord = new RegExp(`[^\\s]{${maxWordLength}}(?=\\S)`, 'gu');
const zeroWidthSpace = '\u200b';
/** Control characters, which no font has. A tab becomes a space, and a line break stays. */
const controls = /[\p{Cc}\p{Cf}]/gu;

const breakableText = (text: string): string =>
  text
    .replaceAll('\t', ' ')
    .replaceAll('\r\n', '\n')
    .replaceAll(controls, (character) => (character === '\n' ? character : ''))
    .replaceAll(longWord, `$&${zeroWidthSpace}`);

/**
 * A copy whose long words may be broken anywhere after 24 characters. pdfmake looks for the end of a line by measuring
 * every prefix of a word: a word of 10,000 characters took more memory than a thread has.
 */
export function breakable<T>(value: T): T {
  if (typeof value === 'string') return breakableText(value) as T;
  if (Array.isArray(value)) return value.map(breakable) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, breakable(inner)])) as T;
}
