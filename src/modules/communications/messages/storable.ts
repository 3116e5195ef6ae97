/**
 * Makes text storable in PostgreSQL: without NUL and without half a surrogate pair, cut at `maxLength` UTF-16 units.
 */
export function storable(text: string, maxLength: number): string {
  const clean = text.includes('\u0000') ? text.replaceAll('\u0000', '') : text;
  return (clean.length > maxLength ? clean.slice(0, maxLength) : clean).toWellFormed();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters to remove them.
const controls = /[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g;

/** Makes a text storable in one line. */
export const storableLine = (text: string, maxLength: number): string =>
  storable(
    text
      .slice(0, maxLength * 4)
      .replace(controls, ' ')
      .replace(/ {2,}/g, ' ')
      .trim(),
    maxLength,
  );
