/** Header lines in the form of the parser: the name in lower case, and the whole line. */
export interface HeaderLine {
  readonly key: string;
  readonly line: string;
}

/** Characters of one header that are read. References of long threads are shorter. */
const maxValue = 100_000;

/** The first value of a header, unfolded and not decoded. */
export function rawHeader(lines: readonly HeaderLine[], name: string): string | undefined {
  const found = lines.find(({ key }) => key === name);
  return found && textAfterName(found);
}

/** All values of a header. */
export const rawHeaders = (lines: readonly HeaderLine[], name: string): string[] =>
  lines.filter(({ key }) => key === name).map(textAfterName);

const textAfterName = ({ line }: HeaderLine): string =>
  line
    .slice(line.indexOf(':') + 1, maxValue)
    .replace(/\r?\n/g, ' ')
    .trim();

const maxIdLength = 600;

/** Compares positions, because a regular expression would be quadratic in the number of `@`. */
const isBareId = (word: string): boolean =>
  word.length <= maxIdLength && word.lastIndexOf('@') > 0 && word.indexOf('@') < word.length - 1 && !/[<>]/.test(word);

/** The message ids in a header, with brackets, each once. An id without brackets counts when it stands alone. */
export function messageIdsIn(text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  const inBrackets = [...text.matchAll(/<([^<>\s][^<>]*)>/g)].map(([, id = '']) => id.replaceAll(/\s+/g, ''));
  const found = inBrackets.length > 0 ? inBrackets : text.split(/[\s,;]+/).filter(isBareId);
  const ids = found.map((id) => `<${id.toWellFormed().replaceAll('\u0000', '')}>`);
  return [...new Set(ids)].filter((id) => id.length > 2 && id.length <= maxIdLength);
}
