/** A word of a formula that the editor can complete. */
export interface Suggestion {
  readonly kind: 'field' | 'function';
  /** The text that is inserted: `accountId.name`, `round(`. */
  readonly insert: string;
  /** The name, with the parameters of a function: `round(number, [decimals])`. */
  readonly name: string;
  /** The label of a field, or the help of a function. */
  readonly text: string;
  readonly example?: string;
}

export interface Word {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const maxShown = 8;

/** The name before the cursor; undefined inside a text and where no name is being written. */
export function wordAt(formula: string, cursor: number): Word | undefined {
  const before = formula.slice(0, cursor);
  if (isInText(before)) return undefined;
  const text = /[A-Za-z_][\w.]*$/.exec(before)?.[0];
  return text === undefined ? undefined : { start: cursor - text.length, end: cursor, text };
}

/** Complete texts and comments of a formula. A backslash precedes a quote inside a text. */
const complete = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\*[\s\S]*?\*\//g;

/** True when a text or a comment is open at the end. */
const isInText = (before: string): boolean => /["']|\/\*/.test(before.replace(complete, ''));

/** The words of a name or a label: `annualRevenue` consists of `annual` and `revenue`. */
const wordsOf = (name: string): string[] => name.split(/(?=[A-Z])|[^A-Za-z0-9]+/).map((part) => part.toLowerCase());

/** The suggestions for a word: names that begin with it, then names and labels with a word that begins with it. */
export function matching(suggestions: readonly Suggestion[], word: string): Suggestion[] {
  const wanted = word.toLowerCase();
  const rank = ({ kind, insert, text }: Suggestion): number => {
    const name = insert.toLowerCase();
    if (name.startsWith(wanted)) return name.includes('.') && !wanted.includes('.') ? 1 : 0;
    const words = kind === 'field' ? [...wordsOf(insert), ...wordsOf(text)] : wordsOf(insert);
    return words.some((part) => part.startsWith(wanted)) ? 2 : 3;
  };
  const ranked = suggestions.map((one) => ({ one, rank: rank(one) })).filter((found) => found.rank < 3);
  const shown = ranked.sort((a, b) => a.rank - b.rank || a.one.insert.length - b.one.insert.length).slice(0, maxShown);
  const [only] = shown;
  // A complete name needs no suggestion.
  return shown.length === 1 && only?.one.insert === word ? [] : shown.map(({ one }) => one);
}

/** The formula with the word replaced by a suggestion, and the place of the cursor after it. */
export function completed(formula: string, word: Word, { insert }: Suggestion): { formula: string; cursor: number } {
  const rest = formula.slice(word.end);
  // A function that is renamed keeps its parenthesis.
  const text = insert.endsWith('(') && rest.startsWith('(') ? insert.slice(0, -1) : insert;
  return { formula: formula.slice(0, word.start) + text + rest, cursor: word.start + text.length };
}
