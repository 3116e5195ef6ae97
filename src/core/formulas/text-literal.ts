import { FormulaError } from './formula-error.ts';

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', "'": "'", '\\': '\\' };

/** Reads the text of a literal with quotes and escapes. `position` is the offset of the literal in the formula. */
export function readTextLiteral(literal: string, formula: string, position: number): string {
  const text = literal
    .slice(1, -1)
    .replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (written, code: string | undefined, sign: string, at: number) => {
      const meant = code === undefined ? escapes[sign] : String.fromCharCode(Number.parseInt(code, 16));
      if (meant === undefined)
        throw new FormulaError(`${written} means nothing in a text. Write \\\\ for a backslash.`, formula, {
          position: position + 1 + at,
          length: written.length,
        });
      return meant;
    });
  if (text.includes('\0') || !text.isWellFormed())
    throw new FormulaError('A text has no NUL character, and no half of a character.', formula, {
      position,
      length: literal.length,
    });
  return text;
}
