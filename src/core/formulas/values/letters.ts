/** Blocks of Latin, Greek, Cyrillic and Armenian letters. Other letters change neither here nor in SQL. */
const blocks = [
  [0x20, 0x7e],
  [0x80, 0x24f],
  [0x370, 0x52f],
  [0x531, 0x587],
  [0x1e00, 0x1eff],
] as const;

const isKnown = (code: number): boolean => blocks.some(([first, last]) => code >= first && code <= last);

/** Changes characters that have a single counterpart. ß stays, because its capital form is two letters. */
const changed =
  (change: (character: string) => string) =>
  (text: string): string => {
    let result = '';
    for (const character of text) {
      const counterpart = change(character);
      const code = counterpart.codePointAt(0) ?? 0;
      const single = counterpart.length === (code > 0xffff ? 2 : 1);
      result += single && isKnown(code) && isKnown(character.codePointAt(0) ?? 0) ? counterpart : character;
    }
    return result;
  };

export const capitals = changed((character) => character.toUpperCase());
export const smallLetters = changed((character) => character.toLowerCase());

/** Compares by code points, as PostgreSQL with the collation "C": in UTF-16 an emoji would come before some letters. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let n = 0; n < length; n += 1) {
    const [x, y] = [a.charCodeAt(n), b.charCodeAt(n)];
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** The order of a UTF-16 unit. Surrogates encode the characters after U+FFFF, so they come last. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
