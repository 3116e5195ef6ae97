/** Descriptions are in the order of the media, and entries of a list are never empty: a file without a description has a space. */
export const storedAltTexts = (texts: readonly string[]): string[] =>
  texts.slice(0, texts.findLastIndex((text) => text.trim() !== '') + 1).map((text) => text.trim() || ' ');
