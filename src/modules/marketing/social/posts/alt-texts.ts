/**
 * Alternative texts in the order of the media. List entries cannot be empty, so a file without a description has a
 * space.
 */
export const storedAltTexts = (texts: readonly string[]): string[] =>
  texts.slice(0, texts.findLastIndex((text) => text.trim() !== '') + 1).map((text) => text.trim() || ' ');
