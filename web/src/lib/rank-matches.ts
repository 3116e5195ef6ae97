/** Lowercases a text and removes accents, so that `muller` finds `Müller`. */
const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

function startsWord(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!isWordCharacter(text[at - 1])) return true;
  return false;
}

const noMatch = 5;

/** The rank of a folded text: 0 equal, 1 prefix, 2 prefix of a word, 3 anywhere, 4 all words somewhere, 5 no match. */
function rankOf(text: string, wanted: string, words: readonly string[]): number {
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 1;
  if (startsWord(text, wanted)) return 2;
  if (text.includes(wanted)) return 3;
  return words.length > 1 && words.every((word) => text.includes(word)) ? 4 : noMatch;
}

interface Ranked<T> {
  readonly item: T;
  readonly rank: number;
}

/**
 * The items whose text matches, best match first. Items of the same rank keep their order. `textOf` returns the name,
 * and optionally further texts, which rank below every match of a name. An empty query matches everything.
 */
export function rankMatches<T>(
  items: readonly T[],
  query: string,
  textOf: (item: T) => string | readonly string[],
): Ranked<T>[] {
  const wanted = fold(query.trim());
  const words = wanted.split(/\s+/);
  return items
    .map((item) => {
      if (wanted === '') return { item, rank: 0 };
      const texts = textOf(item);
      const [name = '', ...others] = typeof texts === 'string' ? [texts] : texts;
      const rank = rankOf(fold(name), wanted, words);
      if (rank < noMatch) return { item, rank };
      const all = fold([name, ...others].join(' '));
      return { item, rank: words.every((word) => all.includes(word)) ? noMatch - 0.5 : noMatch };
    })
    .filter(({ rank }) => rank < noMatch)
    .sort((a, b) => a.rank - b.rank);
}

/** Like `rankMatches`, but returns only the items. */
export const bestFirst = <T>(
  items: readonly T[],
  query: string,
  textOf: (item: T) => string | readonly string[],
): T[] => rankMatches(items, query, textOf).map(({ item }) => item);

/**
 * Orders results of a server search, which also looks at other fields: items whose name matches come first, and all of
 * them stay.
 */
export function namedFirst<T>(items: readonly T[], query: string, textOf: (item: T) => string): T[] {
  const named = bestFirst(items, query, textOf);
  const found = new Set(named);
  return [...named, ...items.filter((item) => !found.has(item))];
}
